import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { lockLinks } from '../use-cases/lock-links.ts';

export class DeleteComputer {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Deletes a computer, also from its owner's set.
   * @throws NotFoundError
   */
  execute(id: string): Promise<void> {
    return this.#unitOfWork.write(async (transaction) => {
      const { computers } = await lockLinks(transaction, [], [id]);
      const computer = computers.get(id);
      if (computer === undefined) throw new NotFoundError('computer', id);
      const owners = computer.ownerId === null ? [] : [computer.ownerId];
      await transaction.end(() => Promise.all([transaction.computers.remove(id), transaction.persons.touch(owners)]));
    });
  }
}
