// Looks things up among what a write has locked.
import type { Entity } from '../../domain/entity.ts';
import type { Entities } from '../../domain/relationships.ts';
import { relationshipOf, type ResourceType } from '../../domain/schema.ts';
import { EmptyRelationshipError, LinkedNotFoundError, NotFoundError } from '../errors.ts';
import type { Parent, ResourceIdentifier } from '../model/query.ts';

/** @throws NotFoundError */
export function required(locked: Entities, type: ResourceType, id: string): Entity {
  const entity = locked[type].get(id);
  if (entity === undefined) throw new NotFoundError(type, id);
  return entity;
}

/** @throws LinkedNotFoundError with all that are missing */
export function requireLinked(locked: Entities, identifiers: readonly ResourceIdentifier[]): void {
  const missing = identifiers.flatMap(({ type, id }) => (locked[type].has(id) ? [] : [{ type, id }]));
  if (missing.length > 0) throw new LinkedNotFoundError(missing);
}

/**
 * What a to-one relationship of a locked resource leads to.
 * @throws NotFoundError, EmptyRelationshipError
 */
export function requireTarget(locked: Entities, parent: Parent): Entity {
  const target = required(locked, parent.type, parent.id).targets[parent.relationship] ?? null;
  if (target === null) throw new EmptyRelationshipError(parent);
  return required(locked, relationshipOf(parent.type, parent.relationship).to, target);
}

/** The locked resources whose to-one relationship leads to a resource. */
export function referringIn(
  locked: Entities,
  type: ResourceType,
  relationship: string,
  target: string,
): readonly Entity[] {
  return [...locked[type].values()].filter(({ targets }) => targets[relationship] === target);
}

/** Locked resources of a type, by identifier. */
export function entitiesIn(locked: Entities, type: ResourceType, ids: readonly string[]): readonly Entity[] {
  return ids.map((id) => required(locked, type, id));
}
