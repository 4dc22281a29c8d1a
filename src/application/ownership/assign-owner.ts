import type { Rules } from '../../domain/rules.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { writeAndView, type Guard } from '../writing.ts';
import type { Item, OwnedResource } from './owned-resource.ts';
import { UpdateOwned } from './update-owned.ts';

/** Says who owns an item. */
export class AssignOwner<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #updateOwned: UpdateOwned<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#updateOwned = new UpdateOwned(unitOfWork, resource);
  }

  /**
   * Gives an item to a person, to nobody (`null`), or leaves it where it is (undefined).
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(itemId: string, ownerId: string | null | undefined, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, itemId, ownerId));
  }

  async within(
    transaction: Transaction,
    itemId: string,
    ownerId: string | null | undefined,
    guard?: Guard<Item<ItemRules>>,
  ): Promise<ResourceIdentifier> {
    return this.#updateOwned.within(transaction, itemId, { attributes: {}, linkage: { owner: ownerId } }, guard);
  }
}
