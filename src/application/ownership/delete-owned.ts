import { nextVersion } from '../../domain/entity.ts';
import type { Rules } from '../../domain/rules.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, type Guard } from '../writing.ts';
import { lockOwnership, required } from './lock-ownership.ts';
import type { Item, OwnedResource } from './owned-resource.ts';

/** Deletes an item, also from what its owner owns. */
export class DeleteOwned<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
  }

  /** @throws NotFoundError */
  execute(id: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => this.within(transaction, id));
  }

  async within(transaction: Transaction, id: string, guard: Guard<Item<ItemRules>> = unguarded): Promise<void> {
    const { type, repository } = this.#resource;
    const { persons, items } = await lockOwnership(transaction, this.#resource, { items: [id] });
    const item = required(items, type, id);
    guard(item);
    await repository(transaction).remove([id]);
    if (item.ownerId !== null) await transaction.persons.save([nextVersion(required(persons, 'person', item.ownerId))]);
  }
}
