// Parses the query parameters of a read, each on its own or, where they depend on each other, together.
import type { Filter } from '#application/model/filter';
import type { SortKey } from '#application/model/query';
import type { QueryLimits } from '../api/limits.ts';
import { operationKindOf, primaryOf, queryScopeOf, relationshipIn, type Operation } from '../api/operations.ts';
import type { ParameterKind, QueryScope } from '../api/parameters.ts';
import { relatedResource, type Resource } from '../api/resource-description.ts';
import type { FilterCount } from './filter/filter-target.ts';
import { parseFilter } from './filter/filter.ts';
import { parseBounds, type RequestedBound } from './query/bounds.ts';
import type { Cursors } from './query/cursors.ts';
import { parseFieldsets, type Fieldsets } from './query/fieldsets.ts';
import { parseInclude, type IncludePath } from './query/include.ts';
import { parseMemberPages, parsePages, type Pages } from './query/pages.ts';
import { parseSort } from './query/sort.ts';
import { combined, mapped, parsed, type Parsed } from './syntax/parsed.ts';
import { acceptParameters, type AcceptedParameter, type Parameter, type QueryString } from './syntax/query-string.ts';

/** The filter, order and page of a list, or of a relationship on its own route. */
export interface Listed extends Pages {
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
}

export interface ReadParameters {
  /** Undefined if the client left `include` out. */
  readonly include: readonly IncludePath[] | undefined;
  readonly fieldsets: Fieldsets;
  readonly list: Listed;
  readonly bounds: readonly RequestedBound[];
}

/**
 * Parses the query string of an operation that takes parameters.
 * @param cursors required if the query string contains a cursor
 */
export function parseParameters(
  { parameters, problems: encodingProblems }: QueryString,
  operation: Operation,
  options: QueryLimits & { readonly cursors: Cursors | undefined },
): Parsed<ReadParameters> {
  const resource = primaryOf(operation);
  const scope = queryScopeOf(operation);
  const { accepted, problems } = acceptParameters(parameters, scope, Object.keys(resource.set));
  const first = (kind: ParameterKind): Parameter | undefined => accepted.find((each) => each.kind === kind)?.parameter;
  const include = parseInclude(first('include'), resource, options.maxIncludeNames);
  const linkage = operationKindOf(operation).answer === 'linkage' ? relationshipIn(operation) : undefined;
  const shown = 'problems' in include ? undefined : { resource, include: include.value ?? [], linkage: linkage?.name };
  const count = { objects: 0 };
  const fieldsets = parseFieldsets(accepted, resource.set, scope === 'export' ? resource.type : undefined);
  const listed = scope === 'linkage' && linkage ? relatedResource(resource, linkage.field) : resource;
  const list = parseListed(accepted, scope, listed, { ...options, count });
  // On a relationship route, every path begins with the name of the relationship, so that name does not count towards the limit.
  const maxNames = options.maxIncludeNames + (linkage === undefined ? 0 : 1);
  return combined({
    names: parsed(undefined, [...encodingProblems, ...problems]),
    include,
    fieldsets,
    list,
    bounds: parseBounds(accepted, { resource, shown, limits: options, maxNames, count }),
  });
}

interface ListOptions extends QueryLimits {
  readonly cursors: Cursors | undefined;
  readonly count: FilterCount;
}

/** @param resource the type of the listed resources */
function parseListed(
  accepted: readonly AcceptedParameter[],
  scope: QueryScope,
  resource: Resource,
  options: ListOptions,
): Parsed<Listed> {
  const first = (kind: ParameterKind): Parameter | undefined => accepted.find((each) => each.kind === kind)?.parameter;
  const sort = parseSort(first('sort'), resource, options.maxIncludeNames);
  const [size, number, after, before, total] = PAGE_PARAMETERS.map(first);
  const listed = { type: resource.type, sort, cursors: options.cursors };
  const pages = PAGES[scope]({ size, number, after, before, total }, listed, options);
  const parts = combined({ filter: parseFilter(accepted, resource, options, options.count), sort, pages });
  return mapped(parts, ({ filter, sort: keys, pages: { page, total: isCounted } }) => ({
    filter,
    sort: keys,
    page,
    total: isCounted,
  }));
}

const unpaged: typeof parsePages = () => ({ value: { page: undefined, total: false } });

/** The parser of page parameters for the routes of each scope. */
const PAGES: Readonly<Record<QueryScope, typeof parsePages>> = {
  list: parsePages,
  linkage: parseMemberPages,
  export: unpaged,
  resource: unpaged,
  change: unpaged,
  changes: unpaged,
  stream: unpaged,
  none: unpaged,
};

const PAGE_PARAMETERS = ['size', 'number', 'after', 'before', 'total'] as const;
