import { perType, relationshipOf, type ResourceType } from '#domain/schema';
import { TooManyIncludedError } from '../model/errors.ts';
import { hasIdentifier } from '../model/filter.ts';
import type { Parent, Query, ResourceRecord } from '../model/query.ts';
import type { LinkagePart, Part, RecordsPart, View } from '../model/view.ts';
import type { Batch, ResourceReader, StreamingReader } from '../ports/resource-reader.ts';
import { IdList } from './id-list.ts';
import { IdSet } from './id-set.ts';
import { BATCH, longestLinkage } from './limits.ts';
import { findByIds } from './load-related.ts';

/** The primary resources of a stream. */
export type PrimaryQuery = Pick<Query, 'type' | 'filter' | 'sort'>;

/** A node in the tree of include paths: the resources at this point, and the steps that follow. */
interface Step {
  readonly type: ResourceType;
  /** Their identifiers, or a query that finds them in the order in which they are included. */
  readonly source: IdList | PrimaryQuery;
  readonly onward: Map<string, Step>;
}

/**
 * Like `loadRelated`, with the same order, but for any number of primary resources. It keeps only identifiers: a few
 * bytes per related resource, or one bit where a query can find them in order.
 */
export class RelatedStream {
  readonly #view: View;
  readonly #start: Step;
  /** In the order in which their resources are included. */
  readonly #steps: readonly Step[];
  readonly #most: number;

  /**
   * @param isWhole whether the stream has all matches, without pages, and everything is read from one snapshot
   * @param most how many resources may be included; no limit by default
   */
  constructor(view: View, primary: PrimaryQuery, isWhole: boolean, most = Infinity) {
    this.#view = view;
    this.#most = most;
    this.#start = { type: primary.type, source: primary, onward: new Map() };
    const steps: Step[] = [];
    for (const path of view.include ?? []) {
      let at = this.#start;
      for (const relationship of path) {
        let next = at.onward.get(relationship);
        if (next === undefined) {
          next = newStep(relationship, at, isWhole && at === this.#start ? primary : undefined);
          at.onward.set(relationship, next);
          steps.push(next);
        }
        at = next;
      }
    }
    this.#steps = steps;
  }

  /** Collects the identifiers that primary resources are related to. */
  follow(part: RecordsPart | LinkagePart): void {
    this.#follow(this.#start, part);
  }

  /**
   * Reads the related resources of all primary ones that were followed, in batches.
   * @throws TooManyIncludedError
   */
  async *parts(reader: StreamingReader): AsyncGenerator<Part, void, undefined> {
    const included = perType(() => new IdSet());
    let count = 0;
    for (const step of this.#steps) {
      const seen = included[step.type];
      for await (const records of this.#resources(step, seen, reader)) {
        let isNew = false;
        for await (const part of splitLinkage(reader, 'included', { records })) {
          this.#follow(step, part);
          if (part.kind === 'linkage') {
            if (isNew) yield part;
            continue;
          }
          const added = part.records.filter(({ id }) => seen.add(id));
          isNew = added.length > 0;
          count += added.length;
          if (count > this.#most) throw new TooManyIncludedError(step.type, this.#most);
          if (isNew) yield { ...part, records: added };
        }
      }
    }
  }

  #follow(step: Step, part: RecordsPart | LinkagePart): void {
    for (const [relationship, { type, source }] of step.onward) {
      if (!(source instanceof IdList)) continue;
      if (part.kind === 'records')
        for (const { linkage } of part.records) for (const id of linkage[relationship] ?? []) source.add(id);
      else if (part.of.relationship === relationship) for (const id of part.ids) source.add(id);
      if (source.size > this.#most)
        throw new TooManyIncludedError(type, this.#most, this.#parentOf(step, part, relationship));
    }
  }

  /** The resource with too many related ones, if it is a single one. */
  #parentOf(step: Step, part: RecordsPart | LinkagePart, relationship: string): Parent | undefined {
    if (part.kind === 'linkage') return part.of;
    const [first] = part.records;
    const isOnly = step === this.#start || (step.source instanceof IdList && step.source.size === 1);
    return first !== undefined && isOnly && part.records.length === 1
      ? { type: first.type, id: first.id, relationship }
      : undefined;
  }

  /** The resources of a step. May skip those already included, unless a path continues from them. */
  async *#resources(
    { type, source, onward }: Step,
    seen: IdSet,
    reader: StreamingReader,
  ): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    if (!(source instanceof IdList)) {
      const { attributes, linkage } = this.#view.selections[type];
      const query = { ...source, attributes, linkage, page: undefined, total: false };
      for await (const { records } of reader.stream({ ...query, longestLinkage: longestLinkage(BATCH) })) yield records;
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
 * If the primary resources are sorted by identifier, one query reads the targets of their to-many relationship in
 * order. For any other order the database would first have to sort all of them.
 * @param primary undefined after the first step of a path, and if the primary resources are not all matches
 */
function newStep(relationship: string, { type }: Step, primary: PrimaryQuery | undefined): Step {
  const { to, cardinality, inverse } = relationshipOf(type, relationship);
  const onward = new Map<string, Step>();
  if (primary === undefined || cardinality === 'one' || primary.sort.length > 0)
    return { type: to, source: new IdList(), onward };
  const filter = { kind: 'related', relationship: inverse, filter: primary.filter } as const;
  const sort = [{ path: [inverse], attribute: 'id', descending: false }];
  return { type: to, source: { type: to, filter, sort }, onward };
}

/** The records of a batch as parts, and after each that omits linkage all of that linkage. */
export async function* splitLinkage(
  reader: StreamingReader,
  place: RecordsPart['place'],
  { records, pageInfo }: Batch,
): AsyncGenerator<RecordsPart | LinkagePart, void, undefined> {
  const slice = (start: number, end?: number): RecordsPart => ({
    kind: 'records',
    place,
    records: records.slice(start, end),
    positions: pageInfo?.positions.slice(start, end),
  });
  let start = 0;
  for (const [index, { type, id, omitted }] of records.entries()) {
    if (omitted === undefined) continue;
    if (index > start) yield slice(start, index);
    start = index + 1;
    yield slice(index, start);
    for (const relationship of omitted) {
      const parent = { type, id, relationship };
      for await (const linked of reader.stream(relatedBy(parent)))
        yield { kind: 'linkage', of: parent, ids: linked.records.map((record) => record.id) };
    }
  }
  if (start < records.length) yield slice(start);
}

/** The related identifiers, in the order of linkage. */
function relatedBy({ type, id, relationship }: Parent): Query {
  const { to, inverse } = relationshipOf(type, relationship);
  const filter = { kind: 'related', relationship: inverse, filter: hasIdentifier(id) } as const;
  return { type: to, filter, sort: [], page: undefined, attributes: [], linkage: [], total: false };
}
