// Shorthand to fill a storage with persons and computers.
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { nextVersion, type Entity } from '#domain/entity';
import type { AttributesOf } from '#domain/schema';
import { aNewComputer, aNewPerson } from '../support/builders.ts';
import { unusedId } from './fixtures.ts';

export async function addPerson(
  unitOfWork: UnitOfWork,
  name: string,
  rest?: Partial<AttributesOf<'person'>>,
): Promise<string> {
  return (await unitOfWork.write(({ repositories }) => repositories.person.add(aNewPerson({ name, ...rest })))).id;
}

export async function addComputer(
  unitOfWork: UnitOfWork,
  serial: string,
  owner: string | null = null,
): Promise<string> {
  const added = await unitOfWork.write(async ({ repositories: { person, computer } }) => {
    if (owner !== null) await person.lock([owner]);
    return computer.add(aNewComputer({ serial, owner }));
  });
  return added.id;
}

/** Transfers computers and increments their versions, but not those of the owners. */
export function transferComputers(unitOfWork: UnitOfWork, ids: readonly string[], owner: string | null): Promise<void> {
  return unitOfWork.write(async ({ repositories: { person, computer } }) => {
    await person.lock([...(await computer.targetsOf('owner', ids)), ...(owner === null ? [] : [owner])]);
    const locked = await computer.lock(ids);
    await computer.save(locked.map((each) => ({ ...nextVersion(each), targets: { ...each.targets, owner } })));
  });
}

export async function storedPerson(unitOfWork: UnitOfWork, id: string): Promise<Entity | undefined> {
  return (await unitOfWork.write(({ repositories }) => repositories.person.lock([id])))[0];
}

export function ownedBy(unitOfWork: UnitOfWork, personId: string): Promise<readonly string[]> {
  return unitOfWork.write(({ repositories }) => repositories.computer.referringTo('owner', [personId]));
}

/** The identifiers of a deleted person and of a deleted computer. */
export async function unusedIds(unitOfWork: UnitOfWork): Promise<{ personId: string; computerId: string }> {
  return { personId: await unusedId(unitOfWork, 'person'), computerId: await unusedId(unitOfWork, 'computer') };
}
