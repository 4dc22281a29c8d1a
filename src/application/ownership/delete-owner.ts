import { isIdentifier } from '../../domain/identifier.ts';
import type { Person } from '../../domain/person.ts';
import { CollisionError } from '../errors.ts';
import { ownedRelationships, typeOf, type OwnedRelationship } from '../model/owned-resources.ts';
import { removePerson } from '../persons/delete-person.ts';
import { unguarded, type Remove } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { requireOwner } from './locked-ownership.ts';

/**
 * Deletes the person who owns an item. What they own stays, without an owner.
 * @throws NotFoundError, NoOwnerError
 */
export function deleteOwner(relationship: OwnedRelationship): Remove<Person> {
  return async (transaction, itemId, guard = unguarded) => {
    const itemIds = isIdentifier(itemId) ? [itemId] : [];
    // The owner is locked together with everything they own, so their identifier is needed first. After a collision it is the owner met there.
    const metBefore = transaction.collisions.flatMap(({ personIds }) => personIds);
    const ownerId = metBefore.at(-1) ?? (await repositoryOf(transaction, relationship).ownersOf(itemIds))[0];
    const locked = await lockOwnership(transaction, {
      items: { [relationship]: itemIds },
      ...(ownerId === undefined ? {} : { wholeSets: { of: ownerId, relationships: ownedRelationships } }),
    });
    const owner = requireOwner(locked, relationship, itemId);
    if (owner.id !== ownerId)
      throw new CollisionError(`the ${typeOf(relationship)} has just changed hands`, [owner.id]);
    guard(owner);
    await removePerson(transaction, owner, locked);
  };
}
