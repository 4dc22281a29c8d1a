import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import { ownedRelationships } from '../model/owned-resources.ts';
import { lockOwnership, type LockedOwnership } from '../ownership/lock-ownership.ts';
import { ownedIn, required } from '../ownership/locked-ownership.ts';
import { saveItems } from '../ownership/save-ownership.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, type Guard } from '../writing.ts';

export class DeletePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Deletes a person. Their items stay, without an owner.
   * @throws NotFoundError
   */
  execute(id: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => this.within(transaction, id));
  }

  async within(transaction: Transaction, id: string, guard: Guard<Person> = unguarded): Promise<void> {
    const locked = await lockOwnership(transaction, { wholeSets: { of: id, relationships: ownedRelationships } });
    const person = required(locked.persons, 'person', id);
    guard(person);
    await removePerson(transaction, person, locked);
  }
}

/** Removes a person who is locked with all items. */
export async function removePerson(transaction: Transaction, person: Person, locked: LockedOwnership): Promise<void> {
  for (const relationship of ownedRelationships) {
    const { items } = transfer(ownedIn(locked, relationship, person), null, locked.persons);
    await saveItems(transaction, relationship, items);
  }
  await transaction.persons.remove([person.id]);
}
