// `filter` is a JSON list of filter objects, `filter[FIELD]` one comparison by equality. All of them must hold.
import { everything, type Filter } from '#application/model/filter';
import { jsonFault } from '../../documents/read-json.ts';
import type { Resource } from '../../resources/resource.ts';
import { readObject, readObjects } from './filter-object.ts';
import { jsonType, report, type Location, type ParseState } from './filter-location.ts';
import type { AcceptedParameter, QueryLimits } from '../known-parameters.ts';
import type { Parsed } from '../parameter.ts';

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
  limits: QueryLimits,
): Parsed<Filter> {
  const state: ParseState = { limits, problems: [], objects: 0 };
  const filters = parameters.flatMap(({ kind, parameter: { name, value }, argument }) => {
    const location = { state, parameter: name, pointer: undefined, text: name, resource, level: 1 };
    if (kind === 'filter') return readList(value, { ...location, pointer: '' });
    if (kind === 'condition') return readObject({ name: argument, op: 'eq', val: value }, location) ?? [];
    return [];
  });
  const [only = everything] = filters;
  return { value: filters.length > 1 ? { kind: 'and', filters } : only, problems: state.problems };
}

const EXAMPLE = '[{"name":"id","op":"eq","val":1}]';

function readList(text: string, location: Location): readonly Filter[] {
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
