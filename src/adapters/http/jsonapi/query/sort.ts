import type { SortKey } from '#application/model/query';
import type { ErrorObject } from '../documents/errors.ts';
import type { Resource } from '../resources/resource.ts';
import { quote } from '../documents/messages.ts';
import { hasStoredValue, namesBehind, resolveFieldPath } from './field-path.ts';
import { parameterProblem, splitItems, type Parameter, type Parsed } from './parameter.ts';

/** `sort`: the keys in order. What is named again is left out: an earlier key has decided already. */
export function parseSort(parameter: Parameter | undefined, resource: Resource): Parsed<readonly SortKey[]> {
  if (parameter === undefined) return { value: [], problems: [] };
  const items = splitItems(parameter);
  const problems: ErrorObject[] = [...items.problems];
  const keys = new Map<string, SortKey>();
  for (const item of items.value) {
    const descending = item.startsWith('-');
    const name = descending ? item.slice(1) : item;
    const key = sortKey(name, descending, resource);
    if (typeof key === 'string') problems.push(parameterProblem(parameter.name, key));
    else if (!keys.has(name)) keys.set(name, key);
  }
  return { value: [...keys.values()], problems };
}

/** The key, or what is wrong with it. */
function sortKey(name: string, descending: boolean, resource: Resource): SortKey | string {
  const naming = { where: '', heading: 'Sortable fields', offered: hasStoredValue };
  const found = resolveFieldPath(name, resource, naming);
  if (typeof found === 'string') return found;
  const { passed, end, field } = found;
  if (passed.some(({ cardinality }) => cardinality === 'many')) {
    return `cannot sort by ${quote(name)}: only to-one relationships lead to a single value`;
  }
  if (field.kind === 'relationship') return `cannot sort by ${quote(name)}: it is a relationship`;
  if (field.stored === undefined) {
    return `cannot sort by ${quote(name)}: it is computed; sort by ${namesBehind(end, field)}`;
  }
  return { path: passed.map(({ stored }) => stored), attribute: field.stored, descending };
}
