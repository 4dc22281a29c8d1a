// A small random world as plain data: resources of every type and their links.
import fc from 'fast-check';
import { kindOf, type Value } from '#domain/kinds';
import type { Link } from '#domain/relationships';
import type { Attribute } from '#domain/resource';
import { perType, relationshipOf, relationshipNames, schema } from '#domain/schema';
import type { Attributes, ResourceType } from '#domain/schema';
import { uniqueSetsOf } from '../contract/rules-of-types.ts';
import { requiredFirst } from '../support/required-first.ts';
import { storableValues, writtenValues } from './values.ts';

export interface World {
  readonly rows: Readonly<Record<ResourceType, readonly RowOfWorld[]>>;
  readonly leaps: Readonly<Record<ResourceType, Leap | undefined>>;
}

export interface RowOfWorld {
  readonly attributes: Attributes;
  /** By to-one relationship: the index among the rows that it can lead to; `null` is none. */
  readonly targets: Readonly<Record<string, number | null>>;
  /** The same for the many-to-many relationships that the type declares, each index once. Omitted if there are none. */
  readonly links?: Readonly<Record<string, readonly number[]>>;
}

/** A jump in the identifiers: after some rows they continue from a larger number. */
export interface Leap {
  readonly after: number;
  readonly to: string;
}

/** The identifiers of the rows of a type, in order. */
export function idsOf(world: World, type: ResourceType): readonly string[] {
  const leap = world.leaps[type];
  return world.rows[type].map((_, index) =>
    leap === undefined || index < leap.after
      ? String(index + 1)
      : String(BigInt(leap.to) + BigInt(index) - BigInt(leap.after)),
  );
}

/** The identifiers that the to-one relationships of a row lead to. */
export function targetsOf(world: World, type: ResourceType, { targets }: RowOfWorld): Record<string, string | null> {
  return mapValues(targets, (index, name) =>
    index === null ? null : (idsOf(world, relationshipOf(type, name).to)[index] ?? null),
  );
}

/** The links of all rows of a type in a many-to-many relationship that it declares. */
export function linksOf(world: World, type: ResourceType, relationship: string): readonly Link[] {
  const [ids, targets] = [idsOf(world, type), idsOf(world, relationshipOf(type, relationship).to)];
  return world.rows[type].flatMap(({ links = {} }, index) =>
    (links[relationship] ?? []).map((each) => ({
      type,
      id: ids[index] ?? '',
      relationship,
      target: targets[each] ?? '',
    })),
  );
}

/** The attributes that filters and sort keys of a type can name. */
export function attributesOf(type: ResourceType): readonly string[] {
  return ['id', ...Object.keys(schema[type].attributes)];
}

/** The set values of an attribute, in row order. */
export function valuesOf(world: World, type: ResourceType, attribute: string): readonly Value[] {
  if (attribute === 'id') return idsOf(world, type);
  return world.rows[type].map(({ attributes }) => attributes[attribute] ?? null).filter((value) => value !== null);
}

/** Random worlds without the unknown letters: see `unknownLetters`. */
export function worlds(unknown: ReadonlySet<string>): fc.Arbitrary<World> {
  const known = knownText(unknown);
  return worldsOf((type) =>
    rowsOf(type).map((rows) =>
      rows.map(({ attributes, ...row }) => ({
        attributes: mapValues(attributes, (value) => (typeof value === 'string' ? known(value) : value)),
        ...row,
      })),
    ),
  );
}

/**
 * Random worlds with certain rows.
 * @param rows the rows of a type; the indexes of targets and links are taken modulo the number of rows there
 */
export function worldsOf(rows: (type: ResourceType) => fc.Arbitrary<readonly RowOfWorld[]>): fc.Arbitrary<World> {
  return fc
    .record({ rows: fc.record(perType(rows)), leaps: fc.record(perType(() => leap)) })
    .map(({ rows: drawn, leaps }) => ({ rows: perType((type) => withoutRepeats(type, drawn[type])), leaps }))
    .map(({ rows, leaps }) => ({ rows: linked(rows), leaps }));
}

