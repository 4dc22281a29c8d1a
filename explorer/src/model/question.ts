// The state of the page as kept in its address, so that it can be shared: #/TYPE?filter=…&sort=…&open=TYPE/ID
import type { Api, Resource } from './api.ts';
import { resourceOf } from './fields.ts';
import { isArray, parseJson, type Json } from './json.ts';

export interface Question {
  readonly type: string;
  readonly filter: readonly Json[];
  /** Text to find in the text fields, in addition to the filter. */
  readonly search: string;
  readonly sort: readonly SortKey[];
  readonly page: number;
  /** Undefined: the service's default. */
  readonly size: number | undefined;
  /** Undefined: all. */
  readonly columns: readonly string[] | undefined;
  readonly open: Open | undefined;
  /** The invalid parts of the address, as they are written there. If there are any, no rows are shown. */
  readonly unreadable: readonly string[];
}

export interface SortKey {
  readonly path: string;
  readonly descending: boolean;
}

/** The resource in the panel; without an id, a new one. */
export interface Open {
  readonly type: string;
  readonly id: string | undefined;
}

export function emptyQuestion(type: string): Question {
  return {
    type,
    filter: [],
    search: '',
    sort: [],
    page: 1,
    size: undefined,
    columns: undefined,
    open: undefined,
    unreadable: [],
  };
}

const parameterNames = ['q', 'filter', 'sort', 'page', 'size', 'columns', 'open'];

/** Parses the part of the address after `#`. Ignores columns that do not exist. */
export function parseQuestion(api: Api, hash: string): Question {
  const [path = '', ...query] = hash.replace(/^#?\/?/u, '').split('?');
  const resource = path === '' ? api.resources[0] : resourceOf(api, decoded(path));
  const parameters = new URLSearchParams(query.join('?'));
  const unreadable = [...parameters].flatMap(([name, value]) => {
    return parameterNames.includes(name) ? [] : [`${name}=${value}`];
  });
  if (resource === undefined) unreadable.unshift(`/${path}`);
  const read = <Value>(name: string, parse: (value: string) => Value | undefined): Value | undefined => {
    const value = parameters.get(name);
    if (value === null) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) unreadable.push(`${name}=${value}`);
    return parsed;
  };
  return {
    type: resource?.type ?? '',
    filter: read('filter', parseFilter) ?? [],
    search: parameters.get('q') ?? '',
    sort: parseSort(parameters.get('sort') ?? ''),
    page: read('page', count) ?? 1,
    size: read('size', count),
    columns: resource === undefined ? undefined : parseColumns(resource, parameters.get('columns')),
    open: read('open', (value) => parseOpen(api, value)),
    unreadable,
  };
}

/** The part of the address after `#`. */
export function formatQuestion(question: Question): string {
  const { filter, search, sort, page, size, columns, open } = question;
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('q', search);
  if (filter.length > 0) parameters.set('filter', JSON.stringify(filter));
  if (sort.length > 0) parameters.set('sort', formatSort(sort));
  if (page !== 1) parameters.set('page', String(page));
  if (size !== undefined) parameters.set('size', String(size));
  if (columns !== undefined) parameters.set('columns', columns.join(','));
  if (open !== undefined) parameters.set('open', `${open.type}/${open.id ?? 'new'}`);
  const query = parameters.toString();
  return `#/${encodeURIComponent(question.type)}${query === '' ? '' : `?${query}`}`;
}

/** The value of the parameter `sort`. */
export function formatSort(sort: readonly SortKey[]): string {
  return sort.map(({ path, descending }) => `${descending ? '-' : ''}${path}`).join(',');
}

function parseFilter(value: string): readonly Json[] | undefined {
  const filter = parseJson(value);
  return isArray(filter) ? filter : undefined;
}

function parseSort(value: string): readonly SortKey[] {
  const keys = value.split(',').filter((key) => key !== '');
  return keys.map((key) => ({ path: key.replace(/^-/u, ''), descending: key.startsWith('-') }));
}

function parseColumns(resource: Resource, value: string | null): readonly string[] | undefined {
  if (value === null) return undefined;
  const names = value.split(',');
  return resource.fields.map(({ name }) => name).filter((name) => names.includes(name));
}

function parseOpen(api: Api, value: string): Open | undefined {
  const [type = '', id = ''] = value.split('/');
  if (resourceOf(api, type) === undefined || id === '') return undefined;
  return { type, id: id === 'new' ? undefined : id };
}

function count(value: string): number | undefined {
  return /^[1-9]\d{0,14}$/u.test(value) ? Number(value) : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** The next order after a click on a column: ascending, descending, none. `add` keeps the other keys. */
export function toggledSort(sort: readonly SortKey[], path: string, add: boolean): readonly SortKey[] {
  const now = sort.find((key) => key.path === path);
  const others = sort.filter((key) => key.path !== path);
  if (now === undefined) return [...(add ? others : []), { path, descending: false }];
  if (!add && others.length > 0) return [{ path, descending: false }];
  return now.descending ? others : sort.map((key) => (key === now ? { path, descending: true } : key));
}
