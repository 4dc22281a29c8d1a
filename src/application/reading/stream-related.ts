import type { ResourceReader, StreamingReader } from '../ports/resource-reader.ts';
import type { Query, ResourceRecord } from '../model/query.ts';
import type { View } from '../model/view.ts';
import { perType, relationshipOf, type ResourceType } from '../model/schema.ts';
import { IdList } from './id-list.ts';
import { IdSet } from './id-set.ts';
import { findByIds } from './load-related.ts';

/** Resources read at once by identifier. */
const BATCH = 500;

/** The primary resources of a stream. */
export type Primary = Pick<Query, 'type' | 'filter' | 'sort'>;

/** A node in the tree of include paths: the resources it leads to, and the steps after it. */
interface Step {
  readonly type: ResourceType;
  /** Their identifiers, or a query that finds them in the order in which they are included. */
  readonly source: IdList | Primary;
  readonly onward: Map<string, Step>;
}

/**
 * Does what `loadRelated` does, in the same order, for any number of primary resources. It keeps only identifiers: a few bytes per related
 * resource, or a bit where a query can find them in order.
 */
export class RelatedStream {
  readonly #view: View;
  readonly #start: Step;
  /** In the order in which their resources are included. */
  readonly #steps: readonly Step[];

  /** @param isSnapshot whether everything is read from one snapshot */
  constructor(view: View, primary: Primary, isSnapshot: boolean) {
    this.#view = view;
    this.#start = { type: primary.type, source: primary, onward: new Map() };
    const steps: Step[] = [];
    for (const path of view.include ?? []) {
      let at = this.#start;
      for (const relationship of path) {
        let next = at.onward.get(relationship);
        if (next === undefined) {
          next = newStep(relationship, at, isSnapshot && at === this.#start ? primary : undefined);
          at.onward.set(relationship, next);
          steps.push(next);
        }
        at = next;
      }
    }
    this.#steps = steps;
  }

  /** Notes what primary resources are related to. */
  follow(primary: readonly ResourceRecord[]): void {
    follow(this.#start, primary);
  }

  /** Reads the related resources of all primary ones that were followed, in batches. */
  async *records(reader: StreamingReader): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    const included = perType(() => new IdSet());
    for (const step of this.#steps) {
      const seen = included[step.type];
      for await (const records of this.#resources(step, seen, reader)) {
        follow(step, records);
        const added = records.filter(({ id }) => seen.add(id));
        if (added.length > 0) yield added;
      }
    }
  }

  /** The resources of a step; may skip those already included if no path goes on from them. */
  async *#resources(
    { type, source, onward }: Step,
    seen: IdSet,
    reader: StreamingReader,
  ): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    if (!(source instanceof IdList)) {
      const { attributes, linkage } = this.#view.selections[type];
      yield* reader.stream({ ...source, attributes, linkage, page: undefined, total: false });
      return;
    }
    for (const slice of source.slices(BATCH))
      // Resources already included are read again only to follow them.
      yield this.#byIds(reader, type, onward.size === 0 ? slice.filter((id) => !seen.has(id)) : slice);
  }

  async #byIds(reader: ResourceReader, type: ResourceType, ids: readonly string[]): Promise<readonly ResourceRecord[]> {
    const found = await findByIds(reader, this.#view, type, ids);
    const byId = new Map(found.map((record) => [record.id, record]));
    return ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
  }
}

/**
 * If the primary resources are sorted by identifier, one query reads what their to-many relationship leads to. In any other order the database
 * would have to sort all of it first.
 * @param primary undefined after the first step of a path, and without a snapshot
 */
function newStep(relationship: string, { type }: Step, primary: Primary | undefined): Step {
  const { to, cardinality, inverse } = relationshipOf(type, relationship);
  const onward = new Map<string, Step>();
  if (primary === undefined || cardinality === 'one' || primary.sort.length > 0)
    return { type: to, source: new IdList(), onward };
  const filter = { kind: 'related', relationship: inverse, filter: primary.filter } as const;
  const sort = [{ path: [inverse], attribute: 'id', descending: false }];
  return { type: to, source: { type: to, filter, sort }, onward };
}

function follow({ onward }: Step, records: readonly ResourceRecord[]): void {
  for (const [relationship, { source }] of onward)
    if (source instanceof IdList)
      for (const { linkage } of records) for (const id of linkage[relationship] ?? []) source.add(id);
}
