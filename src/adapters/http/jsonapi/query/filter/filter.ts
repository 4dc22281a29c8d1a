// `filter` and `filter[FIELD]`: a JSON list of filter objects, and one comparison by equality each. All of them must hold.

import { everything, type Filter } from '#application/model/filter';
import { jsonFault } from '../../documents/read-json.ts';
import type { Resource } from '../../resources/resource.ts';
import { readObject, readObjects } from './filter-object.ts';
import { kindOf, report, type Reading, type Spot } from './filter-spot.ts';
import type { Admitted, QueryLimits } from '../known-parameters.ts';
import type { Parsed } from '../parameter.ts';

/** All filters of a query string as one. Other parameters are not looked at. */
export function parseFilter(parameters: readonly Admitted[], resource: Resource, limits: QueryLimits): Parsed<Filter> {
  const reading: Reading = { limits, problems: [], objects: 0 };
  const filters = parameters.flatMap(({ kind, parameter: { name, value }, argument }) => {
    const spot = { reading, parameter: name, pointer: undefined, text: name, resource, level: 1 };
    if (kind === 'filter') return readList(value, { ...spot, pointer: '' });
    if (kind === 'condition') return readObject({ name: argument, op: 'eq', val: value }, spot) ?? [];
    return [];
  });
  const [only = everything] = filters;
  return { value: filters.length > 1 ? { kind: 'and', filters } : only, problems: reading.problems };
}

const EXAMPLE = '[{"name":"id","op":"eq","val":1}]';

function readList(text: string, spot: Spot): readonly Filter[] {
  const list = parseList(text);
  if (typeof list !== 'string') return readObjects(list, spot);
  report(spot, `filter ${list}; it must be a JSON list of filter objects, such as ${EXAMPLE}`);
  return [];
}

/** The list, or what the text is instead, as a clause. */
function parseList(text: string): readonly unknown[] | string {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : `is ${kindOf(value)}`;
  } catch (error) {
    return `is not JSON: ${jsonFault(error)}`;
  }
}
