// Random queries of a world: some parsed from query strings, as in the service, others that no query string can express.
import fc from 'fast-check';
import { resources } from '#test/support/model';
import type { Read } from '#adapters/http/request/read';
import type { Filter } from '#application/model/filter';
import type {
  Bounds,
  FilterByType,
  NumberedPage,
  Query,
  RelatedSelection,
  Selection,
  SortKey,
} from '#application/model/query';
import { perType, relationshipNames, schema, type ResourceType } from '#domain/schema';
import { parse } from '../support/parse-query.ts';
import { boundsOf } from './bounds.ts';
import { cursorPages } from './cursor-pages.ts';
import type { Draw } from './operands.ts';
import { sortKeys, trees } from './trees.ts';
import { conditions, filterObjects, type FilterObject } from './wire-filters.ts';
import { knownText } from './world.ts';

export interface DrawnQuery {
  readonly query: Query;
  /** The query string, decoded; undefined for a query that was not parsed from one. */
  readonly sent: readonly SentParameter[] | undefined;
}

export type SentParameter = readonly [name: string, value: string];

const DEPTH = 3;
/** Of the conditions on what relationships lead to. */
const REACHABLE_DEPTH = 1;
const LARGEST_NUMBER = String(Number.MAX_SAFE_INTEGER);
/** Random trees exceed the limits of the contract. */
const limits = { maxFilterLevels: 100, maxFilterObjects: 10_000 };

/** Random queries without the unknown letters. */
export function queries(unknown: ReadonlySet<string>): fc.Arbitrary<Draw<DrawnQuery>> {
  const known = knownText(unknown);
  const each = perType((type) => [
    { weight: 3, arbitrary: sentQueries(type, known) },
    { weight: 1, arbitrary: plainQueries(type, known) },
  ]);
  return fc.oneof(...Object.values(each).flat());
}

type Frame = Pick<Query, 'total' | 'attributes' | 'linkage' | 'bounds' | 'related'>;

function frames(type: ResourceType, known: (text: string) => string): fc.Arbitrary<Draw<Frame>> {
  const total = fc.constantFrom(true, true, true, false);
  const selection = selections(type, known);
  const alone = fc.constant<Draw<Pick<Query, 'related'>>>(() => ({}));
  const hasRelationships = Object.keys(schema[type].relationships).length > 0;
  const others = hasRelationships ? fc.oneof(alone, related(type, known)) : alone;
  return fc
    .record({ total, selection, others })
    .map((parts) => (world) => ({ ...parts.selection(world), total: parts.total, ...parts.others(world) }));
}

/** Selections, half of them without bounds. */
function selections(type: ResourceType, known: (text: string) => string): fc.Arbitrary<Draw<Selection>> {
  const { attributes, relationships } = schema[type];
  const bounds = relationshipNames(type, 'many').length === 0 ? fc.constant(undefined) : boundsOf(type);
  return fc
    .record({
      attributes: fc.subarray(Object.keys(attributes)),
      linkage: fc.subarray(Object.keys(relationships)),
      bounds: fc.option(bounds, { nil: undefined, freq: 2 }),
    })
    .map(({ bounds: draw, ...selection }): Draw<Selection> => (world) => {
      if (draw === undefined) return selection;
      const drawn: Bounds = JSON.parse(known(JSON.stringify(draw(world))));
      return { ...selection, bounds: drawn };
    });
}

/** Selections for one relationship or several. */
function related(
  type: ResourceType,
  known: (text: string) => string,
): fc.Arbitrary<Draw<{ readonly related: readonly RelatedSelection[] }>> {
  const { relationships } = schema[type];
  const each = Object.entries(relationships).map(([relationship, { to }]) =>
    selections(to, known).map((draw): Draw<RelatedSelection> => (world) => ({ ...draw(world), relationship })),
  );
  const chosen = fc.subarray(Object.keys(relationships), { minLength: 1 });
  return fc.tuple(chosen, fc.tuple(...each)).map(([names, all]) => (world) => {
    const drawn = all.map((draw) => draw(world));
    return { related: drawn.filter(({ relationship }) => names.includes(relationship)) };
  });
}

