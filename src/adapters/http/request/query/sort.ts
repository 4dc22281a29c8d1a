import type { SortKey } from '#application/model/query';
import { quote } from '../../api/error-wording.ts';
import type { ErrorObject } from '../../api/errors.ts';
import type { Resource } from '../../api/resource-description.ts';
import { countRelationships, hasStoredValue, resolveFieldPath, sourceAdvice } from '../syntax/field-path.ts';
import { parsed, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, splitItems, type Parameter } from '../syntax/query-string.ts';

/** Each relationship is a join in SQL. If types refer to each other, paths could otherwise add thousands of joins, which take minutes to plan. */
const MOST_RELATIONSHIPS = 20;

/**
 * Parses `sort`: the keys in order. If a field is named twice, the first counts.
 * @param maximum number of relationships in one path
 * @example
 * parseSort({ name: 'sort', value: '-owner__name' }, computerResource, 5).value; // [{ path: ['owner'], attribute: 'name', descending: true }]
 */
export function parseSort(
  parameter: Parameter | undefined,
  resource: Resource,
  maximum: number,
): Parsed<readonly SortKey[]> {
  if (parameter === undefined) return { value: [] };
  const { items, problems: listProblems } = splitItems(parameter);
  const problems: ErrorObject[] = [...listProblems];
  const keys = new Map<string, SortKey>();
  for (const item of items) {
    const descending = item.startsWith('-');
    const name = descending ? item.slice(1) : item;
    const length = countRelationships(name);
    const key =
      length > maximum
        ? `the path ${quote(name)} follows ${length} relationships, more than ${maximum}`
        : parseKey(name, descending, resource);
    if (typeof key === 'string') problems.push(parameterProblem(parameter.name, key));
    else if (!keys.has(name)) keys.set(name, key);
  }
  const followed = relationshipsIn([...keys.values()]);
  if (followed > MOST_RELATIONSHIPS)
    problems.push(
      parameterProblem(
        parameter.name,
        `the paths follow ${followed} relationships altogether, more than ${MOST_RELATIONSHIPS}`,
      ),
    );
  return parsed([...keys.values()], problems);
}

/** The number of relationships that the paths follow. A prefix that several paths share counts once. */
function relationshipsIn(keys: readonly SortKey[]): number {
  const beginnings = keys.flatMap(({ path }) => path.map((_, place) => path.slice(0, place + 1).join('.')));
  return new Set(beginnings).size;
}

/** @returns the key, or the detail of an error */
function parseKey(name: string, descending: boolean, start: Resource): SortKey | string {
  const message = { where: '', heading: 'Sortable fields', isListed: hasStoredValue };
  const found = resolveFieldPath(name, start, message);
  if (typeof found === 'string') return found;
  const { relationships, resource, field } = found;
  if (relationships.some(({ cardinality }) => cardinality === 'many')) {
    return `cannot sort by ${quote(name)}: a sort path follows only to-one relationships`;
  }
  if (field.kind === 'relationship') return `cannot sort by ${quote(name)}: it is a relationship`;
  if (field.stored === undefined) {
    return `cannot sort by ${quote(name)}: it is computed${sourceAdvice(resource, field, 'sort by')}`;
  }
  return { path: relationships.map(({ stored }) => stored), attribute: field.stored, descending };
}
