import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { giveComputers, lockLinks } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

export class RemoveOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Takes a computer from the named person; when somebody else owns it, or nobody, nothing changes.
   * @throws NotFoundError when there is no such computer
   */
  execute(computerId: string, personId: string, view: View): Promise<ViewedResource> {
    return this.#unitOfWork.write(async (transaction) => {
      const { computers } = await lockLinks(transaction, [], [computerId]);
      const computer = computers.get(computerId);
      if (computer === undefined) throw new NotFoundError('computer', computerId);
      const taken = { computers: computer.ownerId === personId ? [computer] : [], ownerId: null };
      return viewLast(transaction, { type: 'computer', id: computerId, view }, () => giveComputers(transaction, taken));
    });
  }
}
