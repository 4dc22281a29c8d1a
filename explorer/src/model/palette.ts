// Interprets a query typed in the palette.
import type { Api, Resource } from './api.ts';
import { labelOf, searchedOf } from './fields.ts';
import type { Json } from './json.ts';
import { fieldsParameter, filterParameter, pathWith, searchFilter } from './requests.ts';

/** The maximum number of types searched at once. */
const mostTypes = 5;
const mostRows = 5;
/** A single letter matches nearly everything. */
const leastLetters = 2;

/**
 * Ranks a title for a query, lower is better; undefined if a word of the query does not match.
 * @example rankOf('per', 'New person') // 0, because a word begins with it
 */
export function rankOf(query: string, title: string): number | undefined {
  const lower = title.toLowerCase();
  const ranks = wordsIn(query).map((word) => {
    if (!lower.includes(word)) return undefined;
    return wordsIn(lower).some((part) => part.startsWith(word)) ? 0 : 1;
  });
  return ranks.reduce<number | undefined>((sum, rank) => {
    return sum === undefined || rank === undefined ? undefined : sum + rank;
  }, 0);
}

export interface Sought {
  readonly resource: Resource;
  /** The path of a list with the first matches. */
  readonly path: string;
}

/**
 * The requests that resolve a query: `person 12` reads a resource by id, `person ada` searches one type, and other text searches several.
 * @param first the type to search first
 */
export function soughtBy(api: Api, query: string, first: Resource | undefined): readonly Sought[] {
  const { resource, rest } = typeIn(api, query.trim());
  if (resource !== undefined) return isId(rest) ? [byId(api, resource, rest)] : byText(api, resource, rest);
  if (rest.length < leastLetters && !isId(rest)) return [];
  const others = api.resources.filter((other) => other !== first);
  const all = first === undefined ? others : [first, ...others];
  return all.flatMap((each) => byText(api, each, rest)).slice(0, mostTypes);
}

/** The type at the start of a query, and the rest of the query. */
function typeIn(api: Api, query: string): { readonly resource: Resource | undefined; readonly rest: string } {
  const lower = query.toLowerCase();
  const found = api.resources
    .flatMap((resource) => [resource.type, resource.label, resource.plural].map((name) => ({ resource, name })))
    .filter(({ name }) => lower.startsWith(`${name.toLowerCase()} `))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
  return { resource: found?.resource, rest: query.slice(found?.name.length ?? 0).trim() };
}

function isId(text: string): boolean {
  return /^#?[1-9]\d{0,17}$/u.test(text);
}

function byId(api: Api, resource: Resource, text: string): Sought {
  return soughtWith(api, resource, { name: 'id', op: 'eq', val: text.replace('#', '') });
}

function byText(api: Api, resource: Resource, text: string): readonly Sought[] {
  const filter = searchFilter(resource, text);
  if (filter === undefined || (searchedOf(resource).length === 0 && !isId(text))) return [];
  return [soughtWith(api, resource, filter)];
}

function soughtWith({ limits }: Api, resource: Resource, filter: Json): Sought {
  const label = labelOf(resource);
  const path = pathWith(resource.path, [
    ...filterParameter([filter]),
    ['page[size]', String(Math.min(mostRows, limits.maxPageSize ?? mostRows))],
    fieldsParameter(resource.type, label === undefined ? [] : [label.name]),
  ]);
  return { resource, path };
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[^\s]+/gu) ?? [];
}
