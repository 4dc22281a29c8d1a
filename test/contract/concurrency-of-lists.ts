import { expect } from 'chai';
import { apiRoutes } from '../../src/adapters/http/routes.ts';
import { unconditional } from '../../src/adapters/http/conditions/conditions.ts';
import { ApiError } from '../../src/adapters/http/jsonapi/documents/errors.ts';
import { resources } from '../../src/adapters/http/jsonapi/resources/resources.ts';
import type { Json } from '../../src/adapters/http/jsonapi/documents/read-json.ts';
import { LinkedNotFoundError, NoOwnerError, NotFoundError } from '../../src/application/errors.ts';
import { ownedRelationships, typeOf, type OwnedRelationship } from '../../src/application/model/owned-resources.ts';
import { assignOwner } from '../../src/application/ownership/assign-owner.ts';
import { deleteOwner } from '../../src/application/ownership/delete-owner.ts';
import { linkOwned } from '../../src/application/ownership/link-owned.ts';
import { replaceOwned } from '../../src/application/ownership/replace-owned.ts';
import { unlinkOwned } from '../../src/application/ownership/unlink-owned.ts';
import { deletePerson } from '../../src/application/persons/delete-person.ts';
import type { Transaction, UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { Random } from '../chaos/random.ts';
import { apiOf, useCasesOf } from '../support/api-on-storage.ts';
import { addPerson, clear, everyRecord } from './fixtures.ts';
import { exampleOf, repositoryFor } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

const ROUNDS = 12;
const WRITERS = 16;
const PERSONS = 4;
const ITEMS = 8;

/** Lists of operations lock more than single writes, and later than any of their operations alone would. */
export function describeConcurrencyOfLists(unitOfWork: CurrentUnitOfWork, deadlocks: () => number): void {
  describe('concurrent lists of operations and single writes', () => {
    for (const relationship of ownedRelationships)
      it(`of ${relationship} neither deadlock nor fail, and leave both sides consistent`, async () => {
        const before = deadlocks();
        for (let round = 0; round < ROUNDS; round += 1) {
          await clear(unitOfWork());
          await race(unitOfWork(), relationship, new Random(round));
          await expectConsistent(unitOfWork(), relationship);
        }
        expect(deadlocks() - before, 'deadlocks').to.equal(0);
      });
  });
}

interface World {
  readonly relationship: OwnedRelationship;
  readonly persons: readonly string[];
  readonly items: readonly string[];
  readonly random: Random;
}

async function race(unitOfWork: UnitOfWork, relationship: OwnedRelationship, random: Random): Promise<void> {
  const type = typeOf(relationship);
  const persons: string[] = [];
  for (let made = 0; made < PERSONS; made += 1) persons.push(await addPerson(unitOfWork, `P${made}`));
  const items = await unitOfWork.write(async (transaction) => {
    const ids: string[] = [];
    await transaction.persons.lock(persons);
    for (let made = 0; made < ITEMS; made += 1) {
      const ownerId = made % 2 === 0 ? (persons[made % PERSONS] ?? null) : null;
      ids.push((await repositoryFor(transaction, type).add({ ...exampleOf(type), ownerId })).id);
    }
    return ids;
  });
  const world = { relationship, persons, items, random };
  const operate = apiRoutes(apiOf(useCasesOf(unitOfWork))).find(({ name }) => name === 'operations')?.handler;
  if (operate === undefined) throw new Error('there is no route for lists of operations');
  const writes = Array.from({ length: WRITERS }, (_, index) => {
    if (index % 2 === 0) return unitOfWork.write(singleWrite(world));
    const operations = Array.from({ length: 2 + random.below(5) }, () => operation(world));
    const document = (): Json => ({ 'atomic:operations': operations });
    const request = { path: '', id: '', queryString: '', document, documentFirst: false, conditions: unconditional };
    return operate(request);
  });
  const outcomes = await Promise.allSettled(writes);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(failures.filter((failure) => !isExpected(failure))).to.deep.equal([]);
}

/** What was there at the start of the race may be gone. */
function isExpected(failure: unknown): boolean {
  if (failure instanceof ApiError) return failure.status === 404;
  return [NotFoundError, LinkedNotFoundError, NoOwnerError].some((kind) => failure instanceof kind);
}

type Work = (transaction: Transaction) => Promise<unknown>;

function singleWrite({ relationship, persons, items, random }: World): Work {
  const [person, item, some] = [oneOf(random, persons), oneOf(random, items), random.sample(items, ITEMS)];
  const works: readonly Work[] = [
    (transaction) => linkOwned(relationship)(transaction, person, some),
    (transaction) => linkOwned(relationship)(transaction, person, some),
    (transaction) => replaceOwned(relationship)(transaction, person, some),
    (transaction) => unlinkOwned(relationship)(transaction, person, some),
    (transaction) => assignOwner(relationship)(transaction, item, person),
    (transaction) => assignOwner(relationship)(transaction, item, null),
    (transaction) => deletePerson(transaction, person),
    (transaction) => deleteOwner(relationship)(transaction, item),
  ];
  return oneOf(random, random.below(4) === 0 ? works : works.slice(0, SPARING));
}

function operation({ relationship, persons, items, random }: World): Json {
  const type = typeOf(relationship);
  const person = { type: 'person', id: oneOf(random, persons) };
  const item = { type, id: oneOf(random, items) };
  const data = random.sample(items, ITEMS).map((id) => ({ type, id }));
  const linkage = { ...person, relationship };
  const relationships = { [relationship]: { data } };
  const operations: readonly Json[] = [
    { op: 'add', ref: linkage, data },
    { op: 'update', ref: linkage, data },
    { op: 'remove', ref: linkage, data },
    { op: 'update', data: { ...person, relationships } },
    { op: 'update', ref: { ...item, relationship: 'owner' }, data: oneOf(random, [person, null]) },
    { op: 'add', data: { type: 'person', attributes: { name: 'New' }, relationships } },
    { op: 'remove', ref: person },
    { op: 'remove', href: `${resources[type].path}/${item.id}/owner` },
  ];
  return oneOf(random, random.below(4) === 0 ? operations : operations.slice(0, SPARING));
}

/** How many of the writes above, the first ones, delete nobody. */
const SPARING = 6;

function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const picked = random.pick(items);
  if (picked === undefined) throw new Error('there is nothing to pick');
  return picked;
}

async function expectConsistent(unitOfWork: UnitOfWork, relationship: OwnedRelationship): Promise<void> {
  const records = await everyRecord(unitOfWork);
  const fromPersons = records.flatMap(({ type, id, linkage }) =>
    type === 'person' ? (linkage[relationship] ?? []).map((item) => `${item} of ${id}`) : [],
  );
  const fromItems = records.flatMap(({ type, id, linkage }) =>
    type === typeOf(relationship) ? (linkage['owner'] ?? []).map((owner) => `${id} of ${owner}`) : [],
  );
  expect(fromPersons).to.have.members(fromItems);
}
