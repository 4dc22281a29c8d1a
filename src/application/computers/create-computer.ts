import { draftComputer, type ComputerAttributes } from '../../domain/computer.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { viewNew } from '../reading/find-resource.ts';
import { lockLinks, requireLinked } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

export interface CreateComputerCommand {
  readonly attributes: ComputerAttributes;
  readonly ownerId: string | null;
}

export class CreateComputer {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Creates a computer, which belongs to the named person or to nobody.
   * @throws InvalidAttributesError, LinkedNotFoundError
   */
  execute({ attributes, ownerId }: CreateComputerCommand, view: View): Promise<ViewedResource> {
    const draft = draftComputer(attributes);
    if (ownerId === null) return this.#createAlone(draft, view);
    return this.#unitOfWork.write(async (transaction) => {
      const { persons } = await lockLinks(transaction, [ownerId], []);
      requireLinked('person', [ownerId], persons);
      const id = await transaction.computers.add(draft, ownerId);
      return viewLast(transaction, { type: 'computer', id, view }, () => transaction.persons.touch([ownerId]));
    });
  }

  async #createAlone(draft: ComputerAttributes, view: View): Promise<ViewedResource> {
    const id = await this.#unitOfWork.writeAtOnce(({ computers }) => computers.add(draft, null));
    return viewNew('computer', id, { ...draft }, view);
  }
}
