import { LinkedNotFoundError, NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { giveAndView } from '../use-cases/give-and-view.ts';

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
    const gift = { computerIds: [computerId], ownerId };
    const shown = { type: 'computer', id: computerId, view } as const;
    return this.#unitOfWork.write((transaction) =>
      giveAndView(transaction, gift, shown, ({ ownerExists, existing }) => {
        if (existing.length === 0) throw new NotFoundError('computer', computerId);
        if (ownerId !== null && !ownerExists) throw new LinkedNotFoundError('person', [ownerId]);
      }),
    );
  }
}
