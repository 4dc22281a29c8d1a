// The members of to-many relationships. The panel reads the first ones, and more on request.
import type { Api, Resource } from './api.ts';
import { keyOf, nextLink, parseRows, type Identifier, type Included, type Row } from './documents.ts';
import { columnsOf, relationshipsOf } from './fields.ts';
import type { Json } from './json.ts';
import { pathWith, resourcePath, viewParameters } from './requests.ts';

const pageSize = 25;

/** A row with its included resources. */
export interface Held {
  readonly row: Row;
  readonly included: Included;
}

/** The path of one resource, with the labels of related resources: the first members of each to-many relationship, and their total number. */
export function detailPath(api: Api, resource: Resource, id: string): string {
  const size = String(Math.min(pageSize, api.limits.maxPageSize ?? pageSize));
  const bounds = relationshipsOf(resource).flatMap(({ name, cardinality }) => {
    if (cardinality === 'one') return [];
    return [[`page[${name}][size]`, size] as const, [`page[${name}][total]`, 'true'] as const];
  });
  return pathWith(resourcePath(resource, id), [...viewParameters(api, resource, columnsOf(resource)), ...bounds]);
}

/**
 * The path of the page of members after those already read; undefined if there is none.
 * @param least the number of members to read, up to the maximum of the service; undefined: as many as the link asks for
 */
export function nextPath(api: Api, resource: Resource, row: Row, name: string, least?: number): string | undefined {
  const link = row.rest[name]?.next;
  if (link === undefined) return undefined;
  // Links start with PUBLIC_URL, and the page may be open at another address, so only their query is used.
  const parameters = new URLSearchParams(link.slice(link.indexOf('?') + 1));
  if (least !== undefined) {
    const size = Math.ceil(least / pageSize) * pageSize;
    parameters.set('page[size]', String(Math.min(size, api.limits.maxPageSize ?? size)));
  }
  return pathWith(`${resourcePath(resource, row.id)}/relationships/${name}`, [...parameters]);
}

/** Adds the members of one more page. */
export function withPage<Of extends Held>(of: Of, name: string, page: Json | undefined): Of {
  const { row } = of;
  const { rows, count, included } = parseRows(page);
  const members = membersOf(row, name);
  const known = new Set(members.map(keyOf));
  const fresh = rows.filter((member) => !known.has(keyOf(member))).map(({ type, id }) => ({ type, id }));
  const all = [...members, ...fresh];
  const next = nextLink(page);
  // If members were added or removed between two pages, these are not the whole set, even if no page follows.
  const isWhole = next === undefined && all.length === count;
  return {
    ...of,
    row: {
      ...row,
      linkage: { ...row.linkage, [name]: all },
      rest: { ...row.rest, [name]: isWhole ? undefined : { count, next } },
    },
    included: new Map([...of.included, ...included]),
  };
}

/** The members read so far. */
export function membersOf({ linkage }: Row, name: string): readonly Identifier[] {
  return linkage[name] ?? [];
}

/** The number of members of a relationship, read or not. */
export function countOf(row: Row, name: string): number {
  return row.rest[name]?.count ?? membersOf(row, name).length;
}

/** True if a resource would be among the members read so far if it were a member. The service lists members by id, a whole number. */
export function covers(row: Row, name: string, { id }: Identifier): boolean {
  return row.rest[name] === undefined || membersOf(row, name).some((member) => isUpTo(id, member.id));
}

function isUpTo(id: string, last: string): boolean {
  return id.length === last.length ? id <= last : id.length < last.length;
}
