// Looks up resources that a write has locked. Those that the actor does not see are not found.
import type { Entity } from '#domain/entity';
import type { Entities } from '#domain/relationships';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { EmptyRelationshipError, LinkedNotFoundError, NotFoundError } from '../model/errors.ts';
import type { Parent, ResourceIdentifier } from '../model/query.ts';

/** @throws NotFoundError */
export function requireLocked({ visible }: Locked, type: ResourceType, id: string): Entity {
  const entity = visible[type].get(id);
  if (entity === undefined) throw new NotFoundError(type, id);
  return entity;
}

/** @throws LinkedNotFoundError with all that are missing */
export function requireLinked({ visible }: Locked, identifiers: readonly ResourceIdentifier[]): void {
  const missing = identifiers.flatMap(({ type, id }) => (visible[type].has(id) ? [] : [{ type, id }]));
  if (missing.length > 0) throw new LinkedNotFoundError(missing);
}

/**
 * Returns the target of a to-one relationship of a locked resource.
 * @throws NotFoundError, EmptyRelationshipError
 */
export function requireTarget(locked: Locked, parent: Parent): Entity {
  const { type, id, relationship } = parent;
  const target = seenTarget(locked, requireLocked(locked, type, id), relationship);
  if (target === undefined) throw new EmptyRelationshipError(parent);
  return target;
}

/** The target of a to-one relationship, which must be locked; undefined if the actor does not see it. */
export function seenTarget(
  { visible }: Locked,
  { type, targets }: Pick<Entity, 'type' | 'targets'>,
  relationship: string,
): Entity | undefined {
  const target = targets[relationship] ?? null;
  return target === null ? undefined : visible[relationshipOf(type, relationship).to].get(target);
}

/** The resources whose to-one relationship has this target. */
export function referringIn(
  entities: Entities,
  type: ResourceType,
  relationship: string,
  target: string,
): readonly Entity[] {
  return [...entities[type].values()].filter(({ targets }) => targets[relationship] === target);
}

/** Resources of a type, by identifier. */
export function entitiesIn(locked: Locked, type: ResourceType, ids: readonly string[]): readonly Entity[] {
  return ids.map((id) => requireLocked(locked, type, id));
}
