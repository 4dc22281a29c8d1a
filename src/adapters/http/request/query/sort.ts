import type { SortKey } from '#application/model/query';
import { quote } from '../../api/error-wording.ts';
import type { ErrorObject } from '../../api/errors.ts';
import type { Resource } from '../../api/resource-description.ts';
import { hasStoredValue, resolveFieldPath, sourceAdvice } from '../syntax/field-path.ts';
import { parsed, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, splitItems, type Parameter } from '../syntax/query-string.ts';

/**
 * Parses `sort`: the keys in order. A field named twice counts where it comes first.
 * @example
 * parseSort({ name: 'sort', value: '-owner__name' }, computerResource).value; // [{ path: ['owner'], attribute: 'name', descending: true }]
 */
export function parseSort(parameter: Parameter | undefined, resource: Resource): Parsed<readonly SortKey[]> {
  if (parameter === undefined) return { value: [] };
  const { items, problems: listProblems } = splitItems(parameter);
  const problems: ErrorObject[] = [...listProblems];
  const keys = new Map<string, SortKey>();
  for (const item of items) {
    const descending = item.startsWith('-');
    const name = descending ? item.slice(1) : item;
    const key = parseKey(name, descending, resource);
    if (typeof key === 'string') problems.push(parameterProblem(parameter.name, key));
    else if (!keys.has(name)) keys.set(name, key);
  }
  return parsed([...keys.values()], problems);
}

/** @returns the key, or the detail of an error */
function parseKey(name: string, descending: boolean, start: Resource): SortKey | string {
  const message = { where: '', heading: 'Sortable fields', isListed: hasStoredValue };
  const found = resolveFieldPath(name, start, message);
  if (typeof found === 'string') return found;
  const { relationships, resource, field } = found;
  if (relationships.some(({ cardinality }) => cardinality === 'many')) {
    return `cannot sort by ${quote(name)}: only to-one relationships lead to a single value`;
  }
  if (field.kind === 'relationship') return `cannot sort by ${quote(name)}: it is a relationship`;
  if (field.stored === undefined) {
    return `cannot sort by ${quote(name)}: it is computed${sourceAdvice(resource, field, 'sort by')}`;
  }
  return { path: relationships.map(({ stored }) => stored), attribute: field.stored, descending };
}
