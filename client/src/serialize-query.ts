/**
 * Serializes query parameters as the service expects them: filters as JSON, other lists separated by commas, and the object form of
 * `include` as several parameters.
 * @example serializeQuery({ sort: ['-name', 'id'], 'page[size]': 10 }) // 'sort=-name%2Cid&page%5Bsize%5D=10'
 */
export function serializeQuery(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [given, of] of Object.entries(query))
    for (const [name, value] of given === 'include' && isSets(of) ? includeParameters(of) : [[given, of] as const])
      if (value !== undefined) parameters.append(name, textOf(name, value));
  return parameters.toString();
}

function isSets(include: unknown): include is AnySets {
  return typeof include === 'object' && include !== null && !Array.isArray(include);
}

/** The object form of `include`, untyped. */
type AnySets = Readonly<Record<string, true | AnyBounds | undefined>>;

interface AnyBounds {
  readonly size?: number;
  readonly sort?: readonly string[];
  readonly filter?: readonly unknown[];
  readonly total?: boolean;
}

type Parameter = readonly [name: string, value: unknown];

function includeParameters(sets: AnySets): readonly Parameter[] {
  const bounds = Object.entries(sets).flatMap(([path, set]) =>
    set === undefined ? [] : [[path, set === true ? {} : set] as const],
  );
  const sorts = bounds.flatMap(([path, { sort = [] }]) => sort.map((key) => sortKeyAt(path, key)));
  const filters = bounds.flatMap(([path, { filter = [] }]) => (filter.length > 0 ? [[path, filter] as const] : []));
  return [
    ['include', bounds.map(([path]) => path)],
    ...bounds.flatMap(([path, { size, total }]): readonly Parameter[] => [
      ...(size === undefined ? [] : [[`page[${path}][size]`, size] as const]),
      ...(total === true ? [[`page[${path}][total]`, true] as const] : []),
    ]),
    ...(sorts.length > 0 ? [['includeSort', sorts] as const] : []),
    ...(filters.length > 0 ? [['includeFilter', Object.fromEntries(filters)] as const] : []),
  ];
}

/** @example sortKeyAt('owner.computers', '-serial') // '-owner.computers.serial' */
function sortKeyAt(path: string, key: string): string {
  return key.startsWith('-') ? `-${path}.${key.slice(1)}` : `${path}.${key}`;
}

function textOf(name: string, value: unknown): string {
  if (name === 'filter' || name === 'includeFilter') return JSON.stringify(value);
  return Array.isArray(value) ? value.join(',') : String(value);
}
