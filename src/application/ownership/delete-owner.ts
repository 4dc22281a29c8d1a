import type { Person } from '../../domain/person.ts';
import { ownedRelationships, type OwnedRelationship } from '../model/owned-resources.ts';
import { removePerson } from '../persons/delete-person.ts';
import { unguarded, type Remove } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { requireOwner } from './locked-ownership.ts';

/**
 * Deletes the person who owns an item. What they own stays, without an owner.
 * @throws NotFoundError, NoOwnerError
 */
export function deleteOwner(relationship: OwnedRelationship): Remove<Person> {
  return async (transaction, itemId, guard = unguarded) => {
    const wholeSets = { of: 'all', relationships: ownedRelationships } as const;
    const locked = await lockOwnership(transaction, { items: { [relationship]: [itemId] }, wholeSets });
    const owner = requireOwner(locked, relationship, itemId);
    guard(owner);
    await removePerson(transaction, owner, locked);
  };
}
