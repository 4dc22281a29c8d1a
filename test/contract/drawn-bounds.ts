// Random bounds that fit the stored data.
import fc from 'fast-check';
import { everything, hasIdentifierIn, type Filter } from '#application/model/filter';
import type { Bound, Bounds, FilterByType, Query, RelatedSelection } from '#application/model/query';
import { perType, relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';
import type { Draw } from '../agreement/operands.ts';
import { sortKeys, trees } from '../agreement/trees.ts';
import { idsOf, type World } from '../agreement/world.ts';
import { positionsOf, type Stored } from './expected-members.ts';
import type { Filled } from './filled.ts';
import { queryFor, wholeView } from './fixtures.ts';

/** Draws a value that depends on the stored data. */
type DrawStored<Drawn> = (stored: Stored) => Promise<Drawn>;

/** Queries for all reachable resources of a type, with all linkage and random bounds. */
export function queriesWithin(type: ResourceType): fc.Arbitrary<DrawStored<Query>> {
  return fc.tuple(reaches, boundsOf(type)).map(([reach, drawBounds]) => async (stored) => {
    const reachable = reach(worldOf(stored.filled));
    const linkage = Object.keys(schema[type].relationships);
    const query = queryFor(type, { filter: reachable[type] ?? everything, reachable, linkage });
    return { ...query, bounds: await drawBounds(stored, query) };
  });
}

/** Built once per type, because building takes as long as hundreds of draws. */
const filters = perType((type) => trees(type, 1));
const sorts = perType(sortKeys);

/** Limits about half of the types to resources that match a condition, or to one or two of every three. */
const reaches: fc.Arbitrary<Draw<FilterByType>> = fc
  .record(
    perType((type) =>
      fc.option(
        fc.oneof(
          filters[type],
          fc.integer({ min: 1, max: 6 }).map((mask): Draw<Filter> => (world) => {
            return hasIdentifierIn(idsOf(world, type).filter((_, index) => (mask & (1 << (index % 3))) > 0));
          }),
        ),
        { nil: undefined, freq: 2 },
      ),
    ),
  )
  .map((draws) => (world) => {
    const drawn = perType((type) => draws[type]?.(world));
    return Object.fromEntries(Object.entries(drawn).filter(([, filter]) => filter !== undefined));
  });

/** Draws a value that also depends on the rows a query can reach. */
type DrawReached<Drawn> = (stored: Stored, query: Pick<Query, 'reachable'>) => Promise<Drawn>;

/** Bounds on most of a type's to-many relationships. */
function boundsOf(type: ResourceType): fc.Arbitrary<DrawReached<Bounds>> {
  const each = relationshipNames(type, 'many').map((name) =>
    fc.option(boundOf(relationshipOf(type, name).to), { nil: undefined, freq: 5 }).map((draw) => ({ name, draw })),
  );
  return fc.tuple(...each).map((draws) => async (stored, query) => {
    const bounds: Record<string, Bound> = {};
    for (const { name, draw } of draws) if (draw !== undefined) bounds[name] = await draw(stored, query);
    return bounds;
  });
}

/** @param to the type of the members */
function boundOf(to: ResourceType): fc.Arbitrary<DrawReached<Bound>> {
  const pages = fc.record({
    size: fc.constantFrom(1, 1, 2, 2, 3, 5, 1000, Number.MAX_SAFE_INTEGER),
    direction: fc.constantFrom('after' as const, 'before' as const),
    place: fc.option(fc.nat(), { nil: undefined }),
  });
  const parts = fc.record({
    filter: fc.option(filters[to], { nil: () => everything }),
    sort: sorts[to],
    page: fc.option(pages, { nil: undefined, freq: 4 }),
    total: fc.boolean(),
  });
  return parts.map(({ filter, sort, page: drawn, total }) => async (stored, { reachable }) => {
    const positions = await positionsOf({ ...stored, reachable }, to, sort);
    const position = drawn?.place === undefined ? undefined : positions[drawn.place % positions.length];
    const page = drawn && ({ kind: 'cursor', size: drawn.size, direction: drawn.direction, position } as const);
    return { filter: filter(worldOf(stored.filled)), sort, page, total };
  });
}

/** Selections of the related resources of some of a type's relationships, with bounds. */
export function brought(type: ResourceType): fc.Arbitrary<DrawReached<readonly RelatedSelection[]>> {
  const each = Object.entries(schema[type].relationships).map(([relationship, { to }]) =>
    fc.option(boundsOf(to), { nil: undefined, freq: 2 }).map((draw) => ({ relationship, to, draw })),
  );
  return fc.tuple(...each).map((draws) => async (stored, query) => {
    const related: RelatedSelection[] = [];
    for (const { relationship, to, draw } of draws)
      if (draw !== undefined)
        related.push({ relationship, ...wholeView.selections[to], bounds: await draw(stored, query) });
    return related;
  });
}

/** The stored rows, as a source of operands. */
function worldOf(filled: Filled): World {
  return {
    rows: perType((type) => filled(type).map(({ attributes }) => ({ attributes, targets: {} }))),
    leaps: perType((type) => ({ after: 0, to: filled(type)[0]?.id ?? '1' })),
  };
}
