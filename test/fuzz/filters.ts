// Valid filters, and mutations of them.
import fc from 'fast-check';
import { relationshipsOf } from '../../src/adapters/http/jsonapi/resources/resource.ts';
import { resources } from '../../src/adapters/http/jsonapi/resources/resources.ts';
import { attributeKind, perType, type AttributeKind, type ResourceType } from '../../src/application/model/schema.ts';
import { validDates, validTexts, hostileNames, hostileTexts, likelyIds } from './hostile-text.ts';
import { jsonMutations, deepJson, jsonText, type Json } from './hostile-json.ts';

type Filterable = readonly (readonly [name: string, kind: AttributeKind])[];

/** Relationships in one name, at most. */
const MAX_STEPS = 3;

/** The names each type can be filtered by, and the kinds of their values. */
export const filterable: Readonly<Record<ResourceType, Filterable>> = perType((type) => fieldsFrom(type, MAX_STEPS));

function fieldsFrom(type: ResourceType, steps: number): Filterable {
  return Object.entries(resources[type].fields).flatMap(([name, field]): Filterable => {
    if (field.kind !== 'relationship')
      return field.stored === undefined ? [] : [[name, attributeKind(type, field.stored)]];
    const further = steps === 0 ? [] : fieldsFrom(field.to, steps - 1);
    return [[name, 'identifier'], ...further.map(([inner, kind]) => [`${name}__${inner}`, kind] as const)];
  });
}

/** Values of each kind that a filter may compare with. */
export const valuesOf: Readonly<Record<AttributeKind, fc.Arbitrary<string>>> = {
  identifier: fc.oneof(
    { weight: 3, arbitrary: likelyIds },
    { weight: 1, arbitrary: fc.constantFrom('0', '-1', '9223372036854775808', '9'.repeat(700)) },
  ),
  text: fc.oneof({ weight: 1, arbitrary: validTexts }, { weight: 2, arbitrary: hostileTexts }),
  date: validDates,
};

const VALUE_OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'is_', 'isnot'];
const OPERATORS: Readonly<Record<AttributeKind, readonly string[]>> = {
  identifier: VALUE_OPERATORS,
  date: VALUE_OPERATORS,
  text: [...VALUE_OPERATORS, 'like', 'notlike', 'ilike', 'notilike', 'startswith', 'endswith', 'match'],
};

/** The fields of all types, so that some comparisons name a field of another type. */
const ownFields = [
  ...new Set(
    Object.values(perType((type) => fieldsFrom(type, 0)))
      .flat()
      .map(([name]) => name),
  ),
];

function comparisons(type: ResourceType): fc.Arbitrary<Json> {
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
          field: fc.constantFrom(...ownFields),
        }),
      },
    ),
  );
}

function filtersOn(type: ResourceType): fc.Arbitrary<Json> {
  const related = Object.entries(relationshipsOf(resources[type])).map(([name, { to, cardinality }]) =>
    comparisons(to).map((val) => ({ name, op: cardinality === 'many' ? 'any' : 'has', val })),
  );
  const own = comparisons(type);
  return fc.oneof(
    { weight: 5, arbitrary: own },
    { weight: 1, arbitrary: fc.array(own, { maxLength: 3 }).map((or) => ({ or })) },
    { weight: 1, arbitrary: fc.array(own, { maxLength: 3 }).map((and) => ({ and })) },
    { weight: 1, arbitrary: own.map((not) => ({ not })) },
    ...related.map((arbitrary) => ({ weight: 2, arbitrary })),
  );
}

/** Filters that exceed a limit: levels, conditions, values, length. */
const oversized = fc.constantFrom(
  () => nested(11, (inner) => ({ not: inner })),
  () => nested(3000, (inner) => ({ not: inner })),
  () => nested(12, (inner) => ({ name: 'owner', op: 'has', val: { name: 'computers', op: 'any', val: inner } })),
  () => jsonText(Array.from({ length: 150 }, (_, index) => ({ name: 'id', op: 'eq', val: index }))),
  () => jsonText([{ name: 'id', op: 'in_', val: Array.from({ length: 1500 }, (_, index) => index) }]),
  () => jsonText([{ name: `${'owner__computers__'.repeat(400)}id`, op: 'eq', val: 1 }]),
  () => jsonText([{ name: 'id', op: 'between', val: ['-'.padEnd(5000, '9'), '9'.repeat(5000)] }]),
  () => jsonText([{ name: 'name', op: 'ilike', val: '%a'.repeat(3000) }]),
);

/** Valid values of the `filter` parameter, although a text in it may be one that PostgreSQL cannot store. */
export function validFilters(type: ResourceType): fc.Arbitrary<string> {
  return fc.array(filtersOn(type), { maxLength: 3 }).map(jsonText);
}

/** Values of the `filter` parameter with an error somewhere. */
export function oddFilters(type: ResourceType): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(
          fc.array(filtersOn(type), { minLength: 1, maxLength: 2 }),
          fc.array(jsonMutations, { minLength: 1, maxLength: 2 }),
        )
        .map(([list, mutations]) => jsonText(mutations.reduce<Json>((json, mutate) => mutate(json), list))),
    },
    { weight: 1, arbitrary: oversized.map((make) => make()) },
    { weight: 1, arbitrary: hostileTexts },
    { weight: 1, arbitrary: hostileNames.map((name) => jsonText([{ name, op: 'eq', val: name }])) },
    // Just below the limit of the request target.
    { weight: 1, arbitrary: deepJson.map((text) => text.slice(0, 15_000)) },
  );
}

function nested(levels: number, wrap: (inner: Json) => Json): string {
  const placeholder = 'INNERMOST';
  const [before = '', after = ''] = jsonText(wrap(placeholder)).split(`"${placeholder}"`);
  return `[${before.repeat(levels)}{"name":"id","op":"eq","val":1}${after.repeat(levels)}]`;
}
