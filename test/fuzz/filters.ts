// Valid filters, and mutations of them.
import fc from 'fast-check';
import { relationshipsOf, wireNameOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import {
  applies,
  operatorNames,
  operatorOf,
  type BooleanName,
  type ComparingOperator,
  type Subject,
} from '#adapters/http/request/filter/filter-operators';
import { kindOf } from '#domain/kinds';
import { IDENTIFIER, type Attribute } from '#domain/resource';
import { declaredAttribute, perType, type ResourceType } from '#domain/schema';
import { toOneLinks } from '../contract/rows-of-types.ts';
import { deepJson, jsonMutations, jsonText, type Json } from './hostile-json.ts';
import { hostileNames, hostileTexts } from './hostile-text.ts';
import { operandValues } from './values.ts';

/** A name that can be filtered by. */
interface Filterable {
  readonly name: string;
  readonly subject: Subject;
  /** Of the values: a relationship is compared by identifier. */
  /** What values are compared with. */
  readonly compared: Attribute;
}

/** Relationships in one name, at most. */
const MAX_STEPS = 3;

/** The names each type can be filtered by. */
export const filterable: Readonly<Record<ResourceType, readonly Filterable[]>> = perType((type) =>
  fieldsFrom(type, MAX_STEPS),
);

function fieldsFrom(type: ResourceType, steps: number): readonly Filterable[] {
  return Object.entries(resources[type].fields).flatMap(([name, field]): readonly Filterable[] => {
    if (field.kind !== 'relationship') {
      if (field.stored === undefined) return [];
      const compared = declaredAttribute(type, field.stored);
      return [{ name, subject: compared.kind, compared }];
    }
    const further = steps === 0 ? [] : fieldsFrom(field.to, steps - 1);
    return [
      { name, subject: field.cardinality, compared: IDENTIFIER },
      ...further.map((inner) => ({ ...inner, name: `${name}__${inner.name}` })),
    ];
  });
}

/** The fields of all types, so that some comparisons name a field of another type. */
const ownFields = [
  ...new Set(
    Object.values(perType((type) => fieldsFrom(type, 0)))
      .flat()
      .map(({ name }) => name),
  ),
];

function comparisons(type: ResourceType): fc.Arbitrary<Json> {
  return fc.constantFrom(...filterable[type]).chain(({ name, subject, compared }) =>
    fc
      .constantFrom(...operatorNames((operator) => operator.takes !== 'filter' && applies(operator, subject)))
      .chain((op) => {
        const operator = operatorOf(op);
        const values =
          operator === undefined || operator.takes === 'filter' ? fc.constant(null) : valuesFor(operator, compared);
        const withValue = values.map((val): Json => ({ name, op, val }));
        const withField = fc.constantFrom(...ownFields).map((field): Json => ({ name, op, field }));
        const takesFields = operator?.takes === 'value' && operator.fields;
        return takesFields
          ? fc.oneof({ weight: 6, arbitrary: withValue }, { weight: 1, arbitrary: withField })
          : withValue;
      }),
  );
}

/** Draws an operand for an operator. */
function valuesFor(operator: ComparingOperator, compared: Attribute): fc.Arbitrary<Json> {
  const values = operandValues(compared);
  switch (operator.takes) {
    case 'value':
      return operator.whenNull === 'refused' ? values : fc.option(values, { nil: null });
    case 'range':
      return fc.tuple(values, values);
    case 'list':
      return fc.array(values, { maxLength: 3 });
    case 'text':
      return values;
  }
}

function filtersOn(type: ResourceType): fc.Arbitrary<Json> {
  const related = Object.entries(relationshipsOf(resources[type])).flatMap(([name, { to, cardinality }]) =>
    operatorNames((operator) => operator.takes === 'filter' && applies(operator, cardinality)).map((op) =>
      comparisons(to).map((val): Json => ({ name, op, val })),
    ),
  );
  const own = comparisons(type);
  const list = fc.array(own, { maxLength: 3 });
  const booleans: Readonly<Record<BooleanName, fc.Arbitrary<Json>>> = {
    or: list.map((or) => ({ or })),
    and: list.map((and) => ({ and })),
    not: own.map((not) => ({ not })),
  };
  return fc.oneof(
    { weight: 5, arbitrary: own },
    ...Object.values(booleans).map((arbitrary) => ({ weight: 1, arbitrary })),
    ...related.map((arbitrary) => ({ weight: 2, arbitrary })),
  );
}

const [link] = toOneLinks;
/** The wire names of a to-one relationship and of its inverse. */
const [there, back] = [
  link && wireNameOf(resources[link.type], link.relationship),
  link && wireNameOf(resources[link.to], link.inverse),
].map(String);
const [searchable] = Object.values(filterable)
  .flat()
  .filter(({ compared }) => kindOf(compared.kind).isText);

/** Filters that exceed a limit: levels, conditions, values, length. */
const oversized = fc.constantFrom(
  () => nested(11, (inner) => ({ not: inner })),
  () => nested(3000, (inner) => ({ not: inner })),
  () => nested(12, (inner) => ({ name: there ?? '', op: 'has', val: { name: back ?? '', op: 'any', val: inner } })),
  () => jsonText(Array.from({ length: 150 }, (_, index) => ({ name: 'id', op: 'eq', val: index }))),
  () => jsonText([{ name: 'id', op: 'in_', val: Array.from({ length: 1500 }, (_, index) => index) }]),
  () => jsonText([{ name: `${`${there}__${back}__`.repeat(400)}id`, op: 'eq', val: 1 }]),
  () => jsonText([{ name: 'id', op: 'between', val: ['-'.padEnd(5000, '9'), '9'.repeat(5000)] }]),
  () => jsonText([{ name: searchable?.name ?? '', op: 'ilike', val: '%a'.repeat(3000) }]),
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
