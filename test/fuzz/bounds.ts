// Bounds of included sets: valid ones, with the include paths they need, and faulty ones.
import fc from 'fast-check';
import { relationshipsOf, type RelationshipField } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { MOST_BYTES_TOGETHER } from '#adapters/http/request/query/bounds';
import type { ResourceType } from '#domain/schema';
import { oddFilters, validFilters } from './filters.ts';
import { hostileNames, hostileTexts } from './hostile-text.ts';
import { sortKeysOf } from './sort-keys.ts';
import type { Route } from './targets.ts';

type Parameter = readonly [name: string, value: string];
type Parameters = readonly Parameter[];

/** A path to a to-many relationship. */
interface MemberPath {
  readonly names: readonly string[];
  readonly from: ResourceType;
  readonly field: RelationshipField;
}

/** The most relationships in a path. */
const MAX_STEPS = 3;

/** The type at which a route's include paths start. */
export function startOf({ type, linkage }: Pick<Route, 'type' | 'linkage'>): ResourceType {
  return linkage?.type ?? type;
}

/** False if a path on a relationship route does not start with its relationship. */
export function isOwnPath({ linkage }: Route, [first]: readonly string[]): boolean {
  return linkage === undefined || first === linkage.relationship;
}

/** The paths to the to-many relationships that a route can show. */
function pathsOn(route: Route): readonly MemberPath[] {
  return pathsFrom(startOf(route)).filter(({ names }) => isOwnPath(route, names));
}

function pathsFrom(type: ResourceType, before: readonly string[] = []): readonly MemberPath[] {
  if (before.length === MAX_STEPS) return [];
  return Object.entries(relationshipsOf(resources[type])).flatMap(([name, field]) => {
    const names = [...before, name];
    const own = field.cardinality === 'many' ? [{ names, from: type, field }] : [];
    return [...own, ...pathsFrom(field.to, names)];
  });
}

function relationshipAt({ from, field }: MemberPath): string {
  return `${from}.${field.stored}`;
}

const sizes = fc.constantFrom('1', '1', '2', '3', '50');

/** The bounds on one relationship. */
interface Bounds {
  readonly path: MemberPath;
  readonly size: string | undefined;
  readonly total: string | undefined;
  readonly keys: readonly string[];
  /** A JSON array. */
  readonly filter: string | undefined;
  /** True to include the members; false to include only the path before them, if their linkage is always shown. */
  readonly includes: boolean;
}

function boundsOf(path: MemberPath): fc.Arbitrary<Bounds> {
  const { to } = path.field;
  return fc.record({
    path: fc.constant(path),
    size: fc.option(sizes, { nil: undefined, freq: 4 }),
    total: fc.option(fc.constantFrom('true', 'true', 'false'), { nil: undefined, freq: 1 }),
    keys: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...sortKeysOf(to)), { maxLength: 2 })),
    filter: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: validFilters(to) }),
    includes: fc.boolean(),
  });
}

/** Bounds on one or two relationships. */
function boundsOn(route: Route): fc.Arbitrary<readonly Bounds[]> | undefined {
  // A relationship route bounds its own relationship with `filter`, `sort` and `page`.
  const paths = pathsOn(route).filter(({ names }) => route.linkage === undefined || names.length > 1);
  if (paths.length === 0) return undefined;
  return fc
    .uniqueArray(fc.constantFrom(...paths), { minLength: 1, maxLength: 2, selector: relationshipAt })
    .chain((chosen) => fc.tuple(...chosen.map(boundsOf)));
}

/** Valid bounds with the include paths they need; undefined if the route has nothing to bound. */
export function validBounds(route: Route): fc.Arbitrary<Parameters> | undefined {
  return boundsOn(route)?.map((all) => [...includeOf(all), ...parametersOf(all)]);
}

function includeOf(all: readonly Bounds[]): Parameters {
  const paths = all.map(({ path: { names, field }, includes }) =>
    (includes || field.linkage !== 'always' ? names : names.slice(0, -1)).join('.'),
  );
  const needed = paths.filter((path) => path !== '');
  return needed.length === 0 ? [] : [['include', needed.join(',')]];
}