/** Makes targets and links refer to existing rows. Leaves out rows without a required target. */
function linked(rows: World['rows']): World['rows'] {
  const kept: Partial<Record<ResourceType, readonly RowOfWorld[]>> = {};
  for (const type of requiredFirst) {
    const required = relationshipNames(type, 'one').filter((name) => relationshipOf(type, name).isRequired);
    const isComplete = required.every((name) => (kept[relationshipOf(type, name).to] ?? []).length > 0);
    kept[type] = isComplete ? rows[type] : [];
  }
  return perType((type) => {
    const lengthOf = (name: string): number => kept[relationshipOf(type, name).to]?.length ?? 0;
    const indexOf = (name: string, index: number | null): number | null =>
      (index === null && !relationshipOf(type, name).isRequired) || lengthOf(name) === 0
        ? null
        : (index ?? 0) % lengthOf(name);
    return (kept[type] ?? []).map(({ attributes, targets, links = {} }) => ({
      attributes,
      targets: mapValues(targets, (index, name) => indexOf(name, index)),
      links: mapValues(links, (indexes, name) => [
        ...new Set(indexes.map((index) => indexOf(name, index)).filter((index) => index !== null)),
      ]),
    }));
  });
}

/** Leaves out rows that have a value of a unique attribute again. */
function withoutRepeats(type: ResourceType, rows: readonly RowOfWorld[]): readonly RowOfWorld[] {
  const unique = uniqueSetsOf(type).flat();
  return rows.filter(({ attributes }, index) =>
    unique.every((name) => {
      const value = attributes[name] ?? null;
      return value === null || rows.findIndex((row) => row.attributes[name] === value) === index;
    }),
  );
}

/** Returns a function that replaces unknown letters with a known one. */
export function knownText(unknown: ReadonlySet<string>): (value: string) => string {
  return (value) => [...value].map((letter) => (unknown.has(letter) ? 'x' : letter)).join('');
}

const leap: fc.Arbitrary<Leap | undefined> = fc.option(
  fc.record({
    after: fc.nat(12),
    // Around the ends of int4, of exact numbers in JavaScript, and of int8.
    to: fc.constantFrom('99', '2147483645', '9007199254740989', '9223372036854775747'),
  }),
  { nil: undefined, freq: 2 },
);

/** Two arrays joined, so that short ones are rare. */
function rowsOf(type: ResourceType): fc.Arbitrary<readonly RowOfWorld[]> {
  const target = fc.option(fc.nat(15), { freq: 3 });
  const targets = fc.record(Object.fromEntries(relationshipNames(type, 'one').map((name) => [name, target])));
  const row = fc.record({ attributes: attributesBy(schema[type].attributes), targets, links: linksFrom(type) });
  const half = fc.array(row, { maxLength: 11, size: 'max' });
  return fc.tuple(half, half).map((halves) => halves.flat());
}

/** Links to at most three others, for each many-to-many relationship that a type declares. */
function linksFrom(type: ResourceType): fc.Arbitrary<Readonly<Record<string, readonly number[]>>> {
  const linked = fc.array(fc.nat(15), { maxLength: 3, size: 'max' });
  const names = relationshipNames(type, 'many').filter((name) => relationshipOf(type, name).end === 'from');
  return fc.record(Object.fromEntries(names.map((name) => [name, linked])));
}

/** Storable attributes. */
function attributesBy(declared: Readonly<Record<string, Attribute>>): fc.Arbitrary<Attributes> {
  const firstLike = (attribute: Attribute): string | undefined =>
    Object.entries(declared).find(([, other]) => isAlike(attribute, other))?.[0];
  return fc.record(mapValues(declared, drawnFor)).map((drawn) =>
    mapValues(declared, (attribute, name) => {
      const value = drawn[name] === AS_BEFORE ? drawn[firstLike(attribute) ?? name] : drawn[name];
      if (value !== AS_BEFORE && value !== null && value !== undefined) return cut(value, attribute);
      return attribute.isRequired ? cut(kindOf(attribute.kind).samples(attribute).valid[0], attribute) : null;
    }),
  );
}

/** Stands for the value of the first attribute of the row that can have the same, so that attributes are often equal. */
const AS_BEFORE = Symbol('as before');

function isAlike({ kind, precision, scale, values }: Attribute, other: Attribute): boolean {
  if (kindOf(kind).isText) return kindOf(other.kind).isText;
  return (
    kind === other.kind &&
    precision === other.precision &&
    scale === other.scale &&
    values?.join() === other.values?.join()
  );
}

function drawnFor(attribute: Attribute): fc.Arbitrary<Value | null | typeof AS_BEFORE> {
  const { kind, isRequired } = attribute;
  return fc.oneof(
    { weight: 6, arbitrary: storableValues(attribute) },
    { weight: 2, arbitrary: fc.constant(AS_BEFORE) },
    ...(kindOf(kind).isText ? [{ weight: 1, arbitrary: writtenValues() }] : []),
    ...(isRequired ? [] : [{ weight: 4, arbitrary: fc.constant(null) }]),
  );
}

function cut(value: Value, { maxLength = Infinity }: Attribute): Value {
  return typeof value === 'string' && value.length > maxLength ? [...value].slice(0, maxLength).join('') : value;
}

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
