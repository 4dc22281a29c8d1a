import { transfer } from '../../domain/ownership.ts';
import type { Rules } from '../../domain/rules.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership, required, saveOwnership } from './lock-ownership.ts';
import type { Item, OwnedResource } from './owned-resource.ts';

/** Takes an item from its owner. */
export class RemoveOwner<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /**
   * Takes an item from the named person, or from whoever owns it (`null`); when somebody else does, nobody, or none is named, nothing changes.
   * @throws NotFoundError when there is no such item
   */
  execute(itemId: string, personId: string | null | undefined, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, itemId, personId));
  }

  async within(
    transaction: Transaction,
    itemId: string,
    personId: string | null | undefined,
    guard: Guard<Item<ItemRules>> = unguarded,
  ): Promise<ResourceIdentifier> {
    const { type } = this.#resource;
    const { persons, items } = await lockOwnership(transaction, this.#resource, { items: [itemId] });
    const item = required(items, type, itemId);
    guard(item);
    const taken = personId === null || item.ownerId === personId ? [item] : [];
    await saveOwnership(transaction, this.#resource, transfer(taken, null, persons));
    return { type, id: itemId };
  }
}
