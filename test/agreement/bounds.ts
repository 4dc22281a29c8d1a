// Random bounds on to-many relationships.
import fc from 'fast-check';
import type { Bound, Bounds } from '#application/model/query';
import { relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import { cursorPages } from './cursor-pages.ts';
import type { Draw } from './operands.ts';
import { sortKeys, trees } from './trees.ts';

const DEPTH = 1;

/** Bounds on about half of a type's to-many relationships. */
export function boundsOf(type: ResourceType): fc.Arbitrary<Draw<Bounds>> {
  const each = relationshipNames(type, 'many').map((name) =>
    fc.option(boundOf(relationshipOf(type, name).to), { nil: undefined, freq: 2 }).map(
      (draw): Draw<Bounds> =>
        (world) =>
          draw === undefined ? {} : { [name]: draw(world) },
    ),
  );
  return fc.tuple(...each).map((draws) => (world) => Object.assign({}, ...draws.map((draw) => draw(world))));
}

/** @param to the type of the members */
function boundOf(to: ResourceType): fc.Arbitrary<Draw<Bound>> {
  return fc
    .record({ draw: trees(to, DEPTH), sort: sortKeys(to), cursor: cursorPages(), total: fc.boolean() })
    .map(({ draw, sort, cursor, total }) => (world) => ({
      filter: draw(world),
      sort,
      page: cursor?.({ type: to, sort }, world),
      total,
    }));
}
