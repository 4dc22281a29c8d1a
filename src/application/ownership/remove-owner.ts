import { transfer } from '../../domain/ownership.ts';
import { typeOf, type Item, type OwnedRelationship } from '../model/owned-resources.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { lockOwnership } from './lock-ownership.ts';
import { required } from './locked-ownership.ts';
import { saveOwnership } from './save-ownership.ts';

/** Takes an item away from its owner. */
export class RemoveOwner<Relationship extends OwnedRelationship> {
  readonly #unitOfWork: UnitOfWork;
  readonly #relationship: Relationship;

  constructor(unitOfWork: UnitOfWork, relationship: Relationship) {
    this.#unitOfWork = unitOfWork;
    this.#relationship = relationship;
  }

  /**
   * Takes an item away from the named person, or from whoever owns it (`null`). Changes nothing if somebody else owns it, or for undefined.
   * @throws NotFoundError
   */
  execute(itemId: string, personId: string | null | undefined, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, itemId, personId));
  }

  async within(
    transaction: Transaction,
    itemId: string,
    personId: string | null | undefined,
    guard: Guard<Item<Relationship>> = unguarded,
  ): Promise<ResourceIdentifier> {
    const relationship = this.#relationship;
    const type = typeOf(relationship);
    const { persons, items } = await lockOwnership(transaction, { items: { [relationship]: [itemId] } });
    const item = required(items[relationship], type, itemId);
    guard(item);
    const taken = personId === null || item.ownerId === personId ? [item] : [];
    await saveOwnership(transaction, relationship, transfer(taken, null, persons));
    return { type, id: itemId };
  }
}