function sentQueries(type: ResourceType, known: (text: string) => string): fc.Arbitrary<Draw<DrawnQuery>> {
  const none = fc.constant([]);
  const one = fc.array(filterObjects(type, DEPTH), { minLength: 1, maxLength: 1 });
  const several = fc.array(filterObjects(type, 1), { minLength: 2, maxLength: 3 });
  const simple = fc.array(conditions(type), { minLength: 1, maxLength: 2 });
  const filters: fc.Arbitrary<readonly [readonly Draw<FilterObject>[], readonly Draw<SentParameter>[]]> = fc.oneof(
    { weight: 1, arbitrary: fc.tuple(none, none) },
    { weight: 30, arbitrary: fc.tuple(one, none) },
    { weight: 1, arbitrary: fc.tuple(several, none) },
    { weight: 1, arbitrary: fc.tuple(none, simple) },
    { weight: 1, arbitrary: fc.tuple(one, simple) },
  );
  return fc
    .record({
      filters,
      sort: sentSort(type),
      page: sentPage,
      cursor: cursorPages(),
      frame: frames(type, known),
      reach: reachable(known),
    })
    .map((parts): Draw<DrawnQuery> => (world) => {
      const [drawnObjects, drawnConditions] = parts.filters;
      const objects = drawnObjects.map((draw) => draw(world));
      const conditioned = drawnConditions.map((draw) => draw(world));
      const sent = [
        ...(objects.length === 0 ? [] : [['filter', JSON.stringify(objects)] as const]),
        ...conditioned.map(([name, value]) => [`filter[${name}]`, value] as const),
        ...(parts.sort === '' ? [] : [['sort', parts.sort] as const]),
        ...parts.page,
      ].map(([name, value]): SentParameter => [name, known(value)]);
      const { filter: tree, sort, page } = parseSent(sent, type);
      const cursor = parts.cursor?.({ type, sort }, world);
      return {
        sent,
        query: { type, filter: tree, sort, page: cursor ?? page, ...parts.frame(world), ...parts.reach(world) },
      };
    });
}

function parseSent(sent: readonly SentParameter[], type: ResourceType): Read {
  const text = sent.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return parse(text, { resource: resources[type], limits });
}

function plainQueries(type: ResourceType, known: (text: string) => string): fc.Arbitrary<Draw<DrawnQuery>> {
  return fc
    .record({
      draw: trees(type, DEPTH),
      sort: sortKeys(type),
      page: fc.option(pages, { nil: undefined }),
      cursor: cursorPages(),
      frame: frames(type, known),
      reach: reachable(known),
    })
    .map(({ draw, sort, page, cursor, frame, reach }): Draw<DrawnQuery> => (world) => {
      const filter: Filter = JSON.parse(known(JSON.stringify(draw(world))));
      return {
        sent: undefined,
        query: { type, filter, sort, page: cursor?.({ type, sort }, world) ?? page, ...frame(world), ...reach(world) },
      };
    });
}

/** Limits the rows of a type that relationships can reach, for each type in two of three queries. */
function reachable(known: (text: string) => string): fc.Arbitrary<Draw<Pick<Query, 'reachable'>>> {
  const each = perType((type) => fc.option(trees(type, REACHABLE_DEPTH), { nil: undefined, freq: 3 }));
  return fc.record(each).map((draws): Draw<Pick<Query, 'reachable'>> => (world) => {
    const drawn = perType((type) => draws[type]?.(world));
    const filters: FilterByType = JSON.parse(known(JSON.stringify(drawn)));
    return Object.keys(filters).length === 0 ? {} : { reachable: filters };
  });
}

/** Values of the `sort` parameter. */
function sentSort(type: ResourceType): fc.Arbitrary<string> {
  return sortKeys(type).map((keys) => keys.flatMap((key) => sentKey(type, key) ?? []).join(','));
}

/** @returns undefined if clients do not see the attribute, or a relationship on the way to it */
function sentKey(type: ResourceType, { path, attribute, descending }: SortKey): string | undefined {
  const names: string[] = [];
  let at = type;
  for (const stored of [...path, attribute]) {
    const found = Object.entries(resources[at].fields).find(([, each]) => each.stored === stored);
    if (found === undefined) return undefined;
    const [name, field] = found;
    names.push(name);
    if (field.kind === 'relationship') at = field.to;
  }
  return `${descending ? '-' : ''}${names.join('__')}`;
}

const pageNumbers = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 2, 3) },
  { weight: 1, arbitrary: fc.constantFrom(7, 30, Number.MAX_SAFE_INTEGER) },
);

const pages: fc.Arbitrary<NumberedPage> = fc.record({
  kind: fc.constant('numbered'),
  size: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(30, 1000, Number.MAX_SAFE_INTEGER) },
  ),
  number: pageNumbers,
});

const sentPage: fc.Arbitrary<readonly SentParameter[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.constant([['page[size]', '0'] as const]) },
  { weight: 1, arbitrary: fc.constant([['page[number]', LARGEST_NUMBER] as const]) },
  {
    weight: 4,
    arbitrary: pages.map(({ size, number }) => [
      ['page[size]', String(size)] as const,
      ['page[number]', String(number)] as const,
    ]),
  },
);
