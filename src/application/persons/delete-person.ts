import { transfer } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import { ownedRelationships } from '../model/owned-resources.ts';
import { lockOwnership, type LockedOwnership } from '../ownership/lock-ownership.ts';
import { ownedIn, required } from '../ownership/locked-ownership.ts';
import { saveItems } from '../ownership/save-ownership.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { unguarded, type Remove } from '../writing.ts';

/**
 * Deletes a person. Their items stay, without an owner.
 * @throws NotFoundError
 */
export const deletePerson: Remove<Person> = async (transaction, id, guard = unguarded) => {
  const locked = await lockOwnership(transaction, {
    wholeSets: { of: [id], relationships: ownedRelationships },
  });
  const person = required(locked.persons, 'person', id);
  guard(person);
  await removePerson(transaction, person, locked);
};

/** Removes a person who is locked with all items. */
export async function removePerson(transaction: Transaction, person: Person, locked: LockedOwnership): Promise<void> {
  for (const relationship of ownedRelationships) {
    const { items } = transfer(ownedIn(locked, relationship, person), null, locked.persons);
    await saveItems(transaction, relationship, items);
  }
  await transaction.persons.remove([person.id]);
}
