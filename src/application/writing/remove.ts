import type { Entity } from '#domain/entity';
import { moveAll } from '#domain/relationships';
import { schema, type ResourceType, type ToOneOf } from '#domain/schema';
import { findVisible, type Locked } from '../access/judge-rows.ts';
import type { Attempt } from './attempts.ts';
import { Accepted, unguarded, type Guard, type Remove } from './commands.ts';
import { referringIn, requireLocked, requireTarget } from './locked.ts';
import { lockResources, touchedByRemoval } from './locks.ts';
import { storeChange } from './store.ts';

/**
 * Deletes a resource. Those that it is related to stay; their relationship ends.
 * @throws NotFoundError
 */
export function remove(type: ResourceType): Remove {
  return async (attempt, id, guard = unguarded) => {
    const locked = await findVisible(attempt, await lockResources(attempt, [{ type, id, ...touchedByRemoval(type) }]));
    await removeLocked(attempt, locked, guard, requireLocked(locked, type, id));
  };
}

/**
 * Deletes the resource that a to-one relationship leads to.
 * @throws NotFoundError, EmptyRelationshipError
 */
export function removeRelated<Type extends ResourceType>(type: Type, relationship: ToOneOf<Type>): Remove {
  return async (attempt, id, guard = unguarded) => {
    const named = [{ type, id, moves: [relationship], removes: [relationship] }];
    const locked = await findVisible(attempt, await lockResources(attempt, named));
    await removeLocked(attempt, locked, guard, requireTarget(locked, { type, id, relationship }));
  };
}

/** Links of hidden resources end, too. */
async function removeLocked(attempt: Attempt, locked: Locked, guard: Guard, removed: Entity): Promise<void> {
  const accepted = await Accepted.by(attempt, guard, removed, 'delete');
  const { type, id } = removed;
  const moves = Object.entries(schema[type].relationships).flatMap(([name, { to, cardinality, inverse }]) =>
    cardinality === 'one'
      ? moveAll([removed], name, null)
      : moveAll(referringIn(locked.stored, to, inverse, id), inverse, null),
  );
  await storeChange(attempt, locked, accepted, { moves, removed });
}
