import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { giveAndView } from '../use-cases/give-and-view.ts';
import { requireLinked } from '../use-cases/lock-links.ts';

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
    const gift = { computerIds, ownerId: personId };
    const shown = { type: 'person', id: personId, view } as const;
    return this.#unitOfWork.write((transaction) =>
      giveAndView(transaction, gift, shown, ({ ownerExists, existing }) => {
        if (!ownerExists) throw new NotFoundError('person', personId);
        requireLinked('computer', computerIds, new Set(existing));
      }),
    );
  }
}
