import type { Person } from '../../domain/person.ts';
import type { Rules } from '../../domain/rules.ts';
import { isIdentifier } from '../../domain/identifier.ts';
import { PersonMismatchError } from '../errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { UpdatePerson, type PersonChanges } from '../persons/update-person.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { writeAndView, type Guard } from '../writing.ts';
import { computers } from './computers.ts';
import { lockOwner } from './lock-ownership.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Changes the person who owns an item. */
export class UpdateOwner<ItemRules extends Rules> {
  readonly #unitOfWork: UnitOfWork;
  readonly #resource: OwnedResource<ItemRules>;
  readonly #updatePerson: UpdatePerson;

  constructor(unitOfWork: UnitOfWork, resource: OwnedResource<ItemRules>) {
    this.#unitOfWork = unitOfWork;
    this.#resource = resource;
    this.#updatePerson = new UpdatePerson(unitOfWork);
  }

  /**
   * Changes the owner of an item. `personId` is who the caller takes for the owner.
   * @throws NotFoundError, NoOwnerError, PersonMismatchError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(itemId: string, personId: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) => this.within(transaction, itemId, personId, changes));
  }

  async within(
    transaction: Transaction,
    itemId: string,
    personId: string,
    changes: PersonChanges,
    guard?: Guard<Person>,
  ): Promise<ResourceIdentifier> {
    const others = await ownersOfNamed(transaction, changes);
    const { id } = await lockOwner(transaction, this.#resource, itemId, others);
    if (id !== personId) throw new PersonMismatchError(id);
    return this.#updatePerson.within(transaction, id, changes, guard);
  }
}

/** All persons that the change locks have to be locked at once. */
function ownersOfNamed(transaction: Transaction, { computerIds = [] }: PersonChanges): Promise<readonly string[]> {
  return computers.repository(transaction).ownersOf(computerIds.filter(isIdentifier));
}
