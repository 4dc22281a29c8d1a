import type { Entity } from '#domain/entity';
import { removalOf } from '#domain/removal';
import type { ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { TooManyDeletedError } from '../model/errors.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { Accepted, unguarded, type Guard, type Remove } from './commands.ts';
import { requireLocked, requireTarget } from './locked.ts';
import { lockVisible } from './locks.ts';
import { touchedByRemoval } from './wanted.ts';
import { storeRemoval } from './store.ts';

/**
 * Deletes a resource, and those that the deletion cascades to. Other related resources stay; only their links to it end.
 * @throws NotFoundError, StillReferencedError, TooManyDeletedError
 */
export function remove(type: ResourceType): Remove {
  return async (transaction, id, guard = unguarded) => {
    const locked = await lockVisible(transaction, [{ type, id, ...touchedByRemoval(type) }]);
    await removeLocked(transaction, locked, guard, requireLocked(locked, type, id));
  };
}

/**
 * Deletes the target of a to-one relationship.
 * @throws NotFoundError, EmptyRelationshipError, StillReferencedError, TooManyDeletedError
 */
export function removeRelated(type: ResourceType, relationship: string): Remove {
  return async (transaction, id, guard = unguarded) => {
    const named = [{ type, id, moves: [relationship], removes: [relationship] }];
    const locked = await lockVisible(transaction, named);
    await removeLocked(transaction, locked, guard, requireTarget(locked, { type, id, relationship }));
  };
}

/** Ends all links to it, or deletes the resources that have them, hidden ones included. */
async function removeLocked(
  transaction: WriteTransaction,
  locked: Locked,
  guard: Guard,
  entity: Entity,
): Promise<void> {
  const accepted = await Accepted.by(transaction, guard, entity, 'delete');
  const { removed, moves, refused } = removalOf(entity, locked.stored, locked.links);
  if (locked.isCut || removed.length - 1 > transaction.maxCascade)
    throw new TooManyDeletedError(transaction.maxCascade);
  await storeRemoval(transaction, locked, accepted, { moves, removed }, refused);
}
