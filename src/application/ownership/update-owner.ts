import { isIdentifier } from '../../domain/identifier.ts';
import type { Person } from '../../domain/person.ts';
import { NotFoundError, PersonMismatchError } from '../errors.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { changePerson, lockChange, type PersonChanges } from '../persons/update-person.ts';
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts';
import { unguarded, writeAndView, type Guard } from '../writing.ts';
import { requireOwner } from './lock-ownership.ts';

/** Changes the person who owns a computer. */
export class UpdateOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Changes the owner of a computer. `personId` is who the caller takes for the owner.
   * @throws NotFoundError, NoOwnerError, PersonMismatchError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(computerId: string, personId: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    return writeAndView(this.#unitOfWork, view, (transaction) =>
      this.within(transaction, computerId, personId, changes),
    );
  }

  async within(
    transaction: Transaction,
    computerId: string,
    personId: string,
    changes: PersonChanges,
    guard: Guard<Person> = unguarded,
  ): Promise<ResourceIdentifier> {
    if (!isIdentifier(computerId)) throw new NotFoundError('computer', computerId);
    const locked = await lockChange(transaction, personId, changes, [computerId]);
    const owner = requireOwner(locked, 'computer', computerId);
    if (owner.id !== personId) throw new PersonMismatchError(owner.id);
    guard(owner);
    await changePerson(transaction, owner, changes, locked);
    return { type: 'person', id: owner.id };
  }
}
