// The query string of the link from a page of members to the next page. The link is to the relationship's own route, which returns the
// next members with the same fields, includes and bounds.
import { relatedResource, requireRelationship, type Resource } from '../../api/resource-description.ts';
import { writeQueryString } from '../../api/links.ts';
import type { Parameter } from '../syntax/query-string.ts';
import type { RequestedBound } from './bounds.ts';
import type { IncludePath } from './include.ts';
import { placesIn, shows } from './shown-members.ts';

/** The document that has the relationship. */
export interface BoundedDocument {
  /** Where include paths start. */
  readonly resource: Resource;
  readonly include: readonly IncludePath[];
  /** Each `fields[TYPE]`, as sent, but with each field once. */
  readonly fields: readonly Parameter[];
  readonly bounds: readonly RequestedBound[];
}

/** The query string of the next page without the cursor: it ends with `page[after]=`, so the cursor can be appended. */
export function queryOfNext(of: RequestedBound, size: number, document: BoundedDocument): string {
  const { bound, sent } = of;
  const include = pathsFrom(of, document);
  const behind = boundsBehind(of, include, document.bounds);
  return writeQueryString([
    ...(include.length === 0 ? [] : [{ name: 'include', value: include.map(textOf).join(',') }]),
    ...document.fields,
    ...(sent.filters.length === 0 ? [] : [{ name: 'filter', value: JSON.stringify(sent.filters) }]),
    ...(sent.keys.length === 0 ? [] : [{ name: 'sort', value: sent.keys.join(',') }]),
    ...parametersOf(behind),
    { name: 'page[size]', value: String(size) },
    ...(bound.total ? [] : [{ name: 'page[total]', value: 'false' }]),
    { name: 'page[after]', value: '' },
  ]);
}

function textOf(path: IncludePath): string {
  return path.join('.');
}

/** The include paths that go through the relationship, without the names before it: they start at the resource that has it. */
function pathsFrom({ from, names }: RequestedBound, { resource, include }: BoundedDocument): readonly IncludePath[] {
  const name = names.at(-1) ?? '';
  const paths = new Map<string, IncludePath>();
  for (const path of include)
    for (const index of placesIn(path, resource, from, name)) paths.set(textOf(path.slice(index)), path.slice(index));
  return [...paths.values()];
}

/** The bounds of relationships that the next page shows beyond the members, each with its shortest path from the resource that has the members. */
function boundsBehind(
  { from, names }: RequestedBound,
  include: readonly IncludePath[],
  bounds: readonly RequestedBound[],
): readonly RequestedBound[] {
  const shown = { resource: from, include, linkage: names.at(-1) };
  return bounds.flatMap((bound) => {
    const places = include.flatMap((path) => placesOf(bound.from, path, from));
    const paths = places
      .map((before) => [...before, bound.names.at(-1) ?? ''])
      .filter((path) => shows(shown, { ...bound, names: path }));
    const [shortest] = paths.toSorted((one, other) => one.length - other.length);
    return shortest === undefined ? [] : [{ ...bound, names: shortest }];
  });
}

/** The prefixes of a path that end at a resource of the type. */
function placesOf({ type }: Resource, path: IncludePath, start: Resource): readonly IncludePath[] {
  let at = start;
  return path.flatMap((step, index) => {
    at = relatedResource(at, requireRelationship(at, step));
    return at.type === type ? [path.slice(0, index + 1)] : [];
  });
}

function parametersOf(bounds: readonly RequestedBound[]): readonly Parameter[] {
  const keys = bounds.flatMap(({ names, sent }) =>
    sent.keys.map((key) => key.replace(/^-?/, (sign) => `${sign}${textOf(names)}.`)),
  );
  const filters = bounds.flatMap(({ names, sent }) =>
    sent.filters.length === 0 ? [] : [[textOf(names), sent.filters] as const],
  );
  return [
    ...bounds.flatMap(({ names, bound: { page } }) =>
      page === undefined ? [] : [{ name: `page[${textOf(names)}][size]`, value: String(page.size) }],
    ),
    ...bounds.flatMap(({ names, bound: { total } }) =>
      total ? [{ name: `page[${textOf(names)}][total]`, value: 'true' }] : [],
    ),
    ...(keys.length === 0 ? [] : [{ name: 'includeSort', value: keys.join(',') }]),
    ...(filters.length === 0 ? [] : [{ name: 'includeFilter', value: JSON.stringify(Object.fromEntries(filters)) }]),
  ];
}
