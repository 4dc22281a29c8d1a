import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../query/view.ts';
import { viewResource } from '../read/find-resource.ts';
import { giveComputers, lockLinks, requireLinked } from './lock-links.ts';

export class LinkComputers {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Gives the named computers, each once, to a person; those that other persons own move. What is already linked stays.
   * @throws NotFoundError, LinkedNotFoundError
   */
  execute(personId: string, computerIds: readonly string[], view: View): Promise<ViewedResource> {
    return this.#unitOfWork.write(async (transaction) => {
      const { persons, computers } = await lockLinks(transaction, [personId], computerIds);
      if (!persons.has(personId)) throw new NotFoundError('person', personId);
      requireLinked('computer', computerIds, computers);
      const giving = giveComputers(transaction, { computers: computers.values(), ownerId: personId });
      const [shown] = await Promise.all([viewResource(transaction.reader, 'person', personId, view), giving]);
      return shown;
    });
  }
}
