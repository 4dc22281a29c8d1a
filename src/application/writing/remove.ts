import type { Entity } from '#domain/entity';
import { moveAll } from '#domain/relationships';
import { schema, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { Accepted, unguarded, type Guard, type Remove } from './commands.ts';
import { referringIn, requireLocked, requireTarget } from './locked.ts';
import { lockVisible, touchedByRemoval } from './locks.ts';
import { storeChange } from './store.ts';

/**
 * Deletes a resource. Related resources stay; only their links to it end.
 * @throws NotFoundError
 */
export function remove(type: ResourceType): Remove {
  return async (transaction, id, guard = unguarded) => {
    const locked = await lockVisible(transaction, [{ type, id, ...touchedByRemoval(type) }]);
    await removeLocked(transaction, locked, guard, requireLocked(locked, type, id));
  };
}

/**
 * Deletes the target of a to-one relationship.
 * @throws NotFoundError, EmptyRelationshipError
 */
export function removeRelated(type: ResourceType, relationship: string): Remove {
  return async (transaction, id, guard = unguarded) => {
    const named = [{ type, id, moves: [relationship], removes: [relationship] }];
    const locked = await lockVisible(transaction, named);
    await removeLocked(transaction, locked, guard, requireTarget(locked, { type, id, relationship }));
  };
}

/** Ends the links of all resources that refer to it, hidden ones included. */
async function removeLocked(
  transaction: WriteTransaction,
  locked: Locked,
  guard: Guard,
  removed: Entity,
): Promise<void> {
  const accepted = await Accepted.by(transaction, guard, removed, 'delete');
  const { type, id } = removed;
  const moves = Object.entries(schema[type].relationships).flatMap(([name, { to, cardinality, inverse }]) =>
    cardinality === 'one'
      ? moveAll([removed], name, null)
      : moveAll(referringIn(locked.stored, to, inverse, id), inverse, null),
  );
  await storeChange(transaction, locked, accepted, { moves, removed });
}
