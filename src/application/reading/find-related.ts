import type { View, ViewedResource } from '../model/view.ts';
import { relationshipOf } from '../model/schema.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { findRecord, viewResource } from './find-resource.ts';
import type { Parent } from './find-resources.ts';

/** Reads the resource that a to-one relationship leads to, as a view shows it. */
export class FindRelated {
  readonly #unitOfWork: UnitOfWork;

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork;
  }

  /**
   * @returns undefined when the relationship leads nowhere
   * @throws NotFoundError when there is no such parent
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
