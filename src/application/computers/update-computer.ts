import { changeComputer, checkComputerChanges, type ComputerAttributes } from '../../domain/computer.ts';
import { NotFoundError } from '../errors.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { changeAtOnce } from '../use-cases/change-at-once.ts';
import { giveComputers, lockLinks, requireLinked } from '../use-cases/lock-links.ts';
import { viewLast } from '../use-cases/view-last.ts';

/** What is not named keeps its value. */
export interface ComputerChanges {
  readonly attributes: Partial<ComputerAttributes>;
  /** `null` for nobody. */
  readonly ownerId: string | null | undefined;
}

export class UpdateComputer {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * Changes a computer.
   * @throws NotFoundError, InvalidAttributesError, LinkedNotFoundError
   */
  execute(id: string, { attributes, ownerId }: ComputerChanges, view: View): Promise<ViewedResource> {
    if (ownerId === undefined && view.include === undefined) return this.#changeAttributes(id, attributes, view);
    const owners = typeof ownerId === 'string' ? [ownerId] : [];
    return this.#unitOfWork.write(async (transaction) => {
      const { persons, computers } = await lockLinks(transaction, owners, [id]);
      const computer = computers.get(id);
      if (computer === undefined) throw new NotFoundError('computer', id);
      requireLinked('person', owners, persons);
      if (ownerId !== undefined) await giveComputers(transaction, { computers: [computer], ownerId });
      const changed = changeComputer(computer, attributes);
      if (changed.serial !== computer.serial) await transaction.computers.save(changed);
      return viewLast(transaction, { type: 'computer', id, view });
    });
  }

  #changeAttributes(id: string, attributes: Partial<ComputerAttributes>, view: View): Promise<ViewedResource> {
    checkComputerChanges(attributes);
    return changeAtOnce(this.#unitOfWork, 'computer', id, view, ({ computers }, selection) =>
      computers.change(id, attributes, selection),
    );
  }
}
