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
import type { Dice } from './dice.ts';
import type { Identifiers } from './storages.ts';

export interface SentRequest {
  readonly method: string;
  /** With placeholders. */
  readonly route: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** All reads of data. Descriptions of the service itself are left out, because they are the same for everybody. */
export const reads: readonly DescribedOperation[] = describedOperations(
  JSON.parse(JSON.stringify(documentOf({ DATABASE_URL: 'memory:' }))) as JsonObject,
).filter(({ method, path }) => (method === 'GET' || method === 'HEAD') && !['/', '/openapi.json'].includes(path));

const gets = reads.filter(({ method }) => method === 'GET');
/** Reads with several pages. */
const lists = gets.filter(({ parameters }) => parameters.some(({ name }) => name === 'page[size]'));

/** @param hidden resources to ask for less often */
export function drawRequest(world: World, hidden: Identifiers, dice: Dice): SentRequest {
  const isWalk = dice.chance(0.04);
  const operation = dice.oneOf(isWalk || dice.chance(0.12) ? lists : dice.chance(0.9) ? gets : reads);
  const { method, path, parameters } = operation;
  const types = typesIn(path);
  const drawn = { world, dice, type: types.primary };
  const query = isWalk ? firstPage(dice) : drawQuery(parameters, drawn);
  const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const id = drawId(types.own, world, hidden, dice);
  return {
    method,
    route: path,
    target: `${path.replace(/\{\w+\}/, id)}${text === '' ? '' : `?${text}`}`,
    headers: drawHeaders(operation, dice),
  };
}

/** The words of a request: all names in it, and more. */
export function wordsOf({ target }: SentRequest): ReadonlySet<string> {
  return new Set(decodeURIComponent(target.replaceAll('+', ' ')).split(/[^A-Za-z_]+|__/));
}

/** The type at the start of a path, and that of the primary data. */
export function typesIn(path: string): { readonly own: ResourceType; readonly primary: ResourceType } {
  const [first = '', ...others] = path
    .replace('/export', '')
    .replace(/\.\w+$/, '')
    .split('/')
    .filter((each) => each !== '' && !each.startsWith('{'));
  const own = Object.values<Resource>(resources).find((resource) => resource.path === `/${first}`);
  if (own === undefined) throw new Error(`no type is read at ${path}`);
  const [relationship] = others;
  if (relationship === undefined || relationship === 'relationships') return { own: own.type, primary: own.type };
  return { own: own.type, primary: requireRelationship(own, relationship).to };
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
  /** Of the primary data. */
  readonly type: ResourceType;
}

function drawQuery(parameters: readonly DescribedParameter[], drawn: Drawn): readonly Pair[] {
  const { dice, world } = drawn;
  // Few of them, so that long lists stay long.
  const isLarge = Object.values(world.rows).some(({ length }) => length > 1000);
  const named = (pattern: RegExp): readonly DescribedParameter[] =>
    parameters.filter((each) => each.in === 'query' && pattern.test(each.name));
  const chosen = [
    ...dice.some(named(/^include$/), 0.5).map(({ name, schema }): Pair => {
      const paths = itemsOf(schema);
      return [name, (dice.chance(0.3) ? paths.slice(0, 1) : dice.few(paths, 2)).join()];
    }),
    ...dice
      .some(named(/^fields/), 0.15)
      .map(({ name, schema }): Pair => [name, dice.some(itemsOf(schema), 0.6).join()]),
    ...dice.some(named(/^filter$/), isLarge ? 0.2 : 0.5).map(({ name }): Pair => [name, drawFilter(drawn)]),
    ...dice.some(named(/^filter\[/).slice(0, 1), isLarge ? 0.05 : 0.25).map(() => {
      const [name, value] = dice.draw(simple[drawn.type])(drawn.world);
      return [`filter[${name}]`, value] as const;
    }),
    ...dice.some(named(/^sort$/), 0.5).map(({ name, schema }): Pair => [name, dice.few(itemsOf(schema), 3).join()]),
    ...(isLarge && dice.chance(0.5) ? unpaged : dice.oneOf(pageModes))(named(/^page/), dice),
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

function drawFilter({ world, dice, type }: Drawn): string {
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

function among(pairs: (dice: Dice) => readonly Pair[]): PageMode {
  return (parameters, dice) => pairs(dice).filter(([name]) => parameters.some((each) => each.name === name));
}
