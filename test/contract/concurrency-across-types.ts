import { expect } from 'chai';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { update } from '#application/writing/update';
import { isManyToMany, relationshipNames, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { addRows, clear, everyRecord, wholeView } from './fixtures.ts';
import { repeatRace } from './races.ts';
import { membersOf } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { execute } from '../support/execute.ts';

const ROUNDS = 8;
const MEMBERS = 20;

/** Writes that name members of every to-many relationship must follow the lock order; any other order deadlocks. */
export function describeConcurrencyAcrossTypes(
  unitOfWork: CurrentUnitOfWork,
  deadlocks: () => number | undefined,
): void {
  for (const type of resourceTypes.filter((each) => relationshipNames(each, 'many').length > 0))
    describe(`concurrent writes to everything that leads to a ${type}`, () => {
      it('move the same resources in opposite orders without deadlock, and one write gets them all', () =>
        repeatRace(ROUNDS, deadlocks, async () => {
          await clear(unitOfWork());
          await race(unitOfWork(), type);
        }));
    });
}

/**
 * Two resources race for all members of every relationship. Both get the members of a many-to-many one. The members share no target, so no target's
 * lock protects them.
 */
async function race(unitOfWork: UnitOfWork, type: ResourceType): Promise<void> {
  const holders = await addRows(unitOfWork, type, 2);
  const members = new Map<string, readonly string[]>();
  for (const relationship of relationshipNames(type, 'many')) {
    const count = membersOf(type, relationship, MEMBERS);
    members.set(relationship, await addRows(unitOfWork, relationshipOf(type, relationship).to, count));
  }
  const forwards = Object.fromEntries(members);
  const backwards = Object.fromEntries([...members].map(([name, ids]) => [name, ids.toReversed()]).toReversed());
  await Promise.all(
    [forwards, backwards].flatMap((linkage) =>
      holders.map((id) => execute(unitOfWork, update(type), [id, { attributes: {}, linkage }], wholeView)),
    ),
  );
  const linkages = (await everyRecord(unitOfWork))
    .filter((record) => record.type === type && holders.includes(record.id))
    .map(({ linkage }) => linkage);
  const part = (linkage: LinkageOfRecord, isShared: boolean): LinkageOfRecord =>
    Object.fromEntries(
      [...members.keys()]
        .filter((name) => isManyToMany(relationshipOf(type, name)) === isShared)
        .map((name) => [name, linkage[name] ?? []]),
    );
  const [winner, ...others] = linkages
    .map((linkage) => part(linkage, false))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  expect(winner).to.deep.equal(part(forwards, false));
  expect(others.map(sizeOf)).to.deep.equal([0]);
  for (const linkage of linkages) expect(part(linkage, true)).to.deep.equal(part(forwards, true));
}

type LinkageOfRecord = Readonly<Record<string, readonly string[]>>;

function sizeOf(linkage: LinkageOfRecord): number {
  return Object.values(linkage).flat().length;
}
