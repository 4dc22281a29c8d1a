// Queries that are restricted except in one place, each a leak.
import { bothOf, hasIdentifier, hasIdentifierIn, type Filter } from '#application/model/filter';
import { isComparison, isQuantifier } from '#application/model/filter-forms';
import type { FilterByType, FindResult, ListPosition, Query, ResourceRecord } from '#application/model/query';
import { relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import type { AskedQuery } from './planting.ts';

export function withTotalOf(queryOf: (query: AskedQuery) => Query): (query: AskedQuery) => Promise<FindResult> {
  return async (query) => {
    const { total } = await query.find(queryOf(query));
    return { ...(await query.find(query.restricted)), ...(total !== undefined && { total }) };
  };
}

export function everyPrimaryRow({ asked, restricted, find }: AskedQuery): Promise<FindResult> {
  return find({ ...restricted, filter: asked.filter });
}

export function withLinkage(cardinality: 'one' | 'many'): (query: AskedQuery) => Promise<FindResult> {
  return async ({ restricted, find }) => {
    const found = await find(restricted);
    const names = relationshipNames(restricted.type, cardinality).filter((name) => restricted.linkage.includes(name));
    const open = await find({ ...plainly(restricted, found.records), reachable: undefined });
    const linkageOf = ({ id }: ResourceRecord): readonly (readonly [string, readonly string[]])[] =>
      names.map((name) => [name, open.records.find((each) => each.id === id)?.linkage[name] ?? []]);
    const records = found.records.map((record) => ({
      ...record,
      linkage: { ...record.linkage, ...Object.fromEntries(linkageOf(record)) },
    }));
    return { ...found, records };
  };
}

export async function sortedThroughHidden({ restricted, find }: AskedQuery): Promise<FindResult> {
  if (restricted.sort.every(({ path }) => path.length === 0)) return find(restricted);
  const order = await find({ ...restricted, reachable: undefined });
  const each = await Promise.all(order.records.map((record) => find(plainly(restricted, [record]))));
  const related = new Map(each.flatMap((found) => found.related ?? []).map((record) => [record.id, record]));
  return {
    ...order,
    records: each.flatMap(({ records }) => records),
    ...(order.related && { related: [...related.values()] }),
  };
}

export async function withHiddenPositions({ restricted, find }: AskedQuery): Promise<FindResult> {
  const found = await find(restricted);
  if (found.pageInfo === undefined) return found;
  const page = { kind: 'cursor', size: 1, direction: 'after', position: undefined } as const;
  const positionOf = async (record: ResourceRecord): Promise<readonly ListPosition[]> => {
    const alone = { ...plainly(restricted, [record]), sort: restricted.sort, page, reachable: undefined };
    return (await find(alone)).pageInfo?.positions ?? [];
  };
  const positions = await Promise.all(found.records.map(positionOf));
  return { ...found, pageInfo: { ...found.pageInfo, positions: positions.flat() } };
}

export async function relatedOf({ restricted, find }: AskedQuery): Promise<Pick<FindResult, 'related'>> {
  const { related } = await find({ ...restricted, reachable: undefined });
  return related === undefined ? {} : { related };
}

/** The same query for certain records only. */
export function plainly(query: Query, records: readonly ResourceRecord[]): Query {
  const [only] = records;
  const filter =
    only !== undefined && records.length === 1 ? hasIdentifier(only.id) : hasIdentifierIn(records.map(({ id }) => id));
  return { ...query, filter, sort: [], page: undefined, total: false };
}

export function isExistenceCheck({ attributes, linkage, page, total }: Query): boolean {
  return attributes.length === 0 && linkage.length === 0 && page === undefined && !total;
}

export function restrictedUnlessNegated(
  filter: Filter,
  type: ResourceType,
  rows: FilterByType,
  isNegated = false,
): Filter {
  if (isComparison(filter)) return filter;
  if (isQuantifier(filter)) {
    const { to } = relationshipOf(type, filter.relationship);
    const inner = restrictedUnlessNegated(filter.filter, to, rows, isNegated);
    return { ...filter, filter: isNegated ? inner : bothOf(rows[to], inner) };
  }
  return 'filters' in filter
    ? { ...filter, filters: filter.filters.map((each) => restrictedUnlessNegated(each, type, rows, isNegated)) }
    : { ...filter, filter: restrictedUnlessNegated(filter.filter, type, rows, !isNegated) };
}

export async function withOmitted({ restricted, find }: AskedQuery): Promise<FindResult> {
  const [found, open] = [await find(restricted), await find({ ...restricted, reachable: undefined })];
  const records = found.records.map((record) => {
    const omitted = open.records.find(({ id }) => id === record.id)?.omitted;
    return omitted === undefined ? record : { ...record, omitted, linkage: {} };
  });
  return { ...found, records };
}
