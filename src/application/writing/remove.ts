import type { Entity } from '#domain/entity';
import { moveAll, type Entities } from '#domain/relationships';
import { schema, type ResourceType, type ToOneOf } from '#domain/schema';
import type { Attempt } from './attempts.ts';
import { Accepted, unguarded, type Remove } from './commands.ts';
import { lockResources, referringIn, requireLocked, requireTarget, touchedByRemoval } from './locks.ts';
import { storeChange } from './store.ts';

/**
 * Deletes a resource. Those that it is related to stay; their relationship ends.
 * @throws NotFoundError
 */
export function remove(type: ResourceType): Remove {
  return async (attempt, id, guard = unguarded) => {
    const locked = await lockResources(attempt, [{ type, id, ...touchedByRemoval(type) }]);
    await removeLocked(attempt, locked, Accepted.by(guard, requireLocked(locked, type, id)));
  };
}

/**
 * Deletes the resource that a to-one relationship leads to.
 * @throws NotFoundError, EmptyRelationshipError
 */
export function removeRelated<Type extends ResourceType>(type: Type, relationship: ToOneOf<Type>): Remove {
  return async (attempt, id, guard = unguarded) => {
    const locked = await lockResources(attempt, [{ type, id, moves: [relationship], removes: [relationship] }]);
    await removeLocked(attempt, locked, Accepted.by(guard, requireTarget(locked, { type, id, relationship })));
  };
}

async function removeLocked(attempt: Attempt, locked: Entities, accepted: Accepted<Entity>): Promise<void> {
  const { target: removed } = accepted;
  const { type, id } = removed;
  const moves = Object.entries(schema[type].relationships).flatMap(([name, { to, cardinality, inverse }]) =>
    cardinality === 'one'
      ? moveAll([removed], name, null)
      : moveAll(referringIn(locked, to, inverse, id), inverse, null),
  );
  await storeChange(attempt, locked, accepted, { moves, removed });
}
