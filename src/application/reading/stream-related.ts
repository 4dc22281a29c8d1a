import { isManyToMany, perType, relationshipOf, type ResourceType } from '#domain/schema';
import { TooManyIncludedError } from '../model/errors.ts';
import { bothOf, everything, hasIdentifier } from '../model/filter.ts';
import type {
  Bound,
  BoundedMembers,
  Bounds,
  ListPosition,
  PageInfo,
  Parent,
  Query,
  ResourceRecord,
} from '../model/query.ts';
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
  /** The primary resources; undefined if they may be included. */
  readonly #primary: IdSet | undefined;
  #primaryCount = 0;

  /**
   * @param isWhole true if the stream has all matches rather than a page, and everything is read from one snapshot
   * @param most how many resources may be included; no limit by default
   */
  constructor(view: View, primary: PrimaryQuery, isWhole: boolean, most = Infinity) {
    this.#view = view;
    this.#most = most;
    this.#primary = view.omitsPrimary === true ? new IdSet() : undefined;
    this.#start = { type: primary.type, source: primary, onward: new Map() };
    const steps: Step[] = [];
    for (const path of view.include ?? []) {
      let at = this.#start;
      for (const relationship of path) {
        let next = at.onward.get(relationship);
        if (next === undefined) {
          const isInOrder =
            isWhole && at === this.#start && view.selections[at.type].bounds?.[relationship] === undefined;
          next = newStep(relationship, at, isInOrder ? primary : undefined);
          at.onward.set(relationship, next);
          steps.push(next);
        }
        at = next;
      }
    }
    this.#steps = steps;
  }

  /** Collects the identifiers of the resources that primary ones are related to. */
  follow(part: RecordsPart | LinkagePart): void {
    if (part.kind === 'records' && this.#primary !== undefined)
      for (const { id } of part.records) if (this.#primary.add(id)) this.#primaryCount += 1;
    this.#follow(this.#start, part);
  }

  /**
   * Reads, in batches, the resources related to all primary ones that were passed to `follow`.
   * @throws TooManyIncludedError
   */
  async *parts(reader: StreamingReader): AsyncGenerator<Part, void, undefined> {
    const included = perType(() => new IdSet());
    let count = 0;
    for (const step of this.#steps) {
      const seen = included[step.type];
      for await (const records of this.#resources(step, seen, reader)) {
        let isNew = false;
        const { bounds } = this.#view.selections[step.type];
        for await (const part of splitLinkage(reader, 'included', { records }, bounds)) {
          this.#follow(step, part);
          if (part.kind === 'linkage') {
            if (isNew) yield part;
            continue;
          }
          const added = part.records.filter(({ id }) => seen.add(id) && !this.#isPrimary(step, id));
          isNew = added.length > 0;
          count += added.length;
          if (count > this.#most) throw new TooManyIncludedError(step.type, this.#most);
          if (isNew) yield { ...part, records: added };
        }
      }
    }
  }

  #isPrimary({ type }: Step, id: string): boolean {
    return type === this.#start.type && this.#primary?.has(id) === true;
  }

  #follow(step: Step, part: RecordsPart | LinkagePart): void {
    for (const [relationship, { type, source }] of step.onward) {
      if (!(source instanceof IdList)) continue;
      if (part.kind === 'records')
        for (const { linkage } of part.records) for (const id of linkage[relationship] ?? []) source.add(id);
      else if (part.of.relationship === relationship) for (const id of part.ids) source.add(id);
      // Resources that are omitted do not count.
      const omitted = type === this.#start.type ? this.#primaryCount : 0;
      if (source.size > this.#most + omitted)
        throw new TooManyIncludedError(type, this.#most, this.#parentOf(step, part, relationship));
    }
  }

  /** The resource with too many related ones, if there is only one resource that has them. */
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
      const query = { ...source, ...this.#view.selections[type], page: undefined, total: false };
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
 * order. For any other order the database would first have to sort all of them. Members of a many-to-many relationship have no single owner to
 * sort them by.
 * @param primary undefined after the first step of a path, if the relationship has a bound, or if the primary resources are not all matches
 */
function newStep(relationship: string, { type }: Step, primary: PrimaryQuery | undefined): Step {
  const declared = relationshipOf(type, relationship);
  const { to, cardinality, inverse } = declared;
  const onward = new Map<string, Step>();
  if (primary === undefined || cardinality === 'one' || isManyToMany(declared) || primary.sort.length > 0)
    return { type: to, source: new IdList(), onward };
  const filter = { kind: 'related', relationship: inverse, filter: primary.filter } as const;
  const sort = [{ path: [inverse], attribute: 'id', descending: false }];
  return { type: to, source: { type: to, filter, sort }, onward };
}

/**
 * Splits a batch into parts. A record that omits linkage is followed by that linkage.
 * @param bounds the bounds of the relationships of the records
 */
export async function* splitLinkage(
  reader: StreamingReader,
  place: RecordsPart['place'],
  { records, pageInfo }: Batch,
  bounds: Bounds = {},
): AsyncGenerator<RecordsPart | LinkagePart, void, undefined> {
  const slice = (start: number, end?: number, sliced = records.slice(start, end)): RecordsPart => ({
    kind: 'records',
    place,
    records: sliced,
    positions: pageInfo?.positions.slice(start, end),
  });
  let start = 0;
  for (const [index, record] of records.entries()) {
    const { type, id, omitted } = record;
    if (omitted === undefined) continue;
    if (index > start) yield slice(start, index);
    start = index + 1;
    yield slice(index, start, [await withEnds(reader, record, omitted, bounds)]);
    for (const relationship of omitted) {
      const parent = { type, id, relationship };
      for await (const linked of reader.stream(relatedBy(parent, bounds[relationship])))
        yield {
          kind: 'linkage',
          of: parent,
          ids: linked.records.map((each) => each.id),
          positions: linked.pageInfo?.positions,
        };
    }
  }
  if (start < records.length) yield slice(start);
}

/** Adds the first and last positions of pages of omitted linkage, because links are written before the linkage. */
async function withEnds(
  reader: StreamingReader,
  record: ResourceRecord,
  omitted: readonly string[],
  bounds: Bounds,
): Promise<ResourceRecord> {
  const { type, id } = record;
  const members: Record<string, BoundedMembers> = { ...record.members };
  for (const relationship of omitted) {
    const bound = bounds[relationship];
    if (bound?.page === undefined) continue;
    const pageInfo = await endsOfPage(reader, relatedBy({ type, id, relationship }, bound));
    members[relationship] = { ...members[relationship], pageInfo };
  }
  return Object.keys(members).length === 0 ? record : { ...record, members };
}

/** Reads a whole page to find the positions of its first and last records. */
async function endsOfPage(reader: StreamingReader, query: Query): Promise<PageInfo> {
  let first: ListPosition | undefined;
  let last: ListPosition | undefined;
  let hasMore = false;
  for await (const { pageInfo } of reader.stream(query)) {
    first ??= pageInfo?.positions.at(0);
    last = pageInfo?.positions.at(-1) ?? last;
    hasMore = pageInfo?.hasMore ?? hasMore;
  }
  return { positions: [first, last].filter((position) => position !== undefined), hasMore };
}

/** A query for the related identifiers, in the order of linkage. */
function relatedBy({ type, id, relationship }: Parent, bound?: Bound): Query {
  const { to, inverse } = relationshipOf(type, relationship);
  const parent = { kind: 'related', relationship: inverse, filter: hasIdentifier(id) } as const;
  const { filter = everything, sort = [], page } = bound ?? {};
  return {
    type: to,
    filter: bothOf(parent, filter),
    sort,
    page,
    attributes: [],
    linkage: [],
    total: false,
  };
}
