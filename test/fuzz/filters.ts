// Filters: right ones, and the same with changes.
import fc from 'fast-check';
import { goodDates, goodTexts, hostileNames, hostileTexts, likelyIds } from './hostile-text.ts';
import { changes, deepJson, jsonText, type Json } from './hostile-json.ts';
import type { Route } from './targets.ts';

type Type = Route['type'];
type Kind = 'identifier' | 'text' | 'date';

/** What can be filtered by, from each type, and what kind of value it has. */
export const filterable: Readonly<Record<Type, readonly (readonly [name: string, kind: Kind])[]>> = {
  person: [
    ['id', 'identifier'],
    ['name', 'text'],
    ['email', 'text'],
    ['birth_date', 'date'],
    ['computers', 'identifier'],
    ['computers__serial', 'text'],
    ['computers__owner__birth_date', 'date'],
    ['computers__owner__computers__id', 'identifier'],
  ],
  computer: [
    ['id', 'identifier'],
    ['serial', 'text'],
    ['owner', 'identifier'],
    ['owner__name', 'text'],
    ['owner__birth_date', 'date'],
    ['owner__computers__serial', 'text'],
    ['owner__computers__owner__id', 'identifier'],
  ],
};

/** Values of each kind, any of which may be looked for. */
export const valuesOf: Readonly<Record<Kind, fc.Arbitrary<string>>> = {
  identifier: fc.oneof(
    { weight: 3, arbitrary: likelyIds },
    { weight: 1, arbitrary: fc.constantFrom('0', '-1', '9223372036854775808', '9'.repeat(700)) },
  ),
  text: fc.oneof({ weight: 1, arbitrary: goodTexts }, { weight: 2, arbitrary: hostileTexts }),
  date: goodDates,
};

const VALUE_OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'is_', 'isnot'];
const OPERATORS: Readonly<Record<Kind, readonly string[]>> = {
  identifier: VALUE_OPERATORS,
  date: VALUE_OPERATORS,
  text: [...VALUE_OPERATORS, 'like', 'notlike', 'ilike', 'notilike', 'startswith', 'endswith', 'match'],
};

function comparisons(type: Type): fc.Arbitrary<Json> {
  return fc.constantFrom(...filterable[type]).chain(([name, kind]) =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          name: fc.constant(name),
          op: fc.constantFrom(...OPERATORS[kind]),
          val: valuesOf[kind],
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          name: fc.constant(name),
          op: fc.constantFrom('eq', 'ne', 'is_', 'isnot'),
          val: fc.constant(null),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          name: fc.constant(name),
          op: fc.constantFrom('in_', 'notin_'),
          val: fc.array(valuesOf[kind], { maxLength: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          name: fc.constant(name),
          op: fc.constant('between'),
          val: fc.tuple(valuesOf[kind], valuesOf[kind]),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          name: fc.constant(name),
          op: fc.constantFrom('eq', 'lt'),
          field: fc.constantFrom('id', 'name', 'birth_date', 'serial'),
        }),
      },
    ),
  );
}

const RELATED = {
  person: { name: 'computers', op: 'any', to: 'computer' },
  computer: { name: 'owner', op: 'has', to: 'person' },
} as const;

function filtersOn(type: Type): fc.Arbitrary<Json> {
  const { name, op, to } = RELATED[type];
  const own = comparisons(type);
  return fc.oneof(
    { weight: 5, arbitrary: own },
    { weight: 1, arbitrary: fc.array(own, { maxLength: 3 }).map((or) => ({ or })) },
    { weight: 1, arbitrary: fc.array(own, { maxLength: 3 }).map((and) => ({ and })) },
    { weight: 1, arbitrary: own.map((not) => ({ not })) },
    { weight: 2, arbitrary: comparisons(to).map((val) => ({ name, op, val })) },
  );
}

/** More than a filter may have of something. */
const excessive = fc.constantFrom(
  () => nested(11, (inner) => ({ not: inner })),
  () => nested(3000, (inner) => ({ not: inner })),
  () => nested(12, (inner) => ({ name: 'owner', op: 'has', val: { name: 'computers', op: 'any', val: inner } })),
  () => jsonText(Array.from({ length: 150 }, (_, index) => ({ name: 'id', op: 'eq', val: index }))),
  () => jsonText([{ name: 'id', op: 'in_', val: Array.from({ length: 1500 }, (_, index) => index) }]),
  () => jsonText([{ name: `${'owner__computers__'.repeat(400)}id`, op: 'eq', val: 1 }]),
  () => jsonText([{ name: 'id', op: 'between', val: ['-'.padEnd(5000, '9'), '9'.repeat(5000)] }]),
  () => jsonText([{ name: 'name', op: 'ilike', val: '%a'.repeat(3000) }]),
);

/** Right texts of a `filter` parameter; a text in it may still be one that no database takes. */
export function goodFilters(type: Type): fc.Arbitrary<string> {
  return fc.array(filtersOn(type), { maxLength: 3 }).map(jsonText);
}

/** Texts of a `filter` parameter that are wrong somewhere. */
export function oddFilters(type: Type): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(
          fc.array(filtersOn(type), { minLength: 1, maxLength: 2 }),
          fc.array(changes, { minLength: 1, maxLength: 2 }),
        )
        .map(([list, made]) => jsonText(made.reduce<Json>((json, change) => change(json), list))),
    },
    { weight: 1, arbitrary: excessive.map((make) => make()) },
    { weight: 1, arbitrary: hostileTexts },
    { weight: 1, arbitrary: hostileNames.map((name) => jsonText([{ name, op: 'eq', val: name }])) },
    // As much as a request target takes.
    { weight: 1, arbitrary: deepJson.map((text) => text.slice(0, 15_000)) },
  );
}

function nested(levels: number, wrap: (inner: Json) => Json): string {
  const mark = 'INNERMOST';
  const [before = '', after = ''] = jsonText(wrap(mark)).split(`"${mark}"`);
  return `[${before.repeat(levels)}{"name":"id","op":"eq","val":1}${after.repeat(levels)}]`;
}
