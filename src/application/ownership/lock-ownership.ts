// Every write locks in the same order: all persons, then the items of one relationship after another, each in order of identifier. So writes that
// touch the same rows queue up instead of deadlocking. What a locked person owns cannot change, since a transfer locks the old and the new owner.
import { isIdentifier } from '../../domain/identifier.ts';
import type { Entity } from '../../domain/entity.ts';
import type { Person } from '../../domain/person.ts';
import { CollisionError } from '../errors.ts';
import {
  ownedRelationships,
  typeOf,
  type Item,
  type ItemIds,
  type OwnedRelationship,
} from '../model/owned-resources.ts';
import type { OwnedRepositories } from '../ports/repository.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

/** What to lock, by identifier. */
export interface LockRequest {
  readonly persons?: readonly string[];
  readonly items?: ItemIds;
  /** Persons, or all persons to lock, and everything they own by these relationships. */
  readonly wholeSets?: {
    readonly of: readonly string[] | 'all';
    readonly relationships: readonly OwnedRelationship[];
  };
}

/** The persons and items of a request, and the owners of the items: those that exist, by identifier. */
export interface LockedOwnership {
  readonly persons: ReadonlyMap<string, Person>;
  readonly items: LockedItems;
}

export type LockedItems = {
  readonly [Relationship in OwnedRelationship]: ReadonlyMap<string, Item<Relationship>>;
};

/**
 * Locks persons, the owners of items, and the items.
 * @throws CollisionError if an item has just changed hands; the next attempt locks its new owner too
 * @example const { persons, items } = await lockOwnership(transaction, { persons: ['1'], items: { computers: ['7', '8'] } })
 */
export async function lockOwnership(
  transaction: Transaction,
  { persons: personIds = [], items: itemIds = {}, wholeSets }: LockRequest,
): Promise<LockedOwnership> {
  const owners = transaction.collisions.flatMap(({ personIds: metBefore }) => metBefore);
  for (const relationship of ownedRelationships)
    owners.push(...(await repositoryOf(transaction, relationship).ownersOf(identifiers(itemIds[relationship]))));
  const sets = wholeSets === undefined || wholeSets.of === 'all' ? [] : identifiers(wholeSets.of);
  const wanted = [...new Set([...identifiers(personIds), ...sets, ...owners])];
  const holders = wholeSets?.of === 'all' ? wanted : sets;
  const persons = byIdentifier(await transaction.persons.lock(wanted));
  const locked: (readonly [OwnedRelationship, ReadonlyMap<string, Entity>])[] = [];
  for (const relationship of ownedRelationships) {
    const holdersOfAll = wholeSets?.relationships.includes(relationship) === true ? holders : [];
    const owned = await repositoryOf(transaction, relationship).ownedBy(holdersOfAll);
    const ids = [...new Set([...identifiers(itemIds[relationship]), ...owned])];
    locked.push([relationship, await lockItems(transaction, relationship, ids, persons)]);
  }
  return { persons, items: Object.fromEntries(locked) as LockedItems };
}

/** The repository of the items of a relationship. */
export function repositoryOf<Relationship extends OwnedRelationship>(
  repositories: OwnedRepositories,
  relationship: Relationship,
): OwnedRepositories[Relationship] {
  return repositories[relationship];
}

/** @throws CollisionError if the owner of an item is not locked */
async function lockItems<Relationship extends OwnedRelationship>(
  transaction: Transaction,
  relationship: Relationship,
  ids: readonly string[],
  persons: ReadonlyMap<string, Person>,
): Promise<ReadonlyMap<string, Item<Relationship>>> {
  const items = await repositoryOf(transaction, relationship).lock(ids);
  const unlocked = items.flatMap(({ ownerId }) => (ownerId === null || persons.has(ownerId) ? [] : [ownerId]));
  if (unlocked.length > 0) throw new CollisionError(`a ${typeOf(relationship)} has just changed hands`, unlocked);
  return byIdentifier(items);
}

function identifiers(ids: readonly string[] = []): readonly string[] {
  return ids.filter(isIdentifier);
}

function byIdentifier<Locked extends Entity>(entities: readonly Locked[]): ReadonlyMap<string, Locked> {
  return new Map(entities.map((entity) => [entity.id, entity]));
}