function parametersOf(all: readonly Bounds[]): Parameters {
  const keys = all.flatMap(({ path, keys: own }) =>
    own.map((key) => key.replace(/^-?/, (sign) => `${sign}${textOf(path)}.`)),
  );
  const filters = all.flatMap(({ path, filter }) =>
    filter === undefined ? [] : [`${JSON.stringify(textOf(path))}:${filter}`],
  );
  const long: Parameters = [
    ...(keys.length === 0 ? [] : [['includeSort', keys.join(',')] as const]),
    ...(filters.length === 0 ? [] : [['includeFilter', `{${filters.join(',')}}`] as const]),
  ];
  const bytes = long.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0);
  return [
    ...all.flatMap(({ path, size, total }) => [
      ...(size === undefined ? [] : [[`page[${textOf(path)}][size]`, size] as const]),
      ...(total === undefined ? [] : [[`page[${textOf(path)}][total]`, total] as const]),
    ]),
    ...(bytes > MOST_BYTES_TOGETHER ? [] : long),
  ];
}

function textOf({ names }: MemberPath): string {
  return names.join('.');
}

/** Faulty bounds; undefined if the route has nothing to bound. */
export function oddBounds(route: Route): fc.Arbitrary<Parameters> | undefined {
  const bounds = boundsOn(route);
  if (bounds === undefined) return undefined;
  return fc.oneof(
    // Bounds without the include paths they may need.
    bounds.map(parametersOf),
    // One more size and `include`: they may repeat a bound, by the same path or another, or name the route's own relationship.
    fc
      .tuple(bounds, fc.constantFrom(...pathsOn(route)), sizes)
      .map(([all, path, size]) => [
        ...includeOf(all),
        ...parametersOf(all),
        [`page[${textOf(path)}][size]`, size] as const,
        ['include', textOf(path)] as const,
      ]),
    fc
      .tuple(bounds, oddParameters(route))
      .map(([all, odd]) => [...includeOf(all), ...parametersOf(all).filter(([name]) => name !== odd[0]), odd]),
  );
}

/** One faulty parameter. */
function oddParameters(route: Route): fc.Arbitrary<Parameter> {
  const paths = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pathsOn(route)) },
    { weight: 1, arbitrary: hostileNames.map((name) => ({ names: [name], from: route.type, field: undefined })) },
  );
  return paths.chain(({ names, field }) => {
    const path = names.join('.');
    const target = field?.to ?? route.type;
    const items = fc.tuple(hostileNames, fc.constantFrom('.', '', '..', '__', '.-'));
    return fc.oneof<fc.Arbitrary<Parameter>[]>(
      fc.constantFrom(...ODD_SIZES).map((size) => [`page[${path}][size]`, size]),
      fc.constantFrom('TRUE', '1', '', 'false ', 'null').map((total) => [`page[${path}][total]`, total]),
      fc
        .constantFrom('', '[size]', '[]', '[size][size]', '[SIZE]', '[number]')
        .map((end) => [`page[${path}]${end}`, '1']),
      fc
        .oneof(
          hostileTexts,
          items.map(([key, joint]) => `${path}${joint}${key}`),
        )
        .map((keys) => ['includeSort', keys]),
      oddFilters(target).map((list) => ['includeFilter', `{${JSON.stringify(path)}:${list}}`]),
      fc
        .tuple(validFilters(target), fc.constantFrom(...ODD_OBJECTS))
        .map(([list, make]) => ['includeFilter', make(JSON.stringify(path), list)]),
      hostileTexts.map((text) => ['includeFilter', text]),
    );
  });
}

const ODD_SIZES = ['', '-1', '1.5', '01', '1e3', '٣', '9007199254740991', '9007199254740992', '9'.repeat(400)];

const ODD_OBJECTS: readonly ((path: string, list: string) => string)[] = [
  (_, list) => list,
  (path) => `{${path}:null}`,
  (path) => `{${path}:{}}`,
  (path, list) => `{${path}:${list},${path}:${list}}`,
  (path, list) => `{${path}:${list}`,
  (path, list) => `{"__proto__":${list},${path}:[]}`,
  (path, list) => `{${path}:${list}${' '.repeat(MOST_BYTES_TOGETHER)}}`,
];
