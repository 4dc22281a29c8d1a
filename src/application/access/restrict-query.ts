// The one place where queries are restricted to what an actor may read. A hidden row is none: not in the primary data, not related to anything,
// not on the way through a relationship.
import { perType, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { ForbiddenError } from '../model/errors.ts';
import { bothOf, nothing, type Filter } from '../model/filter.ts';
import { grantOf, type Permissions, type RolePermissions } from '../model/permissions.ts';
import type { FilterByType, Query } from '../model/query.ts';

/**
 * The same query on what the actor may read.
 * @throws ForbiddenError if it is for resources of a type that the actor may not read
 */
export function restrictQuery(query: Query, permissions: Permissions): Query {
  const { type, related = [] } = query;
  for (const asked of [type, ...related.map(({ relationship }) => relationshipOf(type, relationship).to)])
    requireReadable(asked, permissions);
  const readable = readableRows(permissions);
  if (Object.keys(readable).length === 0) return query;
  return {
    ...query,
    filter: bothOf(readable[type], restrictFilter(query.filter, type, readable)),
    reachable: readable,
  };
}

/** @throws ForbiddenError */
export function requireReadable(type: ResourceType, permissions: RolePermissions): void {
  if (grantOf(permissions, 'read', type) === undefined) throw new ForbiddenError('read', type);
}

/** Whether a condition limits which rows of some type an actor may read. */
export function isRestricted(permissions: Permissions): boolean {
  return resourceTypes.some((type) => grantOf(permissions, 'read', type)?.where !== undefined);
}

/** Which rows an actor may read; a type without an entry is readable as a whole. */
export function readableRows(permissions: Permissions): FilterByType {
  const rows = perType((type) => {
    const grant = grantOf(permissions, 'read', type);
    return grant === undefined ? nothing : grant.where;
  });
  return Object.fromEntries(resourceTypes.flatMap((type) => (rows[type] === undefined ? [] : [[type, rows[type]]])));
}

/** Related rows that are hidden do not match. */
function restrictFilter(filter: Filter, type: ResourceType, readable: FilterByType): Filter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((each) => restrictFilter(each, type, readable)) };
    case 'not':
      return { ...filter, filter: restrictFilter(filter.filter, type, readable) };
    case 'related': {
      const { to } = relationshipOf(type, filter.relationship);
      return { ...filter, filter: bothOf(readable[to], restrictFilter(filter.filter, to, readable)) };
    }
    case 'unset':
    case 'in':
    case 'compare':
    case 'text':
      return filter;
  }
}
