import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { addComputer, addPerson, unusedIds } from '../contract/persons.ts';

/** Ada owns the first two computers, Bob the third, nobody the fourth. Nothing has the `gone` identifiers. */
export interface World {
  readonly unitOfWork: UnitOfWork;
  readonly ada: string;
  readonly bob: string;
  readonly gonePerson: string;
  readonly goneComputer: string;
  readonly c1: string;
  readonly c2: string;
  readonly c3: string;
  readonly c4: string;
}

/** Creates a world in memory. */
export async function openWorld(): Promise<World> {
  const unitOfWork = new MemoryUnitOfWork();
  const { personId: gonePerson, computerId: goneComputer } = await unusedIds(unitOfWork);
  const ada = await addPerson(unitOfWork, 'Ada', { email: 'ada@example.org', birthDate: '1815-12-10' });
  const bob = await addPerson(unitOfWork, 'Bob');
  const c1 = await addComputer(unitOfWork, 'C-1', ada);
  const c2 = await addComputer(unitOfWork, 'C-2', ada);
  const c3 = await addComputer(unitOfWork, 'C-3', bob);
  const c4 = await addComputer(unitOfWork, 'C-4');
  return { unitOfWork, ada, bob, gonePerson, goneComputer, c1, c2, c3, c4 };
}
