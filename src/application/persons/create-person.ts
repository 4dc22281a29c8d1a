import { draftPerson, type PersonAttributes } from '../../domain/person.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { viewNew } from '../reading/find-resource.ts';
import { giveComputers, lockLinks, requireLinked } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

export interface CreatePersonCommand {
  readonly attributes: PersonAttributes;
  /** The computers that the person owns from the start, each once. */
  readonly computerIds: readonly string[];
}

export class CreatePerson {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Creates a person, who takes over the named computers.
   * @throws InvalidAttributesError, LinkedNotFoundError
   */
  execute({ attributes, computerIds }: CreatePersonCommand, view: View): Promise<ViewedResource> {
    const draft = draftPerson(attributes);
    if (computerIds.length === 0) return this.#createAlone(draft, view);
    return this.#unitOfWork.write(async (transaction) => {
      const locked = await lockLinks(transaction, [], computerIds);
      requireLinked('computer', computerIds, locked.computers);
      const id = await transaction.persons.add(draft);
      const gift = { computers: locked.computers.values(), ownerId: id };
      return viewLast(transaction, { type: 'person', id, view }, () => giveComputers(transaction, gift));
    });
  }

  async #createAlone(draft: PersonAttributes, view: View): Promise<ViewedResource> {
    const id = await this.#unitOfWork.writeAtOnce(({ persons }) => persons.add(draft));
    return viewNew('person', id, { ...draft }, view);
  }
}
