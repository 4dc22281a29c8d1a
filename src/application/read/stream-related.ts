import type { ResourceReader } from '../ports/resource-reader.ts';
import type { ResourceRecord } from '../query/query.ts';
import type { View } from '../query/view.ts';
import { relationshipOf, type ResourceType } from '../schema/schema.ts';
import { IdList } from './id-list.ts';
import { IdSet } from './id-set.ts';
import { findByIds } from './load-related.ts';

/** How many resources are read at once. */
const BATCH = 500;

/** A beginning of include paths: the resources that it leads to, and where paths go on from there. */
interface Step {
  readonly type: ResourceType;
  readonly ids: IdList;
  readonly onward: Map<string, Step>;
}

/**
 * What `loadRelated` gives, in the same order, for primary resources of any number. Of what has been met only identifiers are kept, so that
 * it takes some bytes for each related resource, whatever its size.
 */
export class RelatedStream {
  readonly #view: View;
  readonly #start: Step;
  /** In the order in which their resources are included: a step comes after the one before it on its path. */
  readonly #steps: readonly Step[];

  /** @param type of the primary resources */
  constructor(view: View, type: ResourceType) {
    this.#view = view;
    this.#start = newStep(type);
    const steps: Step[] = [];
    for (const path of view.include ?? []) {
      let at = this.#start;
      for (const relationship of path) {
        let next = at.onward.get(relationship);
        if (next === undefined) {
          next = newStep(relationshipOf(at.type, relationship).to);
          at.onward.set(relationship, next);
          steps.push(next);
        }
        at = next;
      }
    }
    this.#steps = steps;
  }

  /** Takes note of what primary resources are related to. */
  follow(primary: readonly ResourceRecord[]): void {
    follow(this.#start, primary);
  }

  /** The related resources of all primary ones that were followed, in batches; none is empty. */
  async *records(reader: ResourceReader): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    const included: Record<ResourceType, IdSet> = { person: new IdSet(), computer: new IdSet() };
    for (const step of this.#steps) {
      const seen = included[step.type];
      for (const slice of step.ids.slices(BATCH)) {
        // Those that stand there already are read again only for the way on.
        const ids = step.onward.size === 0 ? slice.filter((id) => !seen.has(id)) : slice;
        const found = await findByIds(reader, this.#view, step.type, ids);
        const byId = new Map(found.map((record) => [record.id, record]));
        const records = ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
        follow(step, records);
        const added = records.filter(({ id }) => seen.add(id));
        if (added.length > 0) yield added;
      }
    }
  }
}

function newStep(type: ResourceType): Step {
  return { type, ids: new IdList(), onward: new Map() };
}

function follow({ onward }: Step, records: readonly ResourceRecord[]): void {
  for (const [relationship, { ids }] of onward)
    for (const { linkage } of records) for (const id of linkage[relationship] ?? []) ids.add(id);
}
