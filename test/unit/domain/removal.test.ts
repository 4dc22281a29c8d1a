import { expect } from 'chai';
import type { Entity } from '#domain/entity';
import type { Move } from '#domain/relationships';
import { removalOf } from '#domain/removal';
import { areInCircle, relationshipOf } from '#domain/schema';
import { toOneLinks, type Link } from '../../contract/rows-of-types.ts';
import { anEntity, entitiesOf } from '../../support/entities.ts';

for (const link of toOneLinks)
  describe(`the removal of the ${link.relationship} of a ${link.type}`, () => {
    describeRemoval(link);
  });

function describeRemoval({ type, relationship, to }: Link): void {
  const { onDelete } = relationshipOf(type, relationship);
  const [target, other] = [anEntity(to, '1'), anEntity(to, '2')];
  const referring = (id: string, { id: targetId }: Entity): Entity => anEntity(type, id, { [relationship]: targetId });
  const [first, second, elsewhere, free] = [
    referring('11', target),
    referring('12', target),
    referring('13', other),
    anEntity(type, '14'),
  ];
  const entities = entitiesOf([target, other, first, second, elsewhere, free]);
  const ending = ({ id }: Entity, from: Entity): Move => ({ type, id, relationship, from: from.id, to: null });

  const effects = {
    unset: 'ends the links of referring resources',
    refuse: 'is refused because of referring resources',
    cascade: 'removes referring resources',
  };

  it(`${effects[onDelete]}, and leaves other resources alone`, () => {
    const ends = [ending(first, target), ending(second, target)];
    const expected = {
      unset: { removed: [target], moves: ends, refused: [] },
      refuse: { removed: [target], moves: [], refused: [{ type, relationship, holding: [first, second] }] },
      cascade: { removed: [target, first, second], moves: ends, refused: [] },
    };
    expect(removalOf(target, entities, [])).to.deep.equal(expected[onDelete]);
  });

  it('ends the links of the removed resource itself', () => {
    expect(removalOf(elsewhere, entities, [])).to.deep.equal({
      removed: [elsewhere],
      moves: [ending(elsewhere, other)],
      refused: [],
    });
  });

  if (type === to) {
    it('removes a resource that refers to itself', () => {
      const self = referring('21', anEntity(to, '21'));
      const removal = removalOf(self, entitiesOf([self, other]), []);
      expect(removal).to.deep.equal({ removed: [self], moves: [ending(self, self)], refused: [] });
    });

    it('follows a ring of resources only once', () => {
      const [one, two, three] = ['21', '22', '23'].map((id, index, ids) =>
        referring(id, anEntity(to, ids[(index + 1) % 3] ?? '')),
      ) as [Entity, Entity, Entity];
      const { removed, moves, refused } = removalOf(one, entitiesOf([one, two, three]), []);
      const ends = [ending(one, two), ending(two, three), ending(three, one)];
      const expected = {
        unset: { removed: [one], ends: [ends[0], ends[2]], refused: [] },
        refuse: { removed: [one], ends: [ends[0]], refused: [{ type, relationship, holding: [three] }] },
        cascade: { removed: [one, three, two], ends, refused: [] },
      }[onDelete];
      expect({ removed, refused }).to.deep.equal({ removed: expected.removed, refused: expected.refused });
      expect(moves).to.have.deep.members(expected.ends);
    });
  }

  if (type !== to && areInCircle(type, to))
    it('terminates if the resources that it removes refer back to it', () => {
      for (const back of toOneLinks.filter((link) => link.type === to && link.to === type)) {
        const source = referring('21', anEntity(to, '22'));
        const referred = anEntity(to, '22', { [back.relationship]: source.id });
        const { removed } = removalOf(referred, entitiesOf([source, referred]), []);
        expect(removed).to.deep.equal(onDelete === 'cascade' ? [referred, source] : [referred]);
      }
    });
}
