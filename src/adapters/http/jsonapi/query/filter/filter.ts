// `filter` and `filter[FIELD]`: a JSON list of filter objects, and one comparison by equality each. All of them must hold.

import { everything, type Filter } from '#application/model/filter';
import { jsonFault } from '../../documents/read-json.ts';
import type { Resource } from '../../resources/resource.ts';
import { readComparison } from './filter-comparison.ts';
import { countObject, readObject, readObjects } from './filter-object.ts';
import { kindOf, report, type Spot } from './filter-reading.ts';
import type { Admitted, QueryLimits } from '../known-parameters.ts';
import type { Parsed } from '../parameter.ts';

/** All filters of a query string as one. Other parameters are not looked at. */
export function parseFilter(parameters: readonly Admitted[], resource: Resource, limits: QueryLimits): Parsed<Filter> {
  const reading = { limits, problems: [], objects: 0, readObject };
  const filters: Filter[] = [];
  for (const { kind, parameter, argument } of parameters) {
    const spot = { resource, level: 1, reading };
    const text = parameter.name;
    if (kind === 'filter') {
      filters.push(...readList(parameter.value, { ...spot, place: { parameter: text, pointer: '', text } }));
    } else if (kind === 'condition') {
      const place = { parameter: text, pointer: undefined, text };
      filters.push(...readCondition(argument, parameter.value, { ...spot, place }));
    }
  }
  return { value: conjunction(filters), problems: reading.problems };
}

const EXAMPLE = '[{"name":"id","op":"eq","val":1}]';

function readList(text: string, spot: Spot): readonly Filter[] {
  const read = parseList(text);
  if (typeof read !== 'string') return readObjects(read, spot);
  report(spot.reading, spot.place, `filter ${read}; it must be a JSON list of filter objects, such as ${EXAMPLE}`);
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

function readCondition(field: string, value: string, spot: Spot): readonly Filter[] {
  if (!countObject(spot)) return [];
  const filter = readComparison({ name: field, op: 'eq', operand: { kind: 'val', sent: value } }, spot);
  return filter === undefined ? [] : [filter];
}

function conjunction(filters: readonly Filter[]): Filter {
  const [only = everything] = filters;
  return filters.length > 1 ? { kind: 'and', filters } : only;
}
