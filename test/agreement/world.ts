// A small random world as plain data: resources of every type and their owners.
import fc from 'fast-check';
import { perType, type ResourceType } from '../../src/application/model/schema.ts';
import type { Rule, Rules } from '../../src/domain/rules.ts';
import { rulesFor } from '../contract/rows-of-types.ts';
import { text } from './texts.ts';

export interface World {
  readonly rows: Readonly<Record<ResourceType, readonly RowOfWorld[]>>;
  readonly leaps: Readonly<Record<ResourceType, Leap | undefined>>;
}

export interface RowOfWorld {
  readonly attributes: Readonly<Record<string, string | null>>;
  /** The index of the owner among the persons; always null for a person. */
  readonly owner: number | null;
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

/** The set values of an attribute, in row order. */
export function valuesOf(world: World, type: ResourceType, attribute: string): readonly string[] {
  if (attribute === 'id') return idsOf(world, type);
  return world.rows[type].map(({ attributes }) => attributes[attribute]).filter((value) => typeof value === 'string');
}

const days = ['0001-01-01', '0987-02-03', '1815-12-10', '1999-12-31', '2000-02-29', '9999-12-31'];

/** Dates, some of them frequent. */
export const date: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...days) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, day]) => [pad(year, 4), pad(month, 2), pad(day, 2)].join('-')),
  },
);

/** Random worlds without the unknown letters: see `unknownLetters`. */
export function worlds(unknown: ReadonlySet<string>): fc.Arbitrary<World> {
  const known = knownText(unknown);
  return fc
    .record({ rows: fc.record(perType(rowsOf)), leaps: fc.record(perType(() => leap)) })
    .map(({ rows, leaps }) => ({
      rows: perType((type) =>
        rows[type].map(({ attributes, owner }) => ({
          attributes: mapValues(attributes, (value) => (value === null ? null : known(value))),
          owner: owner === null || rows.person.length === 0 ? null : owner % rows.person.length,
        })),
      ),
      leaps,
    }));
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
  const isPerson = type === 'person';
  const owner = isPerson ? fc.constant(null) : fc.option(fc.nat(15), { freq: 3 });
  const row = fc.record({ attributes: attributesBy(rulesFor(type)), owner });
  const half = fc.array(row, { maxLength: isPerson ? 10 : 12, size: 'max' });
  return fc.tuple(half, half).map((halves) => halves.flat());
}

/** Storable attributes. A storage requires dates to be valid, but not e-mail addresses. */
function attributesBy(rules: Rules): fc.Arbitrary<RowOfWorld['attributes']> {
  const first = Object.keys(rules).find((name) => rules[name]?.format !== 'date') ?? '';
  return fc.record(mapValues(rules, attributeBy)).map((drawn) =>
    mapValues(rules, (rule, name) => {
      const value = drawn[name] === FIRST_TEXT ? drawn[first] : drawn[name];
      return typeof value === 'string' ? cut(value, rule) : null;
    }),
  );
}

/** Stands for the first text of the row, so that attributes are often equal. */
const FIRST_TEXT = Symbol('first text');

function attributeBy({ format, nullable }: Rule): fc.Arbitrary<string | null | typeof FIRST_TEXT> {
  if (format === 'date') return nullable ? fc.option(date, { freq: 2 }) : date;
  if (nullable) return fc.oneof(fc.constant(null), fc.constant(FIRST_TEXT), text);
  return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: date });
}

function cut(value: string, { maxLength = Infinity }: Rule): string {
  return value.length <= maxLength ? value : [...value].slice(0, maxLength).join('');
}

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
