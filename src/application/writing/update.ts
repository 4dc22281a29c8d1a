import { change, type Entity } from '#domain/entity';
import { isIdentifier } from '#domain/identifier';
import type { Entities } from '#domain/relationships';
import {
  relationshipOf,
  type AnyLinkage,
  type Attributes,
  type ResourceType,
  type TargetOf,
  type ToOneOf,
} from '#domain/schema';
import { NotFoundError, RelatedMismatchError } from '../model/errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Attempt } from './attempts.ts';
import { Accepted, unguarded, type Change, type Changes, type IdentifiedChanges } from './commands.ts';
import { lockResources, requireLinked, requireLocked, requireTarget } from './locks.ts';
import { movesOf, namedBy, relinked } from './relinking.ts';
import { storeChange } from './store.ts';

/**
 * Changes attributes and relationships of a resource.
 * @throws NotFoundError, LinkedNotFoundError, RuleBrokenError
 */
export function update<Type extends ResourceType>(type: Type): Change<Changes<Type>> {
  return updateAny(type);
}

/** The same for a type known at run time; the attributes and relationships must be its own. */
export function updateAny(type: ResourceType): Change<AnyChanges> {
  return async (attempt, id, { attributes, linkage }, guard = unguarded) => {
    const locked = await lockResources(attempt, [relinked({ type, id }, linkage), ...namedBy(type, linkage)]);
    return revise(attempt, locked, Accepted.by(guard, requireLocked(locked, type, id)), { attributes, linkage });
  };
}

/**
 * Changes the resource that a to-one relationship leads to, which must be the one that the changes identify.
 * @throws NotFoundError, EmptyRelationshipError, RelatedMismatchError, LinkedNotFoundError, RuleBrokenError
 */
export function updateRelated<Type extends ResourceType, Name extends ToOneOf<Type>>(
  type: Type,
  relationship: Name,
): Change<IdentifiedChanges<TargetOf<Type, Name>>> {
  const { to } = relationshipOf(type, relationship);
  return async (attempt, id, { id: targetId, attributes, linkage }, guard = unguarded) => {
    if (!isIdentifier(id)) throw new NotFoundError(type, id);
    const named = [
      { type, id, moves: [relationship] },
      relinked({ type: to, id: targetId }, linkage),
      ...namedBy(to, linkage),
    ];
    const locked = await lockResources(attempt, named);
    const target = requireTarget(locked, { type, id, relationship });
    if (target.id !== targetId) throw new RelatedMismatchError(target.id);
    return revise(attempt, locked, Accepted.by(guard, target), { attributes, linkage });
  };
}

/** `Changes` of any type. */
export interface AnyChanges {
  readonly attributes: Readonly<Record<string, Attributes[string] | undefined>>;
  readonly linkage: AnyLinkage;
}

/** @throws LinkedNotFoundError, RuleBrokenError */
async function revise(
  attempt: Attempt,
  locked: Entities,
  accepted: Accepted<Entity>,
  { attributes, linkage }: AnyChanges,
): Promise<ResourceIdentifier> {
  const { target: entity } = accepted;
  const { type, id } = entity;
  requireLinked(locked, namedBy(type, linkage));
  const revised = change(entity, attributes);
  const moves = movesOf(locked, entity, linkage);
  await storeChange(attempt, locked, accepted, { ...(revised !== entity && { revised }), moves });
  return { type, id };
}
