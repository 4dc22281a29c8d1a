import type { Filter } from '#application/model/filter';
import type {
  Bounds,
  FindResult,
  NumberedPage,
  Query,
  RelatedSelection,
  ResourceRecord,
  Selection,
  PageInfo,
} from '#application/model/query';
import type { ResourceReader } from '#application/ports/resource-reader';
import type { Entity } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { boundedLinkageOf } from './bounded-linkage.ts';
import { evaluateFilter } from './evaluate-filter.ts';
import { Reach } from './reach.ts';
import { recordOf } from './records.ts';
import { storedLinkageOf } from './rows.ts';
import { rowOrder, sortRows, cursorPageOf, type RowOrder } from './sort.ts';
import type { MemoryStore } from './store.ts';

/** The rows of a page, and the number of matches over all pages. */
interface Rows {
  readonly rows: readonly Entity[];
  readonly total: number;
  readonly pageInfo?: PageInfo;
}

interface RowsWithRecords extends Pick<Rows, 'rows'> {
  readonly records: readonly ResourceRecord[];
  readonly reach: Reach;
}

/** Reads the current state of the store. */
export class MemoryResourceReader implements ResourceReader {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async find(query: Query): Promise<FindResult> {
    const { rows, total, pageInfo } = this.#rowsOf(query);
    const reach = new Reach(this.#store, query.reachable);
    const records = rows.map(recordOf(reach, query.type, query));
    const found = { records, ...(query.total && { total }), ...(pageInfo && { pageInfo }) };
    const { type, related, longestLinkage, reachable } = query;
    if (related === undefined) return found;
    const relatedTo = (selection: RelatedSelection): readonly ResourceRecord[] =>
      this.#relatedTo(type, { rows, records, reach }, query.bounds, { ...selection, longestLinkage, reachable });
    return { ...found, related: related.flatMap(relatedTo) };
  }

  #rowsOf(query: Query): Rows {
    return isPlainPage(query) ? this.#pageOfAll(query.type, query.page) : this.#search(query);
  }

  #relatedTo(
    type: ResourceType,
    { rows, records, reach }: RowsWithRecords,
    bounds: Bounds = {},
    { relationship, ...selection }: RelatedSelection & Pick<Query, 'longestLinkage' | 'reachable'>,
  ): readonly ResourceRecord[] {
    const complete = rows.filter((_row, index) => records[index]?.omitted?.includes(relationship) !== true);
    const bound = bounds[relationship];
    const boundedOf = bound && boundedLinkageOf(reach, type, relationship, bound);
    const ids = new Set(
      complete.flatMap(boundedOf ? (row) => boundedOf(row).ids : reach.linkageOf(type, relationship)),
    );
    return this.recordsOf([...ids], { ...selection, type: relationshipOf(type, relationship).to });
  }

  /** The identifiers of a query's records, with their positions if it has a cursor page. */
  findIds(query: Query): { readonly ids: readonly string[]; readonly pageInfo?: PageInfo } {
    const { rows, pageInfo } = this.#search(query);
    return { ids: rows.map(({ id }) => id), ...(pageInfo && { pageInfo }) };
  }

  /** Records by identifier, in this order; those that are missing or out of reach are skipped. */
  recordsOf(
    ids: readonly string[],
    query: Selection & Pick<Query, 'type' | 'longestLinkage' | 'reachable'>,
  ): readonly ResourceRecord[] {
    const reach = new Reach(this.#store, query.reachable);
    const isReachable = reach.matcherFor(query.type) ?? (() => true);
    const rows = ids.map((id) => (isReachable(id) ? this.#store.get(query.type, id) : undefined));
    return rows.filter((row) => row !== undefined).map(recordOf(reach, query.type, query));
  }

  /** A page of all rows by identifier, which is the order of the store: reads no further than the end of the page. */
  #pageOfAll(type: ResourceType, page: NumberedPage): Rows {
    const total = this.#store.size(type);
    const [start, end] = boundsOf(page);
    return { rows: start >= total ? [] : this.#store.slice(type, start, end), total };
  }

  #search({ type, filter, sort, page, reachable }: Query): Rows {
    const evaluation = evaluateFilter(this.#store, type, filter);
    const matches = this.#candidates(type, filter).filter((row) => evaluation(row) === true);
    const order = rowOrder(this.#store, new Reach(this.#store, reachable), type, sort);
    const sorted = sort.length === 0 ? matches : sortRows(matches, order);
    return { ...partOf(sorted, page, order), total: matches.length };
  }

  /** The rows that may match, by identifier. */
  #candidates(type: ResourceType, filter: Filter): readonly Entity[] {
    const ids = narrowFilter(this.#store, type, filter);
    if (ids === undefined) return [...this.#store.all(type)];
    return [...ids]
      .map((id) => this.#store.get(type, id))
      .filter((row) => row !== undefined)
      .sort((left, right) => compareIdentifiers(left.id, right.id));
  }
}

function partOf(sorted: readonly Entity[], page: Query['page'], order: RowOrder): Omit<Rows, 'total'> {
  switch (page?.kind) {
    case undefined:
      return { rows: sorted };
    case 'numbered':
      return { rows: sorted.slice(...boundsOf(page)) };
    case 'cursor':
      return cursorPageOf(sorted, page, order);
  }
}

function isPlainPage(query: Query): query is Query & { readonly page: NumberedPage } {
  const { filter, sort, page } = query;
  return page?.kind === 'numbered' && sort.length === 0 && filter.kind === 'and' && filter.filters.length === 0;
}

/** The index of a page's first row, and that after its last. Beyond 2^53 these are inexact, but past the end of any list. */
function boundsOf({ size, number }: NumberedPage): [start: number, end: number] {
  const start = (number - 1) * size;
  return [start, start + size];
}

/**
 * Finds candidates without reading all rows, if the filter names identifiers of the resource or of a related one. The
 * filter must still be evaluated on them.
 * @returns undefined if any row may match
 */
function narrowFilter(store: MemoryStore, type: ResourceType, filter: Filter): ReadonlySet<string> | undefined {
  switch (filter.kind) {
    case 'and':
      return smallest(filter.filters.map((member) => narrowFilter(store, type, member)));
    case 'in':
      return filter.attribute === 'id' ? new Set(filter.values.map(String)) : undefined;
    case 'compare':
      return filter.attribute === 'id' && filter.comparison === 'equal' && filter.operand.kind === 'value'
        ? new Set([String(filter.operand.value)])
        : undefined;
    case 'related': {
      const { to, inverse } = relationshipOf(type, filter.relationship);
      const related = narrowFilter(store, to, filter.filter);
      if (related === undefined) return undefined;
      const rows = [...related].map((id) => store.get(to, id)).filter((row) => row !== undefined);
      return new Set(rows.flatMap(storedLinkageOf(store, to, inverse)));
    }
    case 'or':
    case 'not':
    case 'unset':
    case 'text':
      return undefined;
  }
}

function smallest(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  return sets.reduce(
    (best, set) => (best === undefined || (set !== undefined && set.size < best.size) ? set : best),
    undefined,
  );
}
