import type { View, ViewedResource } from '../model/view.ts';
import { relationshipOf } from '../model/schema.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { findRecord, viewResource } from './find-resource.ts';
import type { Parent } from './find-resources.ts';

/** Reads the resource that a to-one relationship leads to. */
export class FindRelated {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * @returns undefined if the relationship is empty
   * @throws NotFoundError if the parent does not exist
   */
  execute({ type, id, relationship }: Parent, view: View): Promise<ViewedResource | undefined> {
    return this.#unitOfWork.read(async (reader) => {
      const parent = await findRecord(reader, type, id, { attributes: [], linkage: [relationship] });
      const [relatedId] = parent.linkage[relationship] ?? [];
      if (relatedId === undefined) return undefined;
      return viewResource(reader, relationshipOf(type, relationship).to, relatedId, view);
    });
  }
}
