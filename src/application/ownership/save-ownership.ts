import { replaceItems, type OwnershipChange } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import {
  ownedRelationships,
  typeOf,
  type Item,
  type ItemIds,
  type OwnedRelationship,
} from '../model/owned-resources.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { repositoryOf, type LockedOwnership } from './lock-ownership.ts';
import { itemsIn, ownedIn, requireAll, requireLinked } from './locked-ownership.ts';

/** Saves a transfer. Several transfers of one write start from the same locked persons, so each person's version grows by one. */
export async function saveOwnership<Relationship extends OwnedRelationship>(
  transaction: Transaction,
  relationship: Relationship,
  { items, persons }: OwnershipChange<Item<Relationship>>,
): Promise<void> {
  await saveItems(transaction, relationship, items);
  await transaction.persons.save(persons);
}

export function saveItems<Relationship extends OwnedRelationship>(
  transaction: Transaction,
  relationship: Relationship,
  items: readonly Item<Relationship>[],
): Promise<void> {
  return repositoryOf(transaction, relationship).save(items);
}

/**
 * Replaces each set of items that `linkage` names; all items of these sets must be locked.
 * @throws LinkedNotFoundError
 */
export async function replaceSets(
  transaction: Transaction,
  person: Person,
  linkage: ItemIds,
  locked: LockedOwnership,
): Promise<void> {
  requireLinked(locked, linkage);
  for (const relationship of relationshipsIn(linkage)) {
    const wanted = requireAll(itemsIn(locked, relationship), typeOf(relationship), linkage[relationship] ?? []);
    const change = replaceItems(ownedIn(locked, relationship, person), wanted, person, locked.persons);
    await saveOwnership(transaction, relationship, change);
  }
}

/** The relationships that `linkage` names, in lock order. */
export function relationshipsIn(linkage: ItemIds): readonly OwnedRelationship[] {
  return ownedRelationships.filter((relationship) => linkage[relationship] !== undefined);
}
