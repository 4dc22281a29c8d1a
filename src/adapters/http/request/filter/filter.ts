// `filter` is a JSON list of filter objects, `filter[FIELD]` one comparison by equality. All of them must hold.
import type { RowCondition } from '#application/model/condition';
import { everything, type Filter } from '#application/model/filter';
import type { ErrorObject } from '../../api/errors.ts';
import type { Resource } from '../../api/resource-description.ts';
import { jsonFault } from '../syntax/json.ts';
import { parsed, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, type AcceptedParameter } from '../syntax/query-string.ts';
import { readObject, readObjects } from './filter-object.ts';
import {
  jsonType,
  report,
  type FilterLimits,
  type FilterLocation,
  type FilterProblem,
  type ParseState,
} from './filter-target.ts';

/**
 * Combines all filter parameters into one filter; ignores other parameters.
 * @example
 * const parameter = { name: 'filter[name]', value: 'Ada' };
 * parseFilter([{ kind: 'condition', parameter, argument: 'name' }], personResource, limits).value;
 * // { kind: 'compare', attribute: 'name', comparison: 'equal', operand: { kind: 'value', value: 'Ada' } }
 */
export function parseFilter(
  parameters: readonly AcceptedParameter[],
  resource: Resource,
  limits: FilterLimits,
): Parsed<Filter> {
  const state: ParseState = { limits, takesClaims: false, problems: [], objects: 0 };
  const conditions = parameters.flatMap(({ kind, parameter: { name, value }, argument }) => {
    const location = { state, parameter: name, pointer: undefined, text: name, resource, level: 1 };
    if (kind === 'filter') return readList(value, { ...location, pointer: '' });
    if (kind === 'condition') return readObject({ name: argument, op: 'eq', val: value }, location) ?? [];
    return [];
  });
  // Without claims, a condition is a filter.
  const filters = conditions as readonly Filter[];
  const [only = everything] = filters;
  const value: Filter = filters.length > 1 ? { kind: 'and', filters } : only;
  return parsed(value, state.problems.map(errorOf));
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
