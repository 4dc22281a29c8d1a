import { expect } from 'chai';
import { ownedRelationships, perOwned, typeOf, type ItemIds } from '../../src/application/model/owned-resources.ts';
import type { ResourceType } from '../../src/application/model/schema.ts';
import { updatePerson } from '../../src/application/persons/update-person.ts';
import type { UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { addPerson, clear, everyRecord, wholeView } from './fixtures.ts';
import { exampleOf, repositoryFor } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { execute } from '../support/execute.ts';

const ROUNDS = 8;
const ITEMS = 20;

/** Writes that name items of every type must follow the lock order; any other order deadlocks. */
export function describeConcurrencyAcrossTypes(unitOfWork: CurrentUnitOfWork, deadlocks: () => number): void {
  describe('concurrent writes to everything that persons own', () => {
    it('move the same items in opposite orders without deadlock, all to one person', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await clear(unitOfWork());
        await race(unitOfWork());
      }
      expect(deadlocks(), 'deadlocks').to.equal(0);
    });
  });
}

/** Two persons race for all items of every type. The items have no owner, so no owner's lock protects them. */
async function race(unitOfWork: UnitOfWork): Promise<void> {
  const persons = [await addPerson(unitOfWork, 'Ada'), await addPerson(unitOfWork, 'Bob')];
  const items = new Map<string, readonly string[]>();
  for (const relationship of ownedRelationships)
    items.set(relationship, await addItems(unitOfWork, typeOf(relationship)));
  const forwards: ItemIds = perOwned((relationship) => items.get(relationship));
  const backwards: ItemIds = Object.fromEntries(
    ownedRelationships.map((relationship) => [relationship, items.get(relationship)?.toReversed()]).toReversed(),
  );
  await Promise.all(
    [forwards, backwards].flatMap((linkage) =>
      persons.map((id) => execute(unitOfWork, updatePerson, [id, { attributes: {}, linkage }], wholeView)),
    ),
  );
  const [winner, ...others] = (await everyRecord(unitOfWork))
    .filter(({ type }) => type === 'person')
    .map(({ linkage }) => linkage)
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  expect(winner).to.deep.equal(Object.fromEntries(items));
  expect(others.map(sizeOf)).to.deep.equal([0]);
}

function addItems(unitOfWork: UnitOfWork, type: ResourceType): Promise<readonly string[]> {
  return unitOfWork.write(async (transaction) => {
    const ids: string[] = [];
    for (let made = 0; made < ITEMS; made += 1)
      ids.push((await repositoryFor(transaction, type).add(exampleOf(type))).id);
    return ids;
  });
}

function sizeOf(linkage: Readonly<Record<string, readonly string[]>>): number {
  return Object.values(linkage).flat().length;
}
