// Looks things up among what a write has locked.
import type { Person } from '../../domain/person.ts';
import { LinkedNotFoundError, NoOwnerError, NotFoundError } from '../errors.ts';
import {
  ownedRelationships,
  typeOf,
  type Item,
  type ItemIds,
  type OwnedRelationship,
} from '../model/owned-resources.ts';
import type { ResourceType } from '../model/schema.ts';
import type { LockedOwnership } from './lock-ownership.ts';

/** The locked items of a relationship. */
export function itemsIn<Relationship extends OwnedRelationship>(
  { items }: LockedOwnership,
  relationship: Relationship,
): ReadonlyMap<string, Item<Relationship>> {
  return items[relationship];
}

/** @throws NotFoundError */
export function required<Entity>(locked: ReadonlyMap<string, Entity>, type: ResourceType, id: string): Entity {
  const entity = locked.get(id);
  if (entity === undefined) throw new NotFoundError(type, id);
  return entity;
}

/** @throws LinkedNotFoundError with all that are missing */
export function requireAll<Entity>(
  locked: ReadonlyMap<string, Entity>,
  type: ResourceType,
  ids: readonly string[],
): readonly Entity[] {
  const missing = ids.filter((id) => !locked.has(id));
  if (missing.length > 0) throw new LinkedNotFoundError(missing.map((id) => ({ type, id })));
  return ids.map((id) => required(locked, type, id));
}

/** @throws LinkedNotFoundError with all that are missing, of any relationship */
export function requireLinked(locked: LockedOwnership, linkage: ItemIds): void {
  const missing = ownedRelationships.flatMap((relationship) =>
    (linkage[relationship] ?? [])
      .filter((id) => !itemsIn(locked, relationship).has(id))
      .map((id) => ({ type: typeOf(relationship), id })),
  );
  if (missing.length > 0) throw new LinkedNotFoundError(missing);
}

/**
 * The owner of a locked item.
 * @throws NotFoundError if there is no such item; NoOwnerError
 */
export function requireOwner(locked: LockedOwnership, relationship: OwnedRelationship, itemId: string): Person {
  const type = typeOf(relationship);
  const { ownerId } = required(itemsIn(locked, relationship), type, itemId);
  if (ownerId === null) throw new NoOwnerError(type, itemId);
  return required(locked.persons, 'person', ownerId);
}

/** The locked items that a person owns by a relationship. */
export function ownedIn<Relationship extends OwnedRelationship>(
  locked: LockedOwnership,
  relationship: Relationship,
  { id }: Person,
): readonly Item<Relationship>[] {
  return [...itemsIn(locked, relationship).values()].filter(({ ownerId }) => ownerId === id);
}
