// Short ways to fill a storage and to ask it, through the ports alone.
import type { Computer } from '../../src/domain/computer.ts';
import { nextVersion } from '../../src/domain/entity.ts';
import type { Person, PersonAttributes } from '../../src/domain/person.ts';
import type { ResourceReader } from '../../src/application/ports/resource-reader.ts';
import type { Transaction, UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { everything } from '../../src/application/model/filter.ts';
import type { Query, ResourceRecord } from '../../src/application/model/query.ts';
import type { View } from '../../src/application/model/view.ts';
import type { ResourceType } from '../../src/application/model/schema.ts';
import { aNewComputer, personAttributes } from '../support/builders.ts';

/** The same members of each resource, nothing included. */
export const wholeView: View = {
  selections: {
    person: { attributes: ['name', 'email', 'birthDate'], linkage: ['computers'] },
    computer: { attributes: ['serial'], linkage: ['owner'] },
  },
  include: undefined,
};

/** A question for everything of a type, identifiers only, unless told otherwise. */
export function ask(type: ResourceType, changes: Partial<Query> = {}): Query {
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

/** Says who owns computers, their next versions included; the owners' versions stay as they are. */
export function giveComputers(unitOfWork: UnitOfWork, ids: readonly string[], ownerId: string | null): Promise<void> {
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

/** Identifiers that nothing has any more. */
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

/** Everything that is stored. */
export function everyRecord(unitOfWork: UnitOfWork): Promise<readonly ResourceRecord[]> {
  return unitOfWork.read(async (reader) => {
    const persons = await reader.find(ask('person', wholeView.selections.person));
    const computers = await reader.find(ask('computer', wholeView.selections.computer));
    return [...persons.records, ...computers.records];
  });
}

/** Everything that is stored, as the use cases see it: with versions. */
export function everyEntity(unitOfWork: UnitOfWork): Promise<readonly (Person | Computer)[]> {
  return unitOfWork.write(async ({ persons, computers, reader }) => [
    ...(await persons.lock(await findIds(reader, ask('person')))),
    ...(await computers.lock(await findIds(reader, ask('computer')))),
  ]);
}

/** Empties the storage. */
export function clear(unitOfWork: UnitOfWork): Promise<void> {
  return unitOfWork.write(async (transaction) => {
    const personIds = await findIds(transaction.reader, ask('person'));
    const computerIds = await findIds(transaction.reader, ask('computer'));
    await removeAll(transaction, personIds, computerIds);
  });
}

async function removeAll(
  { persons, computers }: Transaction,
  personIds: readonly string[],
  computerIds: readonly string[],
): Promise<void> {
  await persons.lock(personIds);
  await computers.lock(computerIds);
  await computers.remove(computerIds);
  await persons.remove(personIds);
}
