import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import { DeletePerson } from '../persons/delete-person.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import type { Guard } from '../writing.ts';
import { lockOwner } from './lock-ownership.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Deletes the person who owns an item. The item stays, without an owner. */
export class DeleteOwner<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;
  readonly #deletePerson: DeletePerson;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
    this.#deletePerson = new DeletePerson(unitOfWork);
  }

  /** @throws NotFoundError when there is no such item; NoOwnerError */
  execute(itemId: string): Promise<void> {
    return this.#unitOfWork.write((transaction) => this.within(transaction, itemId));
  }

  async within(transaction: Transaction, itemId: string, guard?: Guard<Person>): Promise<void> {
    const { id } = await lockOwner(transaction, this.#resource, itemId);
    await this.#deletePerson.within(transaction, id, guard);
  }
}
