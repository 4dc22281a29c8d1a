// Random bounds on the relationships that a document shows, and sometimes on others.
import { relationshipsOf, requireRelationship } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { perType, type ResourceType } from '#domain/schema';
import { filterObjects } from '../agreement/wire-filters.ts';
import type { World } from '../agreement/world.ts';
import { valueNames } from '../support/resource-objects.ts';
import type { Dice } from './dice.ts';

export interface ShownDocument {
  /** The type at which include paths start. */
  readonly start: ResourceType;
  readonly include: readonly string[];
  /** The relationship, on a relationship route. */
  readonly linkage: string | undefined;
}

type Pair = readonly [name: string, value: string];

/** A relationship at the end of a path. */
interface Place {
  readonly path: string;
  readonly to: ResourceType;
  /** Identifies the relationship, regardless of the path. */
  readonly key: string;
}

/** Mostly small, because few resources have many members. In large worlds, 400 members are read in parts. */
const SIZES = ['1', '1', '1', '1', '1', '1', '2', '2', '0', '30', '400', '1000'];

/** Bounds that probably leave out members. */
export function drawSmallBounds(document: ShownDocument, dice: Dice): readonly Pair[] {
  return placesIn(document, false).flatMap(({ path, key }, index, places): readonly Pair[] =>
    places.findIndex((each) => each.key === key) < index
      ? []
      : [
          [`page[${path}][size]`, dice.oneOf(['1', '1', '2'])],
          [`page[${path}][total]`, dice.oneOf(['true', 'false'])],
        ],
  );
}

/** @returns parameters, or none if nothing can be bounded */
export function drawBounds(document: ShownDocument, world: World, dice: Dice): readonly Pair[] {
  const places = placesIn(document, dice.chance(0.05));
  if (places.length === 0) return [];
  const chosen = new Map<string, Place>();
  for (const place of [dice.oneOf(places), ...dice.few(places, 1)])
    chosen.set(dice.chance(0.03) ? place.path : place.key, place);
  const drawn = [...chosen.values()];
  const sorts = dice
    .some(drawn, 0.35)
    .flatMap(({ path, to }) => dice.few(keysOf(to), 2).map((key) => signed(key, path)));
  const filters = dice
    .some(drawn, 0.35)
    .map((place) => [place.path, [dice.draw(dice.oneOf(objects[place.to]))(world)]] as const);
  return [
    ...dice.some(drawn, 0.9).map(({ path }): Pair => [`page[${path}][size]`, dice.oneOf(SIZES)]),
    ...dice.some(drawn, 0.4).map(({ path }): Pair => [`page[${path}][total]`, dice.oneOf(['true', 'true', 'false'])]),
    ...(sorts.length === 0 ? [] : [['includeSort', sorts.join()] as const]),
    ...(filters.length === 0 ? [] : [['includeFilter', JSON.stringify(Object.fromEntries(filters))] as const]),
  ];
}

const objects = perType((type) => [0, 1, 1].map((depth) => filterObjects(type, depth)));

/** @param anywhere true to include relationships that the document does not show */
function placesIn({ start, include, linkage }: ShownDocument, anywhere: boolean): readonly Place[] {
  const beginnings = include.flatMap((path) => {
    const names = path.split('.');
    return names.map((_name, index) => names.slice(0, index + 1));
  });
  const places = [[], ...beginnings].flatMap((before) => {
    const from = typeBehind(start, before);
    return Object.entries(relationshipsOf(resources[from])).flatMap(([name, field]) => {
      const { cardinality, to, linkage: shown } = field;
      const path = [...before, name].join('.');
      const isShown = shown === 'always' || beginnings.some((each) => each.join('.') === path);
      const isOwn = linkage !== undefined && before.length === 0;
      return cardinality === 'many' && (anywhere || (isShown && !isOwn)) ? [{ path, to, key: `${from}.${name}` }] : [];
    });
  });
  return linkage === undefined || anywhere ? places : places.filter(({ path }) => path.startsWith(`${linkage}.`));
}

function typeBehind(start: ResourceType, names: readonly string[]): ResourceType {
  let type = start;
  for (const name of names) type = requireRelationship(resources[type], name).to;
  return type;
}

function keysOf(type: ResourceType): readonly string[] {
  const linked = Object.entries(relationshipsOf(resources[type])).flatMap(([name, { cardinality, to }]) =>
    cardinality === 'one' ? valueNames(to).map((key) => `${name}__${key}`) : [],
  );
  return [...valueNames(type), ...linked].flatMap((key) => [key, `-${key}`]);
}

function signed(key: string, path: string): string {
  return key.startsWith('-') ? `-${path}.${key.slice(1)}` : `${path}.${key}`;
}
