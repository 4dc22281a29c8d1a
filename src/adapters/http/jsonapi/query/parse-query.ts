import type { Filter } from '#application/model/filter';
import type { Page, SortKey } from '#application/model/query';
import { throwIfAny } from '../documents/errors.ts';
import type { Resource } from '../resources/resource.ts';
import { parseFilter } from './filter/filter.ts';
import { admit, type Admitted, type ParameterKind, type QueryLimits, type QueryScope } from './known-parameters.ts';
import { parsePage } from './page.ts';
import type { Parameter } from './parameter.ts';
import { readQueryString } from './query-string.ts';
import { parseSort } from './sort.ts';
import { parseFields, parseInclude, type Wanted } from './wanted.ts';

/** A query string that has been checked. */
export interface ParsedQuery extends Wanted {
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
  readonly filter: Filter;
  readonly sort: readonly SortKey[];
  /** Undefined: everything at once. */
  readonly page: Page | undefined;
}

/**
 * Parses the query string of a request.
 *
 * @param text what stands after the `?`, as Node gives it; empty when there is none
 * @param resource what the route answers with: where names start
 * @throws ApiError (400) with every problem of the query string
 */
export function parseQuery(text: string, resource: Resource, scope: QueryScope, limits: QueryLimits): ParsedQuery {
  const { parameters, problems } = readQueryString(text);
  const { admitted, problems: refusals } = admit(parameters, scope);
  const of = (kind: ParameterKind): readonly Admitted[] => admitted.filter((each) => each.kind === kind);
  const first = (kind: ParameterKind): Parameter | undefined => of(kind)[0]?.parameter;

  const include = parseInclude(first('include'), resource, limits.maxIncludeNames);
  const fieldsets = of('fields').map(({ parameter, argument }) => parseFields(parameter, argument));
  const filter = parseFilter(admitted, resource, limits);
  const sort = parseSort(first('sort'), resource);
  const page = parsePage(first('size'), first('number'), limits);

  const parsed = [include, ...fieldsets, filter, sort, page];
  throwIfAny([...problems, ...refusals, ...parsed.flatMap((each) => each.problems)]);
  return {
    parameters,
    include: include.value,
    fields: new Map(fieldsets.flatMap(({ value }) => (value === undefined ? [] : [value]))),
    filter: filter.value,
    sort: sort.value,
    page: scope === 'list' ? page.value : undefined,
  };
}

/**
 * Checks the query string of a route that takes no parameters.
 * @throws ApiError with all that is wrong with it
 */
export function refuseParameters(text: string): void {
  const { parameters, problems } = readQueryString(text);
  throwIfAny([...problems, ...admit(parameters, 'none').problems]);
}
