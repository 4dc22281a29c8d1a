// Requests for documents with included sets, as data, and the requests that `next` links should make. Does not use the code that builds the links.
import { relationshipsOf } from '#adapters/http/api/resource-description';
import type { ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';

/** The bound that a request sets on one relationship. */
export interface AskedBound {
  readonly size?: number;
  readonly total?: boolean;
  readonly sort?: readonly string[];
  readonly filter?: readonly object[];
}

export interface AskedDocument {
  readonly path: string;
  /** The type at which include paths start. */
  readonly start: ResourceType;
  readonly include?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  /** Other parameters of a list. */
  readonly list?: readonly Pair[];
  /** By path. */
  readonly bounds?: Readonly<Record<string, AskedBound>>;
  /** Only on a relationship route: the relationship, and the bound on its members, which are the primary data. */
  readonly primary?: AskedPrimary;
}

export interface AskedPrimary extends AskedBound {
  readonly id: string;
  readonly relationship: string;
  readonly after?: string;
}

type Pair = readonly [name: string, value: string];

/** A bound and the relationship at the end of its path. */
export interface PlacedBound {
  readonly asked: AskedBound;
  readonly from: ResourceType;
  readonly name: string;
}

/** The parameters of a request, in the order that `next` links use. */
export function parametersOf({
  include = [],
  fields = {},
  list = [],
  bounds = {},
  primary,
}: AskedDocument): readonly Pair[] {
  const { size, total = false, sort = [], filter = [], after } = primary ?? {};
  return [
    ...(include.length > 0 ? [['include', include.join(',')] as const] : []),
    ...Object.entries(fields).map(([type, names]) => [`fields[${type}]`, names] as const),
    ...list,
    ...(filter.length > 0 ? [['filter', JSON.stringify(filter)] as const] : []),
    ...(sort.length > 0 ? [['sort', sort.join(',')] as const] : []),
    ...parametersOfBounds(Object.entries(bounds)),
    ...(size === undefined ? [] : [['page[size]', String(size)] as const]),
    ...(size !== undefined && !total ? [['page[total]', 'false'] as const] : []),
    ...(after === undefined ? [] : [['page[after]', after] as const]),
  ];
}

function parametersOfBounds(bounds: readonly (readonly [path: string, asked: AskedBound])[]): readonly Pair[] {
  const keys = bounds.flatMap(([path, { sort = [] }]) =>
    sort.map((key) => (key.startsWith('-') ? `-${path}.${key.slice(1)}` : `${path}.${key}`)),
  );
  const filters = bounds.flatMap(([path, { filter = [] }]) => (filter.length > 0 ? [[path, filter] as const] : []));
  return [
    ...bounds.flatMap(([path, { size }]): Pair[] =>
      size === undefined ? [] : [[`page[${path}][size]`, String(size)]],
    ),
    ...bounds.flatMap(([path, { total }]): Pair[] => (total === true ? [[`page[${path}][total]`, 'true']] : [])),
    ...(keys.length > 0 ? [['includeSort', keys.join(',')] as const] : []),
    ...(filters.length > 0 ? [['includeFilter', JSON.stringify(Object.fromEntries(filters))] as const] : []),
  ];
}

/** The path and query string of a request. */
export function addressOf(asked: AskedDocument): string {
  return `${asked.path}${queryOf(parametersOf(asked))}`;
}

/** A query string, encoded as in links, with its `?`; empty if there are no parameters. */
export function queryOf(pairs: readonly Pair[]): string {
  // RFC 3986 allows these characters unencoded in a query.
  const encoded = (text: string): string =>
    encodeURIComponent(text).replaceAll(/%(?:24|2C|2F|3A|3B|3F|40)/g, decodeURIComponent);
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`;
}

/** The bounds that have an effect, in the order in which the parameters first name them. */
export function boundsOf({ start, bounds = {} }: AskedDocument): readonly PlacedBound[] {
  const placed = Object.entries(bounds).map(([path, asked]) => {
    const names = path.split('.');
    return { asked, from: typeBehind(start, names.slice(0, -1)), name: names.at(-1) ?? '' };
  });
  const rank = ({ asked: { size, total = false, sort = [] } }: PlacedBound): number => {
    if (size !== undefined) return 0;
    if (total) return 1;
    return sort.length > 0 ? 2 : 3;
  };
  return placed
    .filter(
      ({ asked: { size = 0, total = false, sort = [], filter = [] } }) =>
        size > 0 || total || sort.length + filter.length > 0,
    )
    .toSorted((one, other) => rank(one) - rank(other));
}

/** The type at the end of a path of relationships. */
export function typeBehind(start: ResourceType, names: readonly string[]): ResourceType {
  let type = start;
  for (const name of names) type = relationshipAt(type, name).to;
  return type;
}

function relationshipAt(type: ResourceType, name: string) {
  const relationship = relationshipsOf(resources[type])[name];
  if (relationship === undefined) throw new Error(`${type} does not show ${name}`);
  return relationship;
}

/**
 * The request for the members of a resource after a cursor.
 * @param document the request whose response shows the members up to the cursor
 */
export function nextOf(
  document: AskedDocument,
  { from, name, asked }: PlacedBound,
  id: string,
  after: string,
): AskedDocument {
  const { start, include = [], fields = {} } = document;
  const paths = include.map((path) => path.split('.'));
  const onward = new Set<string>();
  const goesThrough = (
    path: readonly string[],
    at: number,
    first: ResourceType,
    bound: Pick<PlacedBound, 'from' | 'name'>,
  ): boolean => path[at] === bound.name && typeBehind(first, path.slice(0, at)) === bound.from;
  for (const path of paths)
    for (const index of path.keys())
      if (goesThrough(path, index, start, { from, name })) onward.add(path.slice(index).join('.'));
  const shown = [...onward].map((path) => path.split('.'));
  const isLinked = (bound: PlacedBound): boolean =>
    relationshipAt(bound.from, bound.name).linkage === 'always' ||
    shown.some((path) => path.some((_step, index) => goesThrough(path, index, from, bound)));
  const behind = boundsOf(document).flatMap((bound) => {
    const places = shown.flatMap((path) =>
      path.flatMap((_step, index): string[][] => {
        const before = path.slice(0, index + 1);
        const isThere = typeBehind(from, before) === bound.from;
        return isThere && isLinked(bound) ? [[...before, bound.name]] : [];
      }),
    );
    const [shortest] = places.toSorted((one, other) => one.length - other.length);
    return shortest === undefined ? [] : [[shortest.join('.'), bound.asked] as const];
  });
  return {
    path: `${resources[from].path}/${id}/relationships/${name}`,
    start: from,
    include: [...onward],
    fields,
    bounds: Object.fromEntries(behind),
    primary: { ...asked, id, relationship: name, after },
  };
}
