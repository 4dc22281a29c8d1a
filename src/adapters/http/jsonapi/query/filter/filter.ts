// `filter` and `filter[FIELD]`: a JSON list of filter objects, and one comparison by equality each. All of them must hold.

import { everything, type Filter } from '../../../../../application/model/filter.ts';
import type { Resource } from '../../resources/resource.ts';
import { readComparison } from './filter-comparison.ts';
import { countObject, readObject, readObjects } from './filter-object.ts';
import { kindOf, report, type Spot } from './filter-reading.ts';
import type { Admitted } from '../known-parameters.ts';
import type { Parsed } from '../problem.ts';
import type { QueryLimits } from '../query-limits.ts';
import { readJson } from './read-json.ts';

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
  const { place, reading } = spot;
  const json = readJson(text);
  if (json.valid && Array.isArray(json.value)) return readObjects(json.value, spot);
  const fault = json.valid ? `is ${kindOf(json.value)}` : json.reason;
  report(reading, place, `filter ${fault}; it must be a JSON list of filter objects, such as ${EXAMPLE}`);
  return [];
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
