// The requests that a question needs: paths relative to the API's root.
import type { Api, Attribute, Field, Resource } from './api.ts';
import { columnsOf, labelOf, resourceOf, searchedOf } from './fields.ts';
import type { Json } from './json.ts';
import { formatSort, type Question } from './question.ts';
import { patternOf } from './text-ways.ts';

type Parameters = readonly (readonly [name: string, value: string])[];

/** A path with its query string, written as readable as a URL allows: `filter=[{"name":…}]`. */
export function pathWith(path: string, parameters: Parameters): string {
  const query = parameters.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** Encodes characters that have a meaning in a query string, are not ASCII or do not print. */
function encoded(value: string): string {
  return value.toWellFormed().replace(/[^\w\-.~!$*(),;:@/?[\]{}"=|]/gu, encodeURIComponent);
}

/** The path of one page of the list, with the fields that its columns show. */
export function listPath(api: Api, resource: Resource, question: Question): string {
  const size = question.size ?? api.limits.defaultPageSize;
  return pathWith(resource.path, [
    ...filterParameter(wholeFilter(resource, question)),
    ...sortParameter(question),
    ['page[size]', String(size)],
    ...(question.page === 1 ? [] : [['page[number]', String(question.page)] as const]),
    ...viewParameters(api, resource, chosenColumns(resource, question)),
  ]);
}

export function resourcePath({ path }: Resource, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

/** The path that counts the matches: `meta.count` of a list of one row without fields. */
export function countPath(resource: Resource, filter: readonly Json[]): string {
  return pathWith(resource.path, [...filterParameter(filter), ['page[size]', '1'], fieldsParameter(resource.type, [])]);
}

/** The filter and the search combined. */
export function wholeFilter(resource: Resource, { filter, search }: Question): readonly Json[] {
  const found = searchFilter(resource, search);
  return found === undefined ? filter : [...filter, found];
}

/** Any text field contains the text, or the identifier is the number. */
export function searchFilter(resource: Resource, text: string): Json | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const inTexts: readonly Json[] = searchedOf(resource).map(({ name }) => ({ name, ...patternOf('contains', wanted) }));
  const byId: readonly Json[] = /^[1-9]\d{0,17}$/u.test(wanted) ? [{ name: 'id', op: 'eq', val: wanted }] : [];
  const all = [...inTexts, ...byId];
  return all.length === 1 ? all[0] : { or: all };
}

/** The fields that the table shows; the identifier always, because it opens the resource. */
export function chosenColumns(resource: Resource, { columns }: Question): readonly Field[] {
  const all = columnsOf(resource);
  return columns === undefined ? all : all.filter(({ kind, name }) => kind === 'identifier' || columns.includes(name));
}

export function filterParameter(filter: readonly Json[]): Parameters {
  return filter.length === 0 ? [] : [['filter', JSON.stringify(filter)]];
}

export function sortParameter({ sort }: Question): Parameters {
  return sort.length === 0 ? [] : [['sort', formatSort(sort)]];
}

export function fieldsParameter(type: string, names: readonly string[]): readonly [string, string] {
  return [`fields[${type}]`, names.join(',')];
}

/** `include` and the sparse fieldsets: shown fields of the resource, labels of the related ones. */
export function viewParameters(api: Api, resource: Resource, shown: readonly Field[]): Parameters {
  const include = shown.filter((field) => field.kind === 'relationship');
  const fields = new Map<string, Set<string>>();
  const own = shown.filter(({ kind }) => kind !== 'identifier').map(({ name }) => name);
  if (shown.length < columnsOf(resource).length) fields.set(resource.type, new Set(own));
  for (const { to } of include) {
    const related = resourceOf(api, to);
    if (related === undefined || (to === resource.type && !fields.has(to))) continue;
    const names = fields.get(to) ?? new Set<string>();
    fields.set(to, names);
    const label: Attribute | undefined = labelOf(related);
    if (label !== undefined) names.add(label.name);
  }
  return [
    ...(include.length === 0 ? [] : [['include', include.map(({ name }) => name).join(',')] as const]),
    ...[...fields].map(([type, names]) => fieldsParameter(type, [...names])),
  ];
}
