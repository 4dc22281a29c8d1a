import type { Filter } from '#application/model/filter';
import type { SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { Cursors } from '../cursor/cursors.ts';
import { throwIfAny } from '../documents/errors.ts';
import type { Resource } from '../resources/resource.ts';
import { parseFieldset } from './fieldset.ts';
import { parseFilter } from './filter/filter.ts';
import { parseInclude, type IncludePath } from './include.ts';
import { acceptParameters, type ParameterKind, type QueryLimits, type QueryScope } from './known-parameters.ts';
import { parsePages, type Pages } from './pages.ts';
import { parameterProblem, type Parameter } from './parameter.ts';
import { readQueryString, type QueryString } from './query-string.ts';
import { parseSort } from './sort.ts';

/** A valid query string. `include` and `fields` have wire names, the others the domain's. */
export interface ParsedQuery extends Pages {
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
  /** Distinct paths in order. Undefined: not given; empty: given empty. */
  readonly include: readonly IncludePath[] | undefined;
  /** The sparse fieldsets; a type without an entry has none. */
  readonly fields: ReadonlyMap<ResourceType, ReadonlySet<string>>;
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
}

/** Limits, and how to read cursors where a request can name some. */
export interface QueryOptions extends QueryLimits {
  readonly cursors?: Cursors | undefined;
}

/**
 * Parses the query string of a request.
 * @param resource the type of the primary data, where paths start
 * @throws ApiError (400) with every problem of the query string
 * @example
 * const sent = readQueryString('include=computers&sort=-name&page[size]=5');
 * const { include, sort, page } = parseQuery(sent, personResource, 'list', limits);
 * // [['computers']], [{ path: [], attribute: 'name', descending: true }], { kind: 'numbered', size: 5, number: 1 }
 */
export function parseQuery(
  { parameters, problems: encodingProblems }: QueryString,
  resource: Resource,
  scope: QueryScope,
  options: QueryOptions,
): ParsedQuery {
  const { accepted, problems: nameProblems } = acceptParameters(parameters, scope);
  const first = (kind: ParameterKind): Parameter | undefined => accepted.find((each) => each.kind === kind)?.parameter;

  const include = parseInclude(first('include'), resource, options.maxIncludeNames);
  const fieldsets = accepted
    .filter(({ kind }) => kind === 'fields')
    .map(({ parameter, argument }) =>
      scope === 'export' && argument !== resource.type
        ? refuseFieldset(parameter, resource)
        : parseFieldset(parameter, argument),
    );
  const filter = parseFilter(accepted, resource, options);
  const sort = parseSort(first('sort'), resource);
  const [size, number, after, before, total] = PAGE_PARAMETERS.map(first);
  const list = { type: resource.type, sort, cursors: options.cursors };
  const pages = parsePages({ size, number, after, before, total }, list, options);

  const valueProblems = [include, ...fieldsets, filter, sort, pages].flatMap(({ problems }) => problems);
  throwIfAny([...encodingProblems, ...nameProblems, ...valueProblems]);
  return {
    parameters,
    include: include.value,
    fields: new Map(fieldsets.flatMap(({ value }) => (value === undefined ? [] : [value]))),
    filter: filter.value,
    sort: sort.value,
    ...(scope === 'list' ? pages.value : { page: undefined, total: false }),
  };
}

const PAGE_PARAMETERS = ['size', 'number', 'after', 'before', 'total'] as const;

function refuseFieldset({ name }: Parameter, { type }: Resource): ReturnType<typeof parseFieldset> {
  return {
    value: undefined,
    problems: [parameterProblem(name, `this route takes fields[${type}] only: it has no other resources`)],
  };
}

/**
 * Checks the query string of a route that takes no parameters.
 * @throws ApiError (400) with every problem of the query string
 */
export function refuseParameters(text: string): void {
  const { parameters, problems } = readQueryString(text);
  throwIfAny([...problems, ...acceptParameters(parameters, 'none').problems]);
}
