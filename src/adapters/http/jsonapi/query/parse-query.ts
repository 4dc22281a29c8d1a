import type { Filter } from '../../../../application/model/filter.ts';
import type { Page, SortKey } from '../../../../application/model/query.ts';
import type { ResourceType } from '../../../../application/model/schema.ts';
import { throwIfAny } from '../errors.ts';
import type { Resource } from '../resources/resource.ts';
import { parseFields } from './fields.ts';
import { parseFilter } from './filter/filter.ts';
import { parseInclude } from './include.ts';
import { admit, type ParameterKind, type QueryScope } from './known-parameters.ts';
import { parsePage } from './page.ts';
import type { Parsed } from './problem.ts';
import type { QueryLimits } from './query-limits.ts';
import { readQueryString, type Parameter } from './query-string.ts';
import { parseSort } from './sort.ts';

export type { QueryScope } from './known-parameters.ts';

/** A query string that has been checked. */
export interface ParsedQuery {
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
  /** The different paths in order, as names on the wire. Undefined: not given; empty: given empty. */
  readonly include: readonly (readonly string[])[] | undefined;
  /** Names on the wire. A type without an entry has no sparse fieldset. */
  readonly fields: ReadonlyMap<ResourceType, ReadonlySet<string>>;
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
  const first = (kind: ParameterKind): Parameter | undefined => admitted.find((each) => each.kind === kind)?.parameter;

  const include = optional(first('include'), (each) => parseInclude(each, resource, limits.maxIncludeNames));
  const fieldsets = admitted
    .filter(({ kind }) => kind === 'fields')
    .map(({ parameter, argument }) => parseFields(parameter, argument));
  const filter = parseFilter(admitted, resource, limits);
  const sort = optional(first('sort'), (each) => parseSort(each, resource));
  const page = parsePage(first('size'), first('number'), limits);

  const parsed = [include, ...fieldsets, filter, sort, page];
  throwIfAny([...problems, ...refusals, ...parsed.flatMap((each) => each?.problems ?? [])]);
  return {
    parameters,
    include: include?.value,
    fields: new Map(fieldsets.flatMap(({ value }) => (value === undefined ? [] : [value]))),
    filter: filter.value,
    sort: sort?.value ?? [],
    page: scope === 'list' ? page.value : undefined,
  };
}

function optional<Value>(
  parameter: Parameter | undefined,
  parse: (parameter: Parameter) => Parsed<Value>,
): Parsed<Value> | undefined {
  return parameter === undefined ? undefined : parse(parameter);
}
