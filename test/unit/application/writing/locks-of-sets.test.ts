// Locks of the members of every to-many relationship, for any schema. Some members are read behind the lock of the resource that has them, the others before
// the locks and again behind them.
import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { CollisionError } from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { lockAndShow, lockResources } from '#application/writing/locks';
import { lockOrder } from '#application/writing/lock-order';
import { touchedByLinks, type NamedResource } from '#application/writing/wanted';
import { writeRunner, type GuardedRepository, type WriteTransaction } from '#application/writing/write-transaction';
import { linkBetween, type Entities } from '#domain/relationships';
import {
  isManyToMany,
  perType,
  relationshipNames,
  relationshipOf,
  resourceTypes,
  type ResourceType,
} from '#domain/schema';
import { addDraft, addRows } from '../../../contract/fixtures.ts';
import { exampleOf, hasRoom, nextIndex } from '../../../contract/rows-of-types.ts';
import { writeOnce } from '../../../support/write-once.ts';

for (const type of resourceTypes)
  for (const relationship of relationshipNames(type, 'many')) {
    const { to, inverse } = relationshipOf(type, relationship);
    // Each holder gets two members.
    if (hasRoom({ type: to, relationship: inverse, to: type, inverse: relationship }, 2))
      describe(`locking the ${relationship} of a ${type}`, () => {
        describeLocks(type, relationship);
      });
  }

function describeLocks(type: ResourceType, relationship: string): void {
  const declared = relationshipOf(type, relationship);
  const { to, inverse } = declared;
  const isShared = isManyToMany(declared);
  const isReadEarly = isShared || lockOrder.indexOf(to) <= lockOrder.indexOf(type);
  let unitOfWork: UnitOfWork;
  let [ada, bob] = ['', ''];
  let members: readonly string[] = [];
  const linksTo = (id: string) =>
    isShared ? members.map((member) => linkBetween({ type, id }, relationship, member)) : [];
  const set = (id: string): NamedResource => ({ type, id, sets: [relationship] });

  beforeEach(async () => {
    unitOfWork = new MemoryUnitOfWork();
    [ada = '', bob = ''] = await addRows(unitOfWork, type, 2);
    members = await addMembers(unitOfWork, type, relationship, ada);
  });

  it('locks all members as well, and finds their links', async () => {
    const { stored, links } = await writeOnce(unitOfWork)((transaction) => lockResources(transaction, [set(ada)]));
    expect(namesIn(stored)).to.have.members(named({ [type]: [ada] }, { [to]: members }));
    expect(links).to.deep.equal(linksTo(ada));
  });

  it('locks no members if the relationship does not change as a whole', async () => {
    const { stored, links } = await writeOnce(unitOfWork)((transaction) =>
      lockResources(transaction, [{ type, id: ada }]),
    );
    expect(namesIn(stored)).to.deep.equal(named({ [type]: [ada] }));
    expect(links).to.deep.equal([]);
  });

  it('finds no members of a resource that has none', async () => {
    const { stored, links } = await writeOnce(unitOfWork)((transaction) => lockResources(transaction, [set(bob)]));
    expect(namesIn(stored)).to.deep.equal(named({ [type]: [bob] }));
    expect(links).to.deep.equal([]);
  });

  it('finds each link once, even if the relationships of both its resources change', async () => {
    const { links } = await writeOnce(unitOfWork)((transaction) =>
      lockResources(transaction, [
        { type, id: ada, ...touchedByLinks(type) },
        ...members.map((id) => ({ type: to, id, ...touchedByLinks(to) })),
      ]),
    );
    expect(links).to.deep.equal(linksTo(ada));
  });

  it('can read the members without locking them', async () => {
    const { locked, linkage } = await writeOnce(unitOfWork)((transaction) =>
      lockAndShow(transaction, [{ type, id: ada }], { type, id: ada, relationships: [relationship] }),
    );
    expect(linkage).to.deep.equal({ [relationship]: members });
    expect(namesIn(locked.stored)).to.deep.equal(named({ [type]: [ada] }));
  });

  if (isReadEarly) {
    it('collides if members have just joined, and names them', async () => {
      const collision: unknown = await writeOnce(unitOfWork)((transaction) =>
        lockResources(missingAtFirst(transaction), [set(ada)]),
      ).catch((error: unknown) => error);
      if (!(collision instanceof CollisionError)) throw new Error('it has not collided');
      expect(collision.unlocked).to.deep.equal(members.map((id) => ({ type: to, id })));
    });

    it('locks members that have just joined on retry', async () => {
      let attempts = 0;
      const { stored, links } = await writeRunner(unitOfWork)((transaction) => {
        attempts += 1;
        return lockResources(missingAtFirst(transaction), [set(ada)]);
      });
      expect(attempts).to.equal(2);
      expect(namesIn(stored)).to.have.members(named({ [type]: [ada] }, { [to]: members }));
      expect(links).to.deep.equal(linksTo(ada));
    });
  }

  if (!isShared)
    it('also locks the resource that a member leaves', async () => {
      const [member = ''] = members;
      const { stored } = await writeOnce(unitOfWork)((transaction) =>
        lockResources(transaction, [
          { type, id: bob },
          { type: to, id: member, moves: [inverse] },
        ]),
      );
      expect(namesIn(stored)).to.have.members(named({ [type]: [ada, bob] }, { [to]: [member] }));
    });
}

/** Adds two members of a resource. */
function addMembers(
  unitOfWork: UnitOfWork,
  type: ResourceType,
  relationship: string,
  holder: string,
): Promise<readonly string[]> {
  const declared = relationshipOf(type, relationship);
  const { to, inverse } = declared;
  return unitOfWork.write(async (transaction) => {
    const { repositories } = transaction;
    await repositories[type].lock([holder]);
    const ids: string[] = [];
    while (ids.length < 2) {
      const draft = exampleOf(to, nextIndex());
      const targets = isManyToMany(declared) ? draft.targets : { ...draft.targets, [inverse]: holder };
      ids.push((await addDraft(transaction, { ...draft, targets })).id);
    }
    if (isManyToMany(declared)) {
      const added = ids.map((id) => linkBetween({ type, id: holder }, relationship, id));
      const [{ type: declaring, relationship: name } = { type, relationship }] = added;
      await repositories[declaring].relink(name, { added, removed: [] });
    }
    return ids;
  });
}

/** The same transaction, but its sets look empty on the first read. */
function missingAtFirst(transaction: WriteTransaction): WriteTransaction {
  let hasRead = false;
  const afterFirst = async <Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> => {
    const isFirst = !hasRead;
    hasRead = true;
    return isFirst ? [] : found;
  };
  const late = (repository: GuardedRepository): GuardedRepository => ({
    ...repository,
    referringTo: (...given) => afterFirst(repository.referringTo(...given)),
    linksOf: (...given) => afterFirst(repository.linksOf(...given)),
  });
  return { ...transaction, repositories: perType((type) => late(transaction.repositories[type])) };
}

/** The locked resources, as `named` writes them. */
function namesIn(locked: Entities): readonly string[] {
  return named(Object.fromEntries(resourceTypes.map((type) => [type, [...locked[type].keys()]])));
}

/** @example named({ person: ['1'] }, { computer: ['7', '8'] }) // ['person 1', 'computer 7', 'computer 8'] */
function named(...byType: readonly Readonly<Record<string, readonly string[]>>[]): readonly string[] {
  return byType.flatMap((each) => Object.entries(each).flatMap(([type, ids]) => ids.map((id) => `${type} ${id}`)));
}
