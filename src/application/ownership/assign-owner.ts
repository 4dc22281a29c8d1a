import type { Item, OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { writeAndView, type Guard } from '../writing.ts';
import { UpdateOwned } from './update-owned.ts';

/** Says who owns an item. */
export class AssignOwner<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #updateOwned: UpdateOwned<Relationship>;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#updateOwned = new UpdateOwned(unitOfWork, relationship);
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
    guard?: Guard<Item<Relationship>>,
  ): Promise<ResourceIdentifier> {
    return this.#updateOwned.within(transaction, itemId, { attributes: {}, linkage: { owner: ownerId } }, guard);
  }
}
