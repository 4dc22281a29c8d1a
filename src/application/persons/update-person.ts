import { change } from '../../domain/entity.ts';
import { personRules, type Person, type PersonAttributes } from '../../domain/person.ts';
import type { ItemIds } from '../model/owned-resources.ts';
import { lockOwnership, type LockedOwnership } from '../ownership/lock-ownership.ts';
import { required } from '../ownership/locked-ownership.ts';
import { relationshipsIn, replaceSets } from '../ownership/save-ownership.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { unguarded, type Change } from '../writing.ts';

/** Whatever is not named stays. */
export interface PersonChanges {
  readonly attributes: Partial<PersonAttributes>;
  /** Whole sets of items. */
  readonly linkage: ItemIds;
}

/** @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError */
export const updatePerson: Change<Person, PersonChanges> = async (transaction, id, changes, guard = unguarded) => {
  const locked = await lockChange(transaction, id, changes);
  const person = required(locked.persons, 'person', id);
  guard(person);
  await changePerson(transaction, person, changes, locked);
  return { type: 'person', id };
};

/**
 * Locks what a change of a person needs.
 * @param items what to lock, which must include the items that the change names
 */
export function lockChange(
  transaction: Transaction,
  id: string,
  { linkage }: PersonChanges,
  items: ItemIds = linkage,
): Promise<LockedOwnership> {
  const wholeSets = { of: [id], relationships: relationshipsIn(linkage) };
  return lockOwnership(transaction, { wholeSets, items: { ...linkage, ...items } });
}

/**
 * Changes a person for whom `lockChange` has taken the locks.
 * @throws InvalidAttributesError, LinkedNotFoundError
 */
export async function changePerson(
  transaction: Transaction,
  person: Person,
  { attributes, linkage }: PersonChanges,
  locked: LockedOwnership,
): Promise<void> {
  await replaceSets(transaction, person, linkage, locked);
  const changed = change(personRules, person, attributes);
  // If `replaceSets` has saved the person, it was with the same new version; this adds the attributes.
  if (changed !== person) await transaction.persons.save([changed]);
}
