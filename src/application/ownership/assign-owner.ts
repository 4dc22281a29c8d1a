import type { Item, OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { writeAndView, type Guard } from '../writing.ts';
import { UpdateOwned } from './update-owned.ts';

/** Sets the owner of an item. */
export class AssignOwner<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #updateOwned: UpdateOwned<Relationship>;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#updateOwned = new UpdateOwned(unitOfWork, relationship);
  }

  /**
   * Transfers an item to a person or to nobody (`null`); undefined changes nothing.
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(itemId: string, ownerId: string | null | undefined, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, itemId, ownerId));
  }

  async within(
    transaction: Transaction,
    itemId: string,
    ownerId: string | null | undefined,
    guard?: Guard<Item<Relationship>>,
  ): Promise<ResourceIdentifier> {
    return this.#updateOwned.within(transaction, itemId, { attributes: {}, linkage: { owner: ownerId } }, guard);
  }
}
