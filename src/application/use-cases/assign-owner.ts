import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../query/view.ts';
import { viewResource } from '../read/find-resource.ts';
import { giveComputers, lockLinks, requireLinked } from './lock-links.ts';

export class AssignOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Gives a computer to a person, or to nobody.
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(computerId: string, ownerId: string | null, view: View): Promise<ViewedResource> {
    const owners = ownerId === null ? [] : [ownerId];
    return this.#unitOfWork.write(async (transaction) => {
      const { persons, computers } = await lockLinks(transaction, owners, [computerId]);
      const computer = computers.get(computerId);
      if (computer === undefined) throw new NotFoundError('computer', computerId);
      requireLinked('person', owners, persons);
      const giving = giveComputers(transaction, { computers: [computer], ownerId });
      const [shown] = await Promise.all([viewResource(transaction.reader, 'computer', computerId, view), giving]);
      return shown;
    });
  }
}
