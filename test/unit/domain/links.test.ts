// The links of the schema's many-to-many relationships. Persons and computers have none, so other models run these tests as well.
import { expect } from 'chai';
import { nextVersion, touched, type Entity } from '#domain/entity';
import {
  ended,
  endLinks,
  identified,
  linkBetween,
  linkedIn,
  NEW,
  outcomeOf,
  startLinks,
  type Changed,
  type ChangeSet,
  type Link as StoredLink,
  type Move,
} from '#domain/relationships';
import { removalOf } from '#domain/removal';
import { relationshipNames, relationshipOf } from '#domain/schema';
import { exampleOf, manyToManyLinks, type Link } from '../../contract/rows-of-types.ts';
import { anEntity, entitiesOf } from '../../support/entities.ts';

for (const link of manyToManyLinks)
  describe(`links by ${link.type}.${link.relationship}`, () => {
    describeLinks(link);
  });

function describeLinks({ type, relationship, to, inverse }: Link): void {
  const [ada, bob] = [anEntity(type, '1'), anEntity(type, '2')];
  const [first, second, third] = [anEntity(to, '11'), anEntity(to, '12'), anEntity(to, '13')];
  const everything = [ada, bob, first, second, third];
  const linked = ({ id }: Entity, { id: target }: Entity): StoredLink => ({ type, id, relationship, target });
  const move = ({ id }: Entity, from: Entity | null, joined: Entity | null): Move => ({
    type,
    id,
    relationship,
    from: from?.id ?? null,
    to: joined?.id ?? null,
  });

  it('are the same from both sides', () => {
    expect(linkBetween(ada, relationship, first.id)).to.deep.equal(linked(ada, first));
    expect(linkBetween(first, inverse, ada.id)).to.deep.equal(linked(ada, first));
  });

  it('give the resources at their other ends, from either side', () => {
    const links = [linked(ada, second), linked(bob, first), linked(ada, first)];
    expect(linkedIn(links, ada, relationship)).to.deep.equal([second.id, first.id]);
    expect(linkedIn(links, bob, relationship)).to.deep.equal([first.id]);
    expect(linkedIn(links, first, inverse)).to.deep.equal([bob.id, ada.id]);
    expect(linkedIn(links, third, inverse)).to.deep.equal([]);
    expect(linkedIn([], ada, relationship)).to.deep.equal([]);
  });

  it('of other relationships are ignored', () => {
    const others = relationshipNames(type, 'many').filter((name) => name !== relationship);
    const links = others.map((name) => ({ ...linked(ada, first), relationship: name }));
    expect(linkedIn(links, ada, relationship)).to.deep.equal([]);
    expect(linkedIn(links, first, inverse)).to.deep.equal([]);
  });

  it('start only if they do not exist yet', () => {
    expect(startLinks(ada, relationship, [first.id, second.id, third.id], [second.id, '99'])).to.deep.equal([
      move(ada, null, first),
      move(ada, null, third),
    ]);
    expect(startLinks(first, inverse, [ada.id, bob.id], [ada.id])).to.deep.equal([move(bob, null, first)]);
    expect(startLinks(ada, relationship, [first.id], [first.id])).to.deep.equal([]);
    expect(startLinks(ada, relationship, [], [])).to.deep.equal([]);
  });

  it('end', () => {
    expect(endLinks(ada, relationship, [first.id, second.id])).to.deep.equal([
      move(ada, first, null),
      move(ada, second, null),
    ]);
    expect(endLinks(first, inverse, [bob.id])).to.deep.equal([move(bob, first, null)]);
    expect(endLinks(first, inverse, [])).to.deep.equal([]);
    expect(ended(linked(bob, third))).to.deep.equal(move(bob, third, null));
  });

  /** The moves, and the entities that they change on the declaring side and on the other side. */
  const changes: readonly (readonly [
    what: string,
    moves: readonly Move[],
    declaring: readonly Entity[],
    others: readonly Entity[],
  ])[] = [
    ['one that starts', [move(ada, null, first)], [ada], [first]],
    ['one that ends', [move(ada, first, null)], [ada], [first]],
    ['several of one resource', [move(ada, null, first), move(ada, second, null)], [ada], [first, second]],
    ['several to one resource', [move(ada, null, first), move(bob, null, first)], [ada, bob], [first]],
  ];
  for (const [what, moves, declaring, others] of changes)
    it(`change both of their resources once, and only the version on the other side: ${what}`, () => {
      const after = outcomeOf({ moves }, entitiesOf(everything)).map((changed) => changed.after);
      expect(after).to.have.deep.members([
        ...declaring.map((entity) => touched(nextVersion(entity))),
        ...others.map((entity) => nextVersion(entity)),
      ]);
    });

  it('require that both of their resources are given', () => {
    const outcome = (...locked: readonly Entity[]): readonly Changed[] =>
      outcomeOf({ moves: [move(ada, null, first)] }, entitiesOf(locked));
    expect(() => outcome(ada)).to.throw(`${to} ${first.id} is missing`);
    expect(() => outcome(first)).to.throw(`${type} ${ada.id} is missing`);
    expect(outcome(ada, first)).to.have.lengthOf(2);
  });

  it('of an added resource change the resources at the other ends, and not its version', () => {
    const { outcome, added } = outcomeWith(type, startLinks({ type, id: NEW }, relationship, [first.id], []));
    expect(outcome).to.have.deep.members([added, nextVersion(first)]);
  });

  it('to an added resource change its version and the resources at the other ends', () => {
    const { outcome, added } = outcomeWith(to, startLinks({ type: to, id: NEW }, inverse, [ada.id], []));
    expect(outcome).to.have.deep.members([nextVersion(added), touched(nextVersion(ada))]);
    expect(outcome.map((entity) => identified(entity, '99').targets)).to.deep.equal(
      outcome.map(({ targets }) => targets),
    );
  });

  function outcomeWith(of: Entity['type'], moves: ChangeSet['moves']) {
    const draft = exampleOf(of, 20);
    const outcome = outcomeOf({ added: draft, ...(moves && { moves }) }, entitiesOf(everything));
    return { outcome: outcome.map(({ after }) => after), added: touched({ ...draft, id: NEW, version: 1 }) };
  }

  it('of a removed resource end on either side, and others stay', () => {
    const links = [linked(ada, first), linked(ada, second), linked(bob, first)];
    const movesOf = (entity: Entity): readonly Move[] =>
      removalOf(entity, entitiesOf(everything), links).moves.filter((each) => each.relationship === relationship);
    expect(movesOf(ada)).to.have.deep.members([move(ada, first, null), move(ada, second, null)]);
    expect(movesOf(first)).to.have.deep.members([move(ada, first, null), move(bob, first, null)]);
    expect(movesOf(third)).to.deep.equal([]);
  });

  it('change the versions of the resources that a removed resource was linked to', () => {
    const { moves } = removalOf(ada, entitiesOf(everything), [linked(ada, first), linked(bob, second)]);
    expect(outcomeOf({ moves, removed: [ada] }, entitiesOf(everything)).map(({ after }) => after)).to.deep.equal([
      nextVersion(first),
    ]);
  });

  for (const name of relationshipNames(type, 'one').filter((each) => relationshipOf(type, each).onDelete === 'cascade'))
    it(`end if the resource is deleted with its ${name}`, () => {
      const target = anEntity(relationshipOf(type, name).to, '21');
      const source = { ...ada, targets: { ...ada.targets, [name]: target.id } };
      const removal = removalOf(target, entitiesOf([target, source, first]), [linked(source, first)]);
      expect(removal.removed).to.have.deep.members([target, source]);
      expect(removal.moves).to.deep.include(move(source, first, null));
    });

  if (type === to)
    it('of a resource to itself change its version once', () => {
      const moves = [move(ada, null, ada)];
      expect(startLinks(ada, inverse, [ada.id], [])).to.deep.equal(moves);
      const [{ after } = { after: undefined }, ...rest] = outcomeOf({ moves }, entitiesOf([ada]));
      expect(after).to.deep.equal(touched(nextVersion(ada)));
      expect(rest).to.deep.equal([]);
      expect(removalOf(ada, entitiesOf([ada]), [linked(ada, ada)]).moves).to.deep.equal([move(ada, ada, null)]);
    });
}
