// Random values of every kind that a storage can hold. Some are frequent, so that attributes are often equal and sort keys tie.
import fc from 'fast-check';
import { kindOf, kinds, type KindName, type Limits, type Value, type ValueOf } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import { text } from './texts.ts';

/** Storable values of an attribute: samples of its kind and, where it has wilder ones, those. A storage requires no e-mail address to be valid. */
export function storableValues(attribute: Attribute): fc.Arbitrary<Value> {
  const { kind } = attribute;
  const samples = fc.constantFrom(...kindOf(kind).samples(attribute).valid);
  const wilder: fc.Arbitrary<Value> | undefined = wild[kind]?.(attribute);
  return wilder === undefined ? samples : fc.oneof({ weight: 1, arbitrary: samples }, { weight: 9, arbitrary: wilder });
}

/** Values of any kind as text. */
export function writtenValues(): fc.Arbitrary<string> {
  return fc.oneof(
    ...Object.keys(kinds).map((name) => {
      const kind = name as KindName;
      return storableValues({ kind, isRequired: true, ...kindOf(kind).exampleLimits }).map((value) =>
        kindOf(kind).write(value),
      );
    }),
  );
}

const days = ['0001-01-01', '0987-02-03', '1815-12-10', '1999-12-31', '2000-02-29', '9999-12-31'];

const date: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...days) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, day]) => [pad(year, 4), pad(month, 2), pad(day, 2)].join('-')),
  },
);

/** Small ones, whose order as numbers is not that of their texts, and large ones. */
const integer: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 11 }) },
  // Around the ends of int4 and of exact numbers in JavaScript.
  {
    weight: 2,
    arbitrary: fc.constantFrom(2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53 - 2, 2 - 2 ** 53),
  },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
);

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Midnights and, up to two milliseconds away, their neighbours; and others. */
const timestamp: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...days), fc.integer({ min: -2, max: 2 }))
        .map(([day, distance]) => Date.parse(`${day}T00:00:00.000Z`) + distance)
        .filter((moment) => moment >= FIRST_MOMENT),
    },
    { weight: 1, arbitrary: fc.integer({ min: FIRST_MOMENT, max: LAST_MOMENT }) },
  )
  .map((moment) => new Date(moment).toISOString());

const wild: { readonly [Name in KindName]: ((limits: Limits) => fc.Arbitrary<ValueOf[Name]>) | undefined } = {
  identifier: undefined,
  text: () => text,
  email: () => text,
  date: () => date,
  integer: () => integer,
  decimal,
  oneOf: undefined,
  boolean: undefined,
  timestamp: () => timestamp,
};

/** Small ones, which are often equal to integers, and large ones. */
function decimal({ precision = 0, scale = 0 }: Limits): fc.Arbitrary<string> {
  const most = 10n ** BigInt(precision) - 1n;
  const near = most < 40n ? most : 40n;
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.bigInt({ min: -3n, max: 3n }).map((whole) => whole * 10n ** BigInt(scale)) },
      { weight: 3, arbitrary: fc.bigInt({ min: -near, max: near }) },
      { weight: 1, arbitrary: fc.bigInt({ min: -most, max: most }) },
    )
    .filter((digits) => digits <= most && digits >= -most)
    .map((digits) => {
      const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
      const point = text.length - scale;
      return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${scale === 0 ? '' : '.'}${text.slice(point)}`;
    });
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
