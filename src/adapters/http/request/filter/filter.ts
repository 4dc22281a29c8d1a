// `filter` is a JSON list of filter objects, `filter[FIELD]` one comparison by equality. All of them must match. `includeFilter` is an object of
// such lists by path.
import type { RowCondition } from '#application/model/condition';
import { everything, type Filter } from '#application/model/filter';
import type { ErrorObject } from '../../api/errors.ts';
import type { Resource } from '../../api/resource-description.ts';
import { quote } from '../../api/error-wording.ts';
import { jsonFault, memberNames, pointerToken } from '../syntax/json.ts';
import { parsed, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, type AcceptedParameter, type Parameter } from '../syntax/query-string.ts';
import { readObject, readObjects } from './filter-object.ts';
import {
  atClause,
  jsonType,
  memberLocation,
  report,
  type FilterCount,
  type FilterLimits,
  type FilterLocation,
  type FilterProblem,
  type ParseState,
} from './filter-target.ts';

/**
 * Combines all filter parameters into one filter; ignores other parameters.
 * @param count is increased by the filter objects
 * @example
 * const parameter = { name: 'filter[name]', value: 'Ada' };
 * parseFilter([{ kind: 'condition', parameter, argument: 'name' }], personResource, limits).value;
 * // { kind: 'compare', attribute: 'name', comparison: 'equal', operand: { kind: 'value', value: 'Ada' } }
 */
export function parseFilter(
  parameters: readonly AcceptedParameter[],
  resource: Resource,
  limits: FilterLimits,
  count: FilterCount = { objects: 0 },
): Parsed<Filter> {
  const state: ParseState = { limits, takesClaims: false, problems: [], count };
  const conditions = parameters.flatMap(({ kind, parameter: { name, value }, argument }) => {
    const location = { state, parameter: name, pointer: undefined, text: name, resource, level: 1 };
    if (kind === 'filter') return readList(value, { ...location, pointer: '' });
    if (kind === 'condition') return readObject({ name: argument, op: 'eq', val: value }, location) ?? [];
    return [];
  });
  return parsed(allOf(conditions), state.problems.map(errorOf));
}

/** A filter on the resources at the end of a path. */
interface FilterAtPath<Path> {
  readonly path: Path;
  /** Points to the path in the parameter's value. */
  readonly pointer: string;
  readonly filter: Filter;
  /** As sent. */
  readonly filters: readonly unknown[];
}

/** The filters with valid paths, and all problems. */
interface FiltersByPath<Path> {
  readonly filters: readonly FilterAtPath<Path>[];
  readonly problems: readonly ErrorObject[];
}

/**
 * Parses a JSON object with a list of filter objects for each path. Empty lists are ignored.
 * @param readPath resolves a path, or explains why it cannot
 * @param count is increased by the filter objects
 */
export function parseFiltersByPath<Path extends { readonly to: Resource }>(
  { name, value }: Parameter,
  readPath: (text: string) => Path | { readonly detail: string; readonly meta?: ErrorObject['meta'] },
  limits: FilterLimits,
  count: FilterCount,
): FiltersByPath<Path> {
  if (value === '') return { filters: [], problems: [] };
  const lists = parseObject(value);
  if (typeof lists === 'string')
    return {
      filters: [],
      problems: [
        parameterProblem(name, `${name} ${lists}; it must be a JSON object such as ${OBJECT_EXAMPLE}`, { path: '' }),
      ],
    };
  const problems: ErrorObject[] = [];
  const names = memberNames(value);
  for (const text of new Set(names.filter((each, index) => names.indexOf(each) !== index)))
    problems.push(parameterProblem(name, `${quote(text)} is given more than once`, { path: `/${pointerToken(text)}` }));
  const filters = Object.entries(lists).flatMap(([text, list]): readonly FilterAtPath<Path>[] => {
    const state: ParseState = { limits, takesClaims: false, problems: [], count };
    const path = readPath(text);
    const pointer = `/${pointerToken(text)}`;
    if ('detail' in path) {
      problems.push(parameterProblem(name, path.detail, { path: pointer, ...path.meta }));
      return [];
    }
    const root = { state, parameter: name, pointer: '', text: name, resource: path.to, level: 1 };
    const location = memberLocation(root, text);
    if (!Array.isArray(list))
      report(location, `expected a list of filter objects${atClause(location)}, not ${jsonType(list)}`);
    const filter = allOf(Array.isArray(list) ? readObjects(list, location) : []);
    problems.push(...state.problems.map(errorOf));
    return Array.isArray(list) && list.length > 0 ? [{ path, pointer, filter, filters: list }] : [];
  });
  return { filters, problems };
}

const OBJECT_EXAMPLE = '{"PATH":[{"name":"id","op":"eq","val":1}]}';

/** @returns the object, or a clause about what the text is instead */
function parseObject(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : `is ${jsonType(value)}`;
  } catch (error) {
    return `is not JSON: ${jsonFault(error)}`;
  }
}

function allOf(conditions: readonly RowCondition[]): Filter {
  // Without claims, a condition is a filter.
  const filters = conditions as readonly Filter[];
  const [only = everything] = filters;
  return filters.length > 1 ? { kind: 'and', filters } : only;
}

function errorOf({ parameter, pointer, detail, meta }: FilterProblem): ErrorObject {
  return parameterProblem(parameter, detail, pointer === undefined ? meta : { path: pointer, ...meta });
}

const EXAMPLE = '[{"name":"id","op":"eq","val":1}]';

function readList(text: string, location: FilterLocation): readonly RowCondition[] {
  const list = parseList(text);
  if (typeof list !== 'string') return readObjects(list, location);
  report(location, `filter ${list}; it must be a JSON list of filter objects, such as ${EXAMPLE}`);
  return [];
}

/** @returns the list, or a clause about what the text is instead */
function parseList(text: string): readonly unknown[] | string {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : `is ${jsonType(value)}`;
  } catch (error) {
    return `is not JSON: ${jsonFault(error)}`;
  }
}
