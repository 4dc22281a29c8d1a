// The order of locks, the same in every write: persons before what they own, each in the order of their identifiers. So two writes that
// touch the same rows queue up instead of deadlocking. What a locked person owns cannot change, since whoever transfers something locks its old and
// its new owner first: so the items of a locked person can be locked at any time.
import { isIdentifier } from '../../domain/identifier.ts';
import type { OwnershipChange } from '../../domain/ownership.ts';
import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import { CollisionError, LinkedNotFoundError, NoOwnerError, NotFoundError } from '../errors.ts';
import type { ResourceType } from '../model/schema.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { Item, OwnedResource } from './owned-resource.ts';

/** What a write names. */
export interface Named {
  readonly persons?: readonly string[];
  readonly items?: readonly string[];
}

/** What is there of it, and the owners of the items, by identifier. */
export interface LockedOwnership<ItemRules extends Rules> {
  readonly persons: ReadonlyMap<string, Person>;
  readonly items: ReadonlyMap<string, Item<ItemRules>>;
}

/**
 * Locks persons, the owners of items, and the items.
 * @throws CollisionError when an item has changed hands meanwhile: the next attempt locks its new owner too
 */
export async function lockOwnership<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  named: Named,
): Promise<LockedOwnership<ItemRules>> {
  const repository = resource.repository(transaction);
  const itemIds = (named.items ?? []).filter(isIdentifier);
  const metBefore = transaction.collisions.flatMap(({ personIds }) => personIds);
  const owners = await repository.ownersOf(itemIds);
  const wanted = new Set([...(named.persons ?? []).filter(isIdentifier), ...owners, ...metBefore]);
  const persons = byIdentifier(await transaction.persons.lock([...wanted]));
  const items = byIdentifier(await repository.lock(itemIds));
  const presentOwners = [...items.values()].map(({ ownerId }) => ownerId).filter((id) => id !== null);
  const unlocked = presentOwners.filter((id) => !persons.has(id));
  if (unlocked.length > 0) throw new CollisionError(`a ${resource.type} has just changed hands`, unlocked);
  return { persons, items };
}

/**
 * Locks an item and its owner.
 * @param others persons to be locked along with the owner
 * @throws NotFoundError when there is no such item; NoOwnerError; CollisionError
 */
export async function lockOwner<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  itemId: string,
  others: readonly string[] = [],
): Promise<Person> {
  const { persons, items } = await lockOwnership(transaction, resource, { persons: others, items: [itemId] });
  const { ownerId } = required(items, resource.type, itemId);
  if (ownerId === null) throw new NoOwnerError(resource.type, itemId);
  return required(persons, 'person', ownerId);
}

/** Locks what a locked person owns. */
export async function lockOwned<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  { id }: Person,
): Promise<readonly Item<ItemRules>[]> {
  const repository = resource.repository(transaction);
  return repository.lock(await repository.ownedBy([id]));
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
