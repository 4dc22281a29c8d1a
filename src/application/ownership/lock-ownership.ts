// The order of locks, the same in every write: first all persons, then all items, each in the order of their identifiers. So two writes that
// touch the same rows queue up instead of deadlocking. What a locked person owns cannot change, since whoever transfers something locks its old and
// its new owner first.
import { isIdentifier } from '../../domain/identifier.ts';
import type { OwnershipChange } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import { CollisionError, LinkedNotFoundError, NoOwnerError, NotFoundError } from '../errors.ts';
import type { ResourceType } from '../model/schema.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { Item, OwnedResource } from './owned-resource.ts';

/** What a write is about. */
export interface Named {
  readonly persons?: readonly string[];
  readonly items?: readonly string[];
  /** A person, with all items that this person owns. */
  readonly wholeSetOf?: string;
}

/** Those that exist, and the owners of the items, by identifier. */
export interface LockedOwnership<ItemRules extends Rules> {
  readonly persons: ReadonlyMap<string, Person>;
  readonly items: ReadonlyMap<string, Item<ItemRules>>;
}

/**
 * Locks persons, the owners of items, and the items.
 * @throws CollisionError when an item has changed hands meanwhile: the next attempt locks its new owner too
 * @example const { persons, items } = await lockOwnership(transaction, computers, { persons: ['1'], items: ['7', '8'] })
 */
export async function lockOwnership<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  { persons: personIds = [], items: itemIds = [], wholeSetOf }: Named,
): Promise<LockedOwnership<ItemRules>> {
  const repository = resource.repository(transaction);
  const named = itemIds.filter(isIdentifier);
  const holders = wholeSetOf === undefined || !isIdentifier(wholeSetOf) ? [] : [wholeSetOf];
  const metBefore = transaction.collisions.flatMap((collision) => collision.personIds);
  const owners = await repository.ownersOf(named);
  const wanted = new Set([...personIds.filter(isIdentifier), ...holders, ...owners, ...metBefore]);
  const persons = byIdentifier(await transaction.persons.lock([...wanted]));
  const owned = await repository.ownedBy(holders);
  const items = byIdentifier(await repository.lock([...new Set([...named, ...owned])]));
  const presentOwners = [...items.values()].map(({ ownerId }) => ownerId).filter((id) => id !== null);
  const unlocked = presentOwners.filter((id) => !persons.has(id));
  if (unlocked.length > 0) throw new CollisionError(`a ${resource.type} has just changed hands`, unlocked);
  return { persons, items };
}

/**
 * The person who owns a locked item.
 * @throws NotFoundError when there is no such item; NoOwnerError
 */
export function requireOwner<ItemRules extends Rules>(
  { persons, items }: LockedOwnership<ItemRules>,
  type: ResourceType,
  itemId: string,
): Person {
  const { ownerId } = required(items, type, itemId);
  if (ownerId === null) throw new NoOwnerError(type, itemId);
  return required(persons, 'person', ownerId);
}

/** Those of the locked items that a person owns. */
export function ownedIn<ItemRules extends Rules>(
  { items }: LockedOwnership<ItemRules>,
  { id }: Person,
): readonly Item<ItemRules>[] {
  return [...items.values()].filter(({ ownerId }) => ownerId === id);
}

/** @throws NotFoundError */
export function required<Entity>(locked: ReadonlyMap<string, Entity>, type: ResourceType, id: string): Entity {
  const entity = locked.get(id);
  if (entity === undefined) throw new NotFoundError(type, id);
  return entity;
}

/** @throws LinkedNotFoundError naming all that are not there */
export function requireAll<Entity>(
  locked: ReadonlyMap<string, Entity>,
  type: ResourceType,
  ids: readonly string[],
): readonly Entity[] {
  const missing = ids.filter((id) => !locked.has(id));
  if (missing.length > 0) throw new LinkedNotFoundError(type, missing);
  return ids.map((id) => required(locked, type, id));
}

export async function saveOwnership<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  { items, persons }: OwnershipChange<Item<ItemRules>>,
): Promise<void> {
  await resource.repository(transaction).save(items);
  await transaction.persons.save(persons);
}

function byIdentifier<Entity extends { readonly id: string }>(
  entities: readonly Entity[],
): ReadonlyMap<string, Entity> {
  return new Map(entities.map((entity) => [entity.id, entity]));
}
