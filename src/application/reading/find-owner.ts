import type { ResourceReader } from '../ports/resource-reader.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { View, ViewedResource } from '../model/view.ts';
import { findRecord, viewResource } from './find-resource.ts';

/** Reads the person who owns a computer as a view shows it. */
export class FindOwner {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * @returns undefined when the computer has no owner
   * @throws NotFoundError when there is no such computer
   */
  execute(computerId: string, view: View): Promise<ViewedResource | undefined> {
    return this.#unitOfWork.read(async (reader) => {
      const ownerId = await findOwnerId(reader, computerId);
      return ownerId === undefined ? undefined : viewResource(reader, 'person', ownerId, view);
    });
  }
}

/**
 * The identifier of a computer's owner, if it has one.
 * @throws NotFoundError when there is no such computer
 */
async function findOwnerId(reader: ResourceReader, computerId: string): Promise<string | undefined> {
  const computer = await findRecord(reader, 'computer', computerId, { attributes: [], linkage: ['owner'] });
  return computer.linkage['owner']?.[0];
}
