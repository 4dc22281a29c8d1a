import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import {
  EmptyRelationshipError,
  LinkedNotFoundError,
  NotFoundError,
  ParentConflictError,
  RelatedMismatchError,
  RelationshipRequiredError,
  StillReferencedError,
} from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { Accepted, unguarded, type Guard } from '#application/writing/commands';
import type { storeChange } from '#application/writing/store';
import type { Entity } from '#domain/entity';
import { everyEntity } from '../../contract/fixtures.ts';
import { hasRoom, toOneLinks, type Link } from '../../contract/rows-of-types.ts';
import { permitted, writeOnce } from '../../support/write-once.ts';
import {
  freshAttributes,
  gone,
  idOn,
  isShared,
  manyToManySides,
  MEMBERS,
  neverExisted,
  requiredTargets,
  typeOf,
  unheld,
  worldOf,
  type Side,
} from './holders-and-items.ts';
import { waysOf, type Sent, type Way } from './ways-to-write.ts';

/** @param judged true if the write asks its guard before it fails */
type Refusal = readonly [what: string, sent: Partial<Sent>, failure: Error, judged: boolean];

const refusal = new RangeError('the condition is not met');
const refuse: Guard = () => {
  throw refusal;
};

for (const link of [...toOneLinks, ...manyToManySides].filter((each) => hasRoom(each, MEMBERS)))
  describe(`writes of ${link.to}.${link.inverse} and ${link.type}.${link.relationship}`, () => {
    let unitOfWork: UnitOfWork;
    let before: readonly Entity[];

    beforeEach(async () => {
      unitOfWork = await worldOf(link);
      before = await everyEntity(unitOfWork);
    });

    for (const [name, way] of Object.entries(waysOf(link))) {
      for (const [what, sent, failure, judged] of refusalsOf(link, way))
        it(`${name} ${what} leaves everything unchanged`, async () => {
          let calls = 0;
          expect({ ...(await failureOf(way, sent, () => void (calls += 1))) }).to.deep.equal({ ...failure });
          expect(calls).to.equal(judged ? 1 : 0);
          if (judged) expect(await failureOf(way, sent, refuse)).to.equal(refusal);
          expect(await everyEntity(unitOfWork)).to.deep.equal(before);
        });

      it(`${name} is stopped by a guard that throws`, async () => {
        expect(await failureOf(way, {}, refuse)).to.equal(refusal);
        expect(await everyEntity(unitOfWork)).to.deep.equal(before);
      });

      it(`${name} gives its guard the stored target, locked`, async () => {
        const seen: (Entity | undefined)[] = [];
        await writeOnce(unitOfWork)(async (transaction) => {
          const saved: Promise<unknown>[] = [];
          const run = way.run(transaction, sentTo(way, {}), (target) => {
            seen.push(target);
            if (target !== undefined) saved.push(transaction.repositories[target.type].save([target], permitted));
          });
          await run.catch(ignoreRefusal);
          await Promise.all(saved);
        });
        const { target } = way;
        expect(seen).to.deep.equal([
          target && before.find(({ type, id }) => type === typeOf(link, target) && id === idOn(target, link, '1')),
        ]);
      });
    }

    async function failureOf(way: Way, sent: Partial<Sent>, guard: Guard): Promise<Error> {
      try {
        await writeOnce(unitOfWork)((transaction) => way.run(transaction, sentTo(way, sent), guard));
      } catch (error) {
        if (error instanceof Error) return error;
      }
      return expect.fail('it succeeded');
    }

    /** Input with which the write succeeds, except for the given members. */
    function sentTo({ makes, target, links: linksTo }: Way, sent: Partial<Sent>): Sent {
      const type = typeOf(link, makes ?? target ?? 'item');
      const targets = requiredTargets(before, link, makes);
      const linked = linksTo === 'item' ? ['4', '3'] : holderIn(link, '1');
      return { id: '1', attributes: freshAttributes(type), linked, targets, ...sent };
    }
  });

/** Ignores refusals by a link's rules, which are checked after the guard. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RelationshipRequiredError || error instanceof StillReferencedError)) throw error;
}

/** The linkage of an item. */
function holderIn(link: Link, id: string): readonly string[] | string {
  return isShared(link) ? [id] : id;
}

function refusalsOf(link: Link, way: Way): readonly Refusal[] {
  const { type, relationship, to } = link;
  const some = ['abc', '3', gone.item, '4', '9223372036854775808'];
  const missing = some.filter((id) => !['3', '4'].includes(id)).map((id) => ({ type, id: idOn('item', link, id) }));
  const notFound = (side: Side): readonly Refusal[] =>
    [gone[side], ...neverExisted].map((id) => [
      `of a missing ${side}, ${id},`,
      { id, linked: way.links === 'item' ? some : holderIn(link, gone.holder) },
      new NotFoundError(typeOf(link, side), idOn(side, link, id)),
      false,
    ]);
  const notLinked: Readonly<Record<Side, readonly Refusal[]>> = {
    item: [['that links missing items', { linked: some }, new LinkedNotFoundError(missing), true]],
    holder: [gone.holder, 'abc'].map((id) => [
      `that links a missing holder, ${id},`,
      { linked: holderIn(link, id) },
      new LinkedNotFoundError([{ type: to, id }]),
      true,
    ]),
  };
  const otherParents = ['2', null].map((linked): Refusal => [
    `that names another holder, ${linked},`,
    { linked },
    new ParentConflictError(type, relationship, '1'),
    true,
  ]);
  const parent = { type, id: idOn('item', link, '4'), relationship };
  return [
    ...(way.addresses === undefined ? [] : notFound(way.addresses)),
    ...(way.links === undefined ? [] : notLinked[way.links]),
    ...(way.addresses === 'holder' && way.makes === 'item' && !isShared(link) ? otherParents : []),
    ...(way.addresses === 'item' && way.target === 'holder' && unheld(link) === '-'
      ? [['of an item without a holder', { id: '4' }, new EmptyRelationshipError(parent), false] as const]
      : []),
    ...(way.identifies === true
      ? [['of the holder of an item of another', { id: '3' }, new RelatedMismatchError('2'), false] as const]
      : []),
  ];
}

describe('An accepted target', () => {
  it('is the one that the guard was given, and never one that it refused', async () => {
    await writeOnce(new MemoryUnitOfWork())(async (transaction) => {
      const accepted = await Accepted.by(transaction, unguarded, undefined, 'create');
      expect(accepted.target).to.equal(undefined);
      const refused: unknown = await Accepted.by(transaction, refuse, undefined, 'create').catch(
        (error: unknown) => error,
      );
      expect(refused).to.equal(refusal);
    });
  });

  it('is required by the compiler wherever something is stored', () => {
    type Asked = Parameters<typeof storeChange>[2];
    // @ts-expect-error an entity that no guard has seen
    const forgotten: Asked = { target: undefined };
    expect(forgotten).not.to.be.instanceOf(Accepted);
  });
});
