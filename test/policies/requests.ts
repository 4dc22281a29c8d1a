// Random reads: every route and parameter of the OpenAPI document, mostly with values of the world, including hidden ones.
import { requireRelationship, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { perType, type ResourceType } from '#domain/schema';
import { conditions, filterObjects } from '../agreement/wire-filters.ts';
import { idsOf, type World } from '../agreement/world.ts';
import {
  describedOperations,
  type DescribedOperation,
  type DescribedParameter,
  type JsonObject,
} from '../openapi/described-api.ts';
import { documentOf } from '../openapi/default-document.ts';
import { drawBounds, drawSmallBounds } from './bounds.ts';
import type { Dice } from './dice.ts';
import type { Identifiers } from './storages.ts';

export interface SentRequest {
  /** For QUERY, the query string in `target` is sent as the body. */
  readonly method: string;
  /** With placeholders. */
  readonly route: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is no list of the data: descriptions of the service are the same for everybody, and the feed of changes is compared by `feed.ts`. */
const APART = ['/', '/openapi.json', '/changes'];

/** All reads of data. */
export const reads: readonly DescribedOperation[] = describedOperations(
  JSON.parse(JSON.stringify(documentOf({ DATABASE_URL: 'memory:' }))) as JsonObject,
).filter(({ method, path }) => (method === 'GET' || method === 'HEAD') && !APART.includes(path));

const gets = reads.filter(({ method }) => method === 'GET');
/** Reads with several pages. */
const lists = gets.filter(({ parameters }) => parameters.some(({ name }) => name === 'page[size]'));
/** Reads whose relationships can be bounded. */
const documents = gets.filter(({ parameters }) => parameters.some(({ name }) => name === 'include'));

/** @param hidden resources to ask for less often */
export function drawRequest(world: World, hidden: Identifiers, dice: Dice): SentRequest {
  const isWalk = dice.chance(0.04);
  const isPart = !isWalk && dice.chance(0.06);
  const operation = dice.oneOf(isPart ? documents : drawKind(isWalk, dice));
  const { method, path, parameters } = operation;
  const types = typesIn(path);
  const drawn = { world, dice, path };
  const drawPairs = isPart ? firstMembers : drawQuery;
  const query = isWalk ? firstPage(dice) : drawPairs(parameters, drawn);
  const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const id = drawId(types.own, world, hidden, dice);
  return {
    method,
    route: path,
    target: `${path.replace(/\{\w+\}/, id)}${text === '' ? '' : `?${text}`}`,
    headers: drawHeaders(operation, dice),
  };
}

function drawKind(isWalk: boolean, dice: Dice): readonly DescribedOperation[] {
  if (isWalk || dice.chance(0.12)) return lists;
  if (dice.chance(0.3)) return documents;
  return dice.chance(0.9) ? gets : reads;
}

/** The words of a request: all names in it, and more. */
export function wordsOf({ target }: SentRequest): ReadonlySet<string> {
  return new Set(decodeURIComponent(target.replaceAll('+', ' ')).split(/[^A-Za-z_]+|__/));
}

interface TypesInPath {
  /** The type at the start of the path. */
  readonly own: ResourceType;
  /** The type of the primary data; on a relationship route, the type that has the relationship. */
  readonly primary: ResourceType;
  /** The type of the listed resources. */
  readonly listed: ResourceType;
  /** The relationship, on a relationship route. */
  readonly linkage?: string;
}

/** The types that a path refers to. */
export function typesIn(path: string): TypesInPath {
  const [first = '', ...others] = path
    .replace('/export', '')
    .replace(/\.\w+$/, '')
    .split('/')
    .filter((each) => each !== '' && !each.startsWith('{'));
  const own = Object.values<Resource>(resources).find((resource) => resource.path === `/${first}`);
  if (own === undefined) throw new Error(`no type is read at ${path}`);
  const [relationship, linkage] = others;
  if (relationship === undefined) return { own: own.type, primary: own.type, listed: own.type };
  if (linkage !== undefined)
    return { own: own.type, primary: own.type, listed: requireRelationship(own, linkage).to, linkage };
  const { to } = requireRelationship(own, relationship);
  return { own: own.type, primary: to, listed: to };
}

function drawId(type: ResourceType, world: World, hidden: Identifiers, dice: Dice): string {
  const ids = idsOf(world, type);
  const visible = ids.filter((id) => !hidden[type].has(id));
  const chosen = visible.length > 0 && dice.chance(0.6) ? visible : ids;
  return dice.chance(0.03) || ids.length === 0
    ? dice.oneOf(['999', '0', 'x', '9223372036854775808'])
    : dice.oneOf(chosen);
}

function drawHeaders({ answers }: DescribedOperation, dice: Dice): Readonly<Record<string, string>> {
  const accepted = dice.oneOf([undefined, ...(answers.get(200)?.content.keys() ?? [])]);
  const condition = dice.chance(0.02) ? { [dice.oneOf(['If-Match', 'If-None-Match'])]: '*' } : {};
  return { ...condition, ...(accepted !== undefined && { Accept: accepted }) };
}

type Pair = readonly [name: string, value: string];

interface Drawn {
  readonly world: World;
  readonly dice: Dice;
  readonly path: string;
}

function drawQuery(parameters: readonly DescribedParameter[], drawn: Drawn): readonly Pair[] {
  const { dice, world, path } = drawn;
  const { primary, listed, linkage } = typesIn(path);
  // Few of them, so that long lists stay long.
  const isLarge = Object.values(world.rows).some(({ length }) => length > 1000);
  const named = (pattern: RegExp): readonly DescribedParameter[] =>
    parameters.filter((each) => each.in === 'query' && pattern.test(each.name));
  const include = dice.some(named(/^include$/), 0.5).map(({ name, schema }): Pair => {
    const paths = itemsOf(schema);
    return [name, (dice.chance(0.3) ? paths.slice(0, 1) : dice.few(paths, 2)).join()];
  });
  const shown = { start: primary, include: include.flatMap(([, paths]) => paths.split(',').filter(Boolean)), linkage };
  const chosen = [
    ...include,
    ...(named(/^include$/).length > 0 && dice.chance(0.65) ? drawBounds(shown, world, dice) : []),
    ...dice
      .some(named(/^fields/), 0.15)
      .map(({ name, schema }): Pair => [name, dice.some(itemsOf(schema), 0.6).join()]),
    ...dice.some(named(/^filter$/), isLarge ? 0.2 : 0.5).map(({ name }): Pair => [name, drawFilter(drawn)]),
    ...dice.some(named(/^filter\[/).slice(0, 1), isLarge ? 0.05 : 0.25).map(() => {
      const [name, value] = dice.draw(simple[listed])(drawn.world);
      return [`filter[${name}]`, value] as const;
    }),
    ...dice.some(named(/^sort$/), 0.5).map(({ name, schema }): Pair => [name, dice.few(itemsOf(schema), 3).join()]),
    ...(linkage === undefined && isLarge && dice.chance(0.5)
      ? unpaged
      : dice.oneOf(linkage === undefined ? pageModes : memberPageModes))(named(/^page/), dice),
  ];
  return dice.chance(0.01) ? [...chosen, ['unknown', 'x']] : chosen;
}

/** The values that a list parameter accepts. */
function itemsOf(schema: DescribedParameter['schema']): readonly string[] {
  const { enum: names } = (schema['items'] ?? {}) as { readonly enum?: readonly string[] };
  return names ?? [];
}

const DEPTHS = [0, 0, 1, 1, 2] as const;
const objects = perType((type) => DEPTHS.map((depth) => filterObjects(type, depth)));
const simple = perType((type) => conditions(type));

function drawFilter({ world, dice, path }: Drawn): string {
  const { listed: type } = typesIn(path);
  const count = dice.chance(0.85) ? 1 : 2;
  const list = Array.from({ length: count }, () => dice.draw(dice.oneOf(objects[type]))(world));
  return JSON.stringify(dice.chance(0.15) ? list.map((not) => ({ not })) : list);
}

/** The query for the first of several pages. It has no filter, which would leave too few items. */
function firstPage(dice: Dice): readonly Pair[] {
  return [
    ['page[size]', dice.oneOf(['1', '2', '3'])],
    [dice.oneOf(['page[after]', 'page[before]']), ''],
  ];
}

/** A query for the first members of every relationship shown, with at most one include path. */
function firstMembers(parameters: readonly DescribedParameter[], { path, dice }: Drawn): readonly Pair[] {
  const { primary, linkage } = typesIn(path);
  const paths = parameters.filter(({ name }) => name === 'include').flatMap(({ schema }) => itemsOf(schema));
  const include = dice.some(paths.slice(0, 3), 0.4).slice(0, 1);
  const shown = { start: primary, include, linkage };
  return [...include.map((each): Pair => ['include', each]), ...drawSmallBounds(shown, dice)];
}

type PageMode = (parameters: readonly DescribedParameter[], dice: Dice) => readonly Pair[];

const SIZES = ['1', '1', '2', '2', '3', '3', '5', '30', '1000', '1100'];

const unpaged = among(() => [['page[size]', '0']]);

/** The ways of reading a list. Only parameters that the route has are sent. */
const pageModes: readonly PageMode[] = [
  () => [],
  among((dice) => [['page[size]', dice.oneOf(SIZES)]]),
  among((dice) => [
    ['page[size]', dice.oneOf(SIZES)],
    ['page[number]', dice.oneOf(['1', '2', '2', '3', '3', '4', '9', '35', '400'])],
  ]),
  unpaged,
  ...['page[after]', 'page[after]', 'page[before]', 'page[before]'].map((name) =>
    among((dice) => [
      ['page[size]', dice.oneOf(SIZES)],
      [name, ''],
      ...dice.some([['page[total]', 'false'] as const], 0.2),
    ]),
  ),
];

/** The same for relationship routes, which show all members without a page. */
const memberPageModes = pageModes.filter((mode) => mode !== unpaged);

function among(pairs: (dice: Dice) => readonly Pair[]): PageMode {
  return (parameters, dice) => pairs(dice).filter(([name]) => parameters.some((each) => each.name === name));
}
