import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { removePerson } from '../persons/delete-person.ts';
import { requireOwner } from '../use-cases/require-owner.ts';

export class DeleteOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Deletes the person who owns a computer. The computer stays, without an owner.
   * @throws NotFoundError when there is no such computer; NoOwnerError
   */
  execute(computerId: string): Promise<void> {
    return this.#unitOfWork.write(async (transaction) => {
      await removePerson(transaction, await requireOwner(transaction, computerId, []));
    });
  }
}
