import { change } from '../../domain/entity.ts';
import { isIdentifier } from '../../domain/identifier.ts';
import { transfer } from '../../domain/ownership.ts';
import type { AttributesOf, Rules } from '../../domain/rules.ts';
import { NotFoundError } from '../errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, requireAll, required, saveOwnership } from './lock-ownership.ts';
import type { Item, OwnedLinkage, OwnedResource } from './owned-resource.ts';

/** What is not named keeps its value. */
export interface OwnedChanges<ItemRules extends Rules> {
  readonly attributes: Partial<AttributesOf<ItemRules>>;
  readonly linkage: OwnedLinkage;
}

/** Changes an item, and who owns it. */
export class UpdateOwned<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /** @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError */
  execute(id: string, changes: OwnedChanges<ItemRules>, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, id, changes));
  }

  async within(
    transaction: Transaction,
    id: string,
    { attributes, linkage: { owner } }: OwnedChanges<ItemRules>,
    guard: Guard<Item<ItemRules>> = unguarded,
  ): Promise<ResourceIdentifier> {
    if (owner === undefined) await changeAttributes(transaction, this.#resource, id, attributes, guard);
    else await changeWithOwner(transaction, this.#resource, id, attributes, owner, guard);
    return { type: this.#resource.type, id };
  }
}

/** Locks the item alone, which needs no other lock: nothing that it is related to changes. */
async function changeAttributes<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  id: string,
  attributes: Partial<AttributesOf<ItemRules>>,
  guard: Guard<Item<ItemRules>>,
): Promise<void> {
  const repository = resource.repository(transaction);
  const [item] = isIdentifier(id) ? await repository.lock([id]) : [];
  if (item === undefined) throw new NotFoundError(resource.type, id);
  guard(item);
  const changed = change(resource.rules, item, attributes);
  if (changed !== item) await repository.save([changed]);
}

async function changeWithOwner<ItemRules extends Rules>(
  transaction: Transaction,
  resource: OwnedResource<ItemRules>,
  id: string,
  attributes: Partial<AttributesOf<ItemRules>>,
  ownerId: string | null,
  guard: Guard<Item<ItemRules>>,
): Promise<void> {
  const owners = ownerId === null ? [] : [ownerId];
  const { persons, items } = await lockOwnership(transaction, resource, { persons: owners, items: [id] });
  const item = required(items, resource.type, id);
  guard(item);
  const [owner = null] = requireAll(persons, 'person', owners);
  const changed = change(resource.rules, item, attributes);
  // However much of it changes, its version grows by one.
  const moved = transfer([{ ...changed, version: item.version }], owner, persons);
  const [stored = changed] = moved.items;
  await saveOwnership(transaction, resource, { items: stored === item ? [] : [stored], persons: moved.persons });
}
