import { draftComputer, type ComputerAttributes } from '../../domain/computer.ts';
import { NotFoundError, OwnerConflictError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { lockLinks, requireLinked } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

export interface CreateOwnedComputerCommand {
  readonly personId: string;
  readonly attributes: ComputerAttributes;
  /** The owner that the description of the computer names, if it says anything of one. */
  readonly namedOwnerId: string | null | undefined;
}

export class CreateOwnedComputer {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Creates a computer that belongs to a person.
   * @throws InvalidAttributesError, NotFoundError, LinkedNotFoundError, OwnerConflictError
   */
  execute({ personId, attributes, namedOwnerId }: CreateOwnedComputerCommand, view: View): Promise<ViewedResource> {
    const draft = draftComputer(attributes);
    const named = typeof namedOwnerId === 'string' ? [namedOwnerId] : [];
    return this.#unitOfWork.write(async (transaction) => {
      const { persons } = await lockLinks(transaction, [personId, ...named], []);
      if (!persons.has(personId)) throw new NotFoundError('person', personId);
      requireLinked('person', named, persons);
      if (namedOwnerId !== undefined && namedOwnerId !== personId) throw new OwnerConflictError(personId);
      const id = await transaction.computers.add(draft, personId);
      return viewLast(transaction, { type: 'computer', id, view }, () => transaction.persons.touch([personId]));
    });
  }
}
