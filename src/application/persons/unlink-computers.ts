import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { giveComputers, lockLinks } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

export class UnlinkComputers {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Takes the named computers from a person. What the person does not own, existing or not, is skipped.
   * @throws NotFoundError
   */
  execute(personId: string, computerIds: readonly string[], view: View): Promise<ViewedResource> {
    return this.#unitOfWork.write(async (transaction) => {
      const { persons } = await lockLinks(transaction, [personId], []);
      if (!persons.has(personId)) throw new NotFoundError('person', personId);
      const named = new Set(computerIds);
      const owned = await transaction.computers.ownedBy(personId);
      const dropped = await transaction.computers.lock(owned.filter((id) => named.has(id)));
      const taken = { computers: dropped, ownerId: null };
      return viewLast(transaction, { type: 'person', id: personId, view }, () => giveComputers(transaction, taken));
    });
  }
}
