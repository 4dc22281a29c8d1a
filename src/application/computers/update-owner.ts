import { PersonMismatchError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { requireOwner } from '../use-cases/require-owner.ts';
import { applyChanges, type PersonChanges } from '../persons/update-person.ts';
import { viewLast } from '../use-cases/view-last.ts';

export class UpdateOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Changes the person who owns a computer. `personId` is who the caller takes for the owner.
   * @throws NotFoundError, NoOwnerError, PersonMismatchError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(computerId: string, personId: string, changes: PersonChanges, view: View): Promise<ViewedResource> {
    return this.#unitOfWork.write(async (transaction) => {
      const ownerId = await requireOwner(transaction, computerId, changes.computerIds ?? []);
      if (ownerId !== personId) throw new PersonMismatchError(ownerId);
      await applyChanges(transaction, ownerId, changes);
      return viewLast(transaction, { type: 'person', id: ownerId, view });
    });
  }
}
