// Shorthand to fill and query a storage through its ports.
import type { Computer } from '../../src/domain/computer.ts';
import { nextVersion, type Entity } from '../../src/domain/entity.ts';
import type { Person, PersonAttributes } from '../../src/domain/person.ts';
import type { ResourceReader } from '../../src/application/ports/resource-reader.ts';
import type { Transaction, UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { everything } from '../../src/application/model/filter.ts';
import type { Query, ResourceRecord } from '../../src/application/model/query.ts';
import type { View } from '../../src/application/model/view.ts';
import { ownedRelationships, typeOf } from '../../src/application/model/owned-resources.ts';
import { perType, schema, type ResourceType } from '../../src/application/model/schema.ts';
import { aNewComputer, personAttributes } from '../support/builders.ts';
import { repositoryFor } from './rows-of-types.ts';

/** All attributes and linkage of each resource, nothing included. */
export const wholeView: View = {
  selections: perType((type) => ({
    attributes: Object.keys(schema[type].attributes).filter((name) => name !== 'id'),
    linkage: Object.keys(schema[type].relationships),
  })),
  include: undefined,
};

/** A query for all resources of a type, identifiers only; `changes` override it. */
export function queryFor(type: ResourceType, changes: Partial<Query> = {}): Query {
  return {
    type,
    filter: everything,
    sort: [],
    page: undefined,
    attributes: [],
    linkage: [],
    total: false,
    ...changes,
  };
}

export async function findIds(reader: ResourceReader, query: Query): Promise<string[]> {
  return (await reader.find(query)).records.map(({ id }) => id);
}

export async function addPerson(
  unitOfWork: UnitOfWork,
  name: string,
  rest?: Partial<PersonAttributes>,
): Promise<string> {
  return (await unitOfWork.write(({ persons }) => persons.add(personAttributes({ name, ...rest })))).id;
}

export async function addComputer(
  unitOfWork: UnitOfWork,
  serial: string,
  ownerId: string | null = null,
): Promise<string> {
  const computer = await unitOfWork.write(async ({ persons, computers }) => {
    if (ownerId !== null) await persons.lock([ownerId]);
    return computers.add(aNewComputer({ serial, ownerId }));
  });
  return computer.id;
}

/** Transfers computers and increments their versions, but not those of the owners. */
export function transferComputers(
  unitOfWork: UnitOfWork,
  ids: readonly string[],
  ownerId: string | null,
): Promise<void> {
  return unitOfWork.write(async ({ persons, computers }) => {
    await persons.lock([...(await computers.ownersOf(ids)), ...(ownerId === null ? [] : [ownerId])]);
    const locked = await computers.lock(ids);
    await computers.save(locked.map((computer) => ({ ...nextVersion(computer), ownerId })));
  });
}

export async function storedPerson(unitOfWork: UnitOfWork, id: string): Promise<Person | undefined> {
  return (await unitOfWork.write(({ persons }) => persons.lock([id])))[0];
}

export async function storedComputer(unitOfWork: UnitOfWork, id: string): Promise<Computer | undefined> {
  return (await unitOfWork.write(({ computers }) => computers.lock([id])))[0];
}

export function ownedBy(unitOfWork: UnitOfWork, personId: string): Promise<readonly string[]> {
  return unitOfWork.write(({ computers }) => computers.ownedBy([personId]));
}

/** Identifiers of deleted resources. */
export async function unusedIds(unitOfWork: UnitOfWork): Promise<{ personId: string; computerId: string }> {
  const personId = await addPerson(unitOfWork, 'gone');
  const computerId = await addComputer(unitOfWork, 'gone');
  await unitOfWork.write(async ({ persons, computers }) => {
    await persons.lock([personId]);
    await computers.lock([computerId]);
    await persons.remove([personId]);
    await computers.remove([computerId]);
  });
  return { personId, computerId };
}

/** All stored records. */
export function everyRecord(unitOfWork: UnitOfWork): Promise<readonly ResourceRecord[]> {
  return unitOfWork.read(async (reader) => {
    const records: ResourceRecord[] = [];
    for (const type of types) records.push(...(await reader.find(queryFor(type, wholeView.selections[type]))).records);
    return records;
  });
}

/** All stored entities, versions included. */
export function everyEntity(unitOfWork: UnitOfWork): Promise<readonly Entity[]> {
  return unitOfWork.write(lockEverything);
}

export function clear(unitOfWork: UnitOfWork): Promise<void> {
  return unitOfWork.write(async (transaction) => {
    await lockEverything(transaction);
    for (const type of types.toReversed())
      await repositoryFor(transaction, type).remove(await findIds(transaction.reader, queryFor(type)));
  });
}

/** In lock order: persons, then what they own. */
const types: readonly ResourceType[] = ['person', ...ownedRelationships.map(typeOf)];

async function lockEverything(transaction: Transaction): Promise<readonly Entity[]> {
  const entities: Entity[] = [];
  for (const type of types) {
    const ids = await findIds(transaction.reader, queryFor(type));
    entities.push(...(await repositoryFor(transaction, type).lock(ids)));
  }
  return entities;
}
