// The one place that restricts queries to the rows an actor may read. Hidden rows appear nowhere: not in primary data or linkage, nor on the path
// of an include, a sort key or a filter.
import { relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { ForbiddenError } from '../model/errors.ts';
import { bothOf, matchesEverything, nothing, type Filter } from '../model/filter.ts';
import { isComparison, isQuantifier } from '../model/filter-forms.ts';
import { grantOf, type Permissions, type RolePermissions } from '../model/permissions.ts';
import type { Bounds, FilterByType, Query, RelatedSelection } from '../model/query.ts';

/**
 * Restricts a query to what the actor may read.
 * @throws ForbiddenError if the actor may not read the type
 */
export function restrictQuery(query: Query, permissions: Permissions): Query {
  const { type, bounds, related } = query;
  const asked = [type, ...(related ?? []).map(({ relationship }) => relationshipOf(type, relationship).to)];
  for (const each of asked) requireReadable(each, permissions);
  const readable = readableRows(permissions);
  if (Object.keys(readable).length === 0) return query;
  return {
    ...query,
    filter: bothOf(readable[type], restrictFilter(query.filter, type, readable)),
    ...(bounds && { bounds: restrictBounds(bounds, type, readable) }),
    ...(related && { related: related.map((each) => restrictRelated(each, type, readable)) }),
    reachable: readable,
  };
}

/** @throws ForbiddenError */
export function requireReadable(type: ResourceType, permissions: RolePermissions): void {
  if (grantOf(permissions, 'read', type) === undefined) throw new ForbiddenError('read', type);
}

/** True if a condition hides rows of any type from the actor. */
export function isRestricted(permissions: Permissions): boolean {
  return resourceTypes.some((type) => {
    const grant = grantOf(permissions, 'read', type);
    return grant !== undefined && !matchesEverything(grant.rows);
  });
}

/** The rows that an actor may read. All rows of a type without an entry are readable. */
export function readableRows(permissions: Permissions): FilterByType {
  return Object.fromEntries(
    resourceTypes
      .map((type) => [type, grantOf(permissions, 'read', type)?.rows ?? nothing] as const)
      .filter(([, rows]) => !matchesEverything(rows)),
  );
}

/** Restricts only the filters: `reachable` leaves out hidden members. */
function restrictBounds(bounds: Bounds, type: ResourceType, readable: FilterByType): Bounds {
  return Object.fromEntries(
    Object.entries(bounds).map(([name, bound]) => {
      const { to } = relationshipOf(type, name);
      return [name, { ...bound, filter: restrictFilter(bound.filter, to, readable) }];
    }),
  );
}

function restrictRelated(
  { bounds, ...selection }: RelatedSelection,
  type: ResourceType,
  readable: FilterByType,
): RelatedSelection {
  const { to } = relationshipOf(type, selection.relationship);
  return bounds === undefined ? selection : { ...selection, bounds: restrictBounds(bounds, to, readable) };
}

/** Makes conditions on related resources match only readable ones. */
function restrictFilter(filter: Filter, type: ResourceType, readable: FilterByType): Filter {
  if (isComparison(filter)) return filter;
  if (isQuantifier(filter)) {
    const { to } = relationshipOf(type, filter.relationship);
    return { ...filter, filter: bothOf(readable[to], restrictFilter(filter.filter, to, readable)) };
  }
  return 'filters' in filter
    ? { ...filter, filters: filter.filters.map((each) => restrictFilter(each, type, readable)) }
    : { ...filter, filter: restrictFilter(filter.filter, type, readable) };
}
