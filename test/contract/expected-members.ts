// The expected results of queries with bounds, computed from everything stored. The storage is asked only for lists without bounds, to get their
// order and the matches of a filter.
import { bothOf, everything, matchesEverything } from '#application/model/filter';
import type {
  Bound,
  BoundedMembers,
  CursorPage,
  ListPosition,
  PageInfo,
  Query,
  ResourceRecord,
  Selection,
  SortKey,
} from '#application/model/query';
import type { ResourceReader } from '#application/ports/resource-reader';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { Filled } from './filled.ts';
import { findIds, queryFor } from './fixtures.ts';

export interface Stored {
  readonly reader: ResourceReader;
  readonly filled: Filled;
}

/** The expected records of a query without a sort or a page. */
export async function expectedRecords(stored: Stored, query: Query): Promise<readonly ResourceRecord[]> {
  const { type, filter, related = [], longestLinkage = Infinity, reachable } = query;
  const longest = (name: string): number => {
    const brought = related.find(({ relationship }) => relationship === name);
    return brought === undefined ? longestLinkage : (brought.most ?? Infinity);
  };
  const ids = new Set(await findIds(stored.reader, queryFor(type, { filter })));
  const show = await showWithin({ ...stored, reachable }, type, query, longest);
  return stored
    .filled(type)
    .filter(({ id }) => ids.has(id))
    .map(show);
}

/**
 * The expected related records of a query.
 * @param records the records of the query
 */
export async function expectedRelated(
  stored: Stored,
  { type, related = [], longestLinkage = Infinity, reachable }: Query,
  records: readonly ResourceRecord[],
): Promise<readonly ResourceRecord[]> {
  const all: ResourceRecord[] = [];
  for (const selection of related) {
    const { relationship } = selection;
    const { to } = relationshipOf(type, relationship);
    const show = await showWithin({ ...stored, reachable }, to, selection, () => longestLinkage);
    const whole = new Map(stored.filled(to).map((record) => [record.id, record]));
    const ids = new Set(records.flatMap(({ linkage }) => linkage[relationship] ?? []));
    all.push(...[...ids].flatMap((id) => whole.get(id) ?? []).map(show));
  }
  return all;
}

/** The positions of all resources of a type, in the order of a sort. */
export async function positionsOf(
  { reader, filled, reachable }: Reached,
  type: ResourceType,
  sort: readonly SortKey[],
): Promise<readonly ListPosition[]> {
  if (sort.length === 0) return filled(type).map(({ id }) => ({ keys: [], id }));
  const page = { kind: 'cursor', size: filled(type).length, direction: 'after', position: undefined } as const;
  const { pageInfo } = await reader.find(queryFor(type, { sort, reachable, page }));
  return pageInfo?.positions ?? [];
}

type Reached = Stored & Pick<Query, 'reachable'>;

/** Returns a function that reduces a complete record to a selection. */
async function showWithin(
  reached: Reached,
  type: ResourceType,
  { attributes, linkage, bounds = {} }: Selection,
  longest: (relationship: string) => number,
): Promise<(record: ResourceRecord) => ResourceRecord> {
  const readers: (readonly [name: string, read: ReadMembers])[] = [];
  for (const name of linkage) readers.push([name, await readWithin(reached, type, name, bounds[name])]);
  return (record) => {
    const linked: Record<string, readonly string[]> = {};
    const members: Record<string, BoundedMembers> = {};
    const omitted: string[] = [];
    for (const [name, read] of readers) {
      const { ids, pageInfo, total } = read(record);
      const isOmitted = ids.length > longest(name);
      if (isOmitted) omitted.push(name);
      else linked[name] = ids;
      if (bounds[name] !== undefined)
        members[name] = { ...(pageInfo && !isOmitted && { pageInfo }), ...(total !== undefined && { total }) };
    }
    return {
      type,
      id: record.id,
      attributes: Object.fromEntries(attributes.map((name) => [name, record.attributes[name] ?? null])),
      linkage: linked,
      ...(Object.keys(members).length > 0 && { members }),
      ...(omitted.length > 0 && { omitted }),
    };
  };
}

type ReadMembers = (record: ResourceRecord) => BoundedMembers & { readonly ids: readonly string[] };

const UNBOUNDED: Bound = { filter: everything, sort: [], page: undefined, total: false };

async function readWithin(
  reached: Reached,
  type: ResourceType,
  name: string,
  { filter, sort, page, total: hasTotal }: Bound = UNBOUNDED,
): Promise<ReadMembers> {
  const { to } = relationshipOf(type, name);
  const positions = await positionsOf(reached, to, sort);
  const matching = bothOf(reached.reachable?.[to], filter);
  const matches = matchesEverything(matching)
    ? undefined
    : new Set(await findIds(reached.reader, queryFor(to, { filter: matching })));
  return (record) => {
    const linked = new Set(record.linkage[name]);
    const isMember = ({ id }: ListPosition): boolean => linked.has(id) && matches?.has(id) !== false;
    const pageInfo = page && pageOf(positions, isMember, page);
    const members = positions.filter(isMember);
    return {
      ids: (pageInfo?.positions ?? members).map(({ id }) => id),
      ...(pageInfo && { pageInfo }),
      ...(hasTotal && { total: members.length }),
    };
  };
}

/** @param page its position, if any, must be that of a stored resource */
function pageOf(
  positions: readonly ListPosition[],
  isMember: (position: ListPosition) => boolean,
  { size, direction, position }: CursorPage,
): PageInfo {
  const place = positions.findIndex(({ id }) => id === position?.id);
  if (position !== undefined && place < 0) throw new Error('nothing is stored at the position');
  if (direction === 'after') {
    const rest = positions.slice(place + 1).filter(isMember);
    return { positions: rest.slice(0, size), hasMore: rest.length > size };
  }
  const rest = positions.slice(0, position === undefined ? undefined : place).filter(isMember);
  return { positions: rest.slice(Math.max(0, rest.length - size)), hasMore: rest.length > size };
}
