import { change } from '../../domain/entity.ts';
import { isIdentifier } from '../../domain/identifier.ts';
import { transfer } from '../../domain/ownership.ts';
import { NotFoundError } from '../errors.ts';
import {
  rulesOf,
  typeOf,
  type Item,
  type ItemAttributes,
  type ItemLinkage,
  type OwnedRelationship,
} from '../model/owned-resources.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { unguarded, type Change, type Guard } from '../writing.ts';
import { lockOwnership, repositoryOf } from './lock-ownership.ts';
import { requireAll, required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/** Whatever is not named stays. */
export interface OwnedChanges<Relationship extends OwnedRelationship> {
  readonly attributes: Partial<ItemAttributes<Relationship>>;
  readonly linkage: ItemLinkage;
}

/**
 * Changes the attributes and the owner of an item.
 * @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError
 */
export function updateOwned<Relationship extends OwnedRelationship>(
  relationship: Relationship,
): Change<Item<Relationship>, OwnedChanges<Relationship>> {
  return async (transaction, id, { attributes, linkage: { owner } }, guard = unguarded) => {
    if (owner === undefined) await changeAttributes(transaction, relationship, id, attributes, guard);
    else await changeWithOwner(transaction, relationship, id, attributes, owner, guard);
    return { type: typeOf(relationship), id };
  };
}

/** Locks only the item, since nothing related to it changes. */
async function changeAttributes<Relationship extends OwnedRelationship>(
  transaction: Transaction,
  relationship: Relationship,
  id: string,
  attributes: Partial<ItemAttributes<Relationship>>,
  guard: Guard<Item<Relationship>>,
): Promise<void> {
  const type = typeOf(relationship);
  const repository = repositoryOf(transaction, relationship);
  const [item] = isIdentifier(id) ? await repository.lock([id]) : [];
  if (item === undefined) throw new NotFoundError(type, id);
  guard(item);
  const changed = change(rulesOf(relationship), item, attributes);
  if (changed !== item) await repository.save([changed]);
}

async function changeWithOwner<Relationship extends OwnedRelationship>(
  transaction: Transaction,
  relationship: Relationship,
  id: string,
  attributes: Partial<ItemAttributes<Relationship>>,
  ownerId: string | null,
  guard: Guard<Item<Relationship>>,
): Promise<void> {
  const type = typeOf(relationship);
  const owners = ownerId === null ? [] : [ownerId];
  const { persons, items } = await lockOwnership(transaction, { persons: owners, items: { [relationship]: [id] } });
  const item = required(items[relationship], type, id);
  guard(item);
  const [owner = null] = requireAll(persons, 'person', owners);
  const changed = change(rulesOf(relationship), item, attributes);
  // Attributes and owner together bump the version once.
  const moved = transfer([{ ...changed, version: item.version }], owner, persons);
  const [stored = changed] = moved.items;
  await saveOwnership(transaction, relationship, { items: stored === item ? [] : [stored], persons: moved.persons });
}
