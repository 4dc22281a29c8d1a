// Random filter objects as clients send them, made from the resource descriptions, with every operator and alias.
import fc from 'fast-check';
import { relationshipFieldOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { hasStoredValue } from '#adapters/http/request/syntax/field-path';
import {
  applies,
  operatorNames,
  operatorOf,
  takesField,
  type BooleanName,
  type Operator,
  type Subject,
} from '#adapters/http/request/filter/filter-operators';
import type { RowCondition } from '#application/model/condition';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import { kindOfSource, members, operandOf, operandsOf, textOperands, type Draw, type Source } from './operands.ts';
import type { World } from './world.ts';

export type FilterObject = Readonly<Record<string, unknown>>;

/** A field, and its name through any number of relationships. */
interface NamedField {
  readonly name: string;
  readonly type: ResourceType;
  readonly field: string;
}

const MAX_STEPS = 3;

/** Filter objects on a type, with booleans and quantifiers nested to a depth. */
export function filterObjects(type: ResourceType, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const leaf = fc.oneof(
    ...fieldsFrom(type).map(({ weight, field: { name, type: end, field } }) => ({
      weight,
      arbitrary: comparisonOf(end, field, depth).map((draw) => (world: World) => ({ name, ...draw(world) })),
    })),
  );
  if (depth === 0) return leaf;
  const inner = cached(filterObjects, type, depth - 1);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 3, arbitrary: booleanOf(inner) },
  );
}

/** Names and values for `filter[NAME]=value`. */
export function conditions(type: ResourceType): fc.Arbitrary<Draw<readonly [name: string, value: string]>> {
  return fc.oneof(
    ...fieldsFrom(type).map(({ weight, field: { name, type: end, field } }) => ({
      weight,
      arbitrary: operandOf(sourceOf(end, field)).map((draw): Draw<readonly [string, string]> => (world) => [
        name,
        kindOf(kindOfSource(sourceOf(end, field))).write(draw(world)),
      ]),
    })),
  );
}

const booleans: Readonly<Record<BooleanName, (objects: readonly FilterObject[]) => FilterObject>> = {
  not: ([first = { and: [] }]) => ({ not: first }),
  and: (and) => ({ and }),
  or: (or) => ({ or }),
};

/** Sometimes draws the first member alone, so that shrinking can remove the boolean around it. */
function booleanOf(inner: fc.Arbitrary<Draw<FilterObject>>): fc.Arbitrary<Draw<FilterObject>> {
  const combine = Object.values(booleans);
  const first = ([only = { and: [] }]: readonly FilterObject[]): FilterObject => only;
  return fc.tuple(fc.constantFrom(first, ...combine, ...combine), members(inner)).map(
    ([combined, draws]) =>
      (world) =>
        combined(draws.map((draw) => draw(world))),
  );
}

const comparisons = new Map<string, fc.Arbitrary<Draw<FilterObject>>>();

/** Comparisons of a field, without its name: many names lead to it, so each is made once. */
function comparisonOf(type: ResourceType, field: string, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const key = `${type}.${field} ${depth}`;
  const arbitrary = comparisons.get(key) ?? comparison(type, field, depth);
  comparisons.set(key, arbitrary);
  return arbitrary;
}

function comparison(type: ResourceType, field: string, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const source = sourceOf(type, field);
  const relationship = relationshipFieldOf(resources[type], field);
  const operators = operatorsOf(relationship?.cardinality ?? kindOfSource(source)).filter(
    ([, { takes }]) => depth > 0 || takes !== 'filter',
  );
  const withOperand = ([op, operator]: NamedOperator): fc.Arbitrary<Draw<FilterObject>> =>
    operandFor(operator, source, depth).map((draw) => (world) => ({ op, val: draw(world) }));
  const withField = ([op, operator]: NamedOperator): fc.Arbitrary<Draw<FilterObject>> =>
    fc.constantFrom(...comparable(type, operator)).map((other) => () => ({ op, field: other }));
  const isOfValues = ([, operator]: NamedOperator): boolean => applies(operator, kindOfSource(source));
  const fields = operators.filter(([, operator]) => relationship === undefined && takesField(operator));
  return fc.oneof(
    ...weighted(5, operators.filter(isOfValues).map(withOperand)),
    ...weighted(1, fields.map(withField)),
    // Operators of relationships.
    ...weighted(10, operators.filter((each) => !isOfValues(each)).map(withOperand)),
  );
}

/** One weighted choice; none if there is nothing to choose from. */
function weighted<Drawn>(weight: number, from: readonly fc.Arbitrary<Drawn>[]): readonly fc.WeightedArbitrary<Drawn>[] {
  return from.length === 0 ? [] : [{ weight, arbitrary: fc.oneof(...from) }];
}

type NamedOperator = readonly [name: string, operator: Operator];

/** The operators that apply to a subject, by every name: an alias is a name without its underscore. */
function operatorsOf(subject: Subject): readonly NamedOperator[] {
  return operatorNames((operator) => applies(operator, subject))
    .flatMap((name) => [...new Set([name, name.replace(/_$/, '')])])
    .flatMap((name) => {
      const operator = operatorOf(name);
      return operator === undefined ? [] : [[name, operator] as const];
    });
}

/** Draws an operand for an operator. */
function operandFor(operator: Operator, source: Source, depth: number): fc.Arbitrary<Draw<unknown>> {
  const kind = kindOfSource(source);
  switch (operator.takes) {
    case 'value': {
      const values = fc.tuple(operandOf(source), fc.boolean()).map(
        ([draw, isOther]): Draw<unknown> =>
          (world) =>
            isOther ? otherForm(kind, draw(world)) : draw(world),
      );
      const unset = fc.constant<Draw<unknown>>(() => null);
      return operator.whenNull === 'refused'
        ? values
        : fc.oneof({ weight: 5, arbitrary: values }, { weight: 1, arbitrary: unset });
    }
    case 'range':
      return fc
        .tuple(operandOf(source), operandOf(source), fc.boolean())
        .map(([low, high, inOrder]): Draw<unknown> => (world) => {
          const ends = [low(world), high(world)];
          return inOrder ? ends.sort((left, right) => kindOf(kind).compare(left, right)) : ends;
        });
    case 'list':
      return operandsOf(source);
    case 'text':
      return textOperand(operator.filter('', 'a'), source);
    case 'filter':
      return cached(filterObjects, source.type, depth - 1);
  }
}

/** Draws a text that suits the text comparison of a filter; any text for other filters. */
function textOperand(filter: RowCondition, source: Source): fc.Arbitrary<Draw<unknown>> {
  if (filter.kind === 'not') return textOperand(filter.filter, source);
  return filter.kind === 'text' ? textOperands[filter.comparison](source) : operandOf(source);
}

/** The fields that an operator can compare with. */
function comparable(type: ResourceType, operator: Operator): readonly string[] {
  return Object.entries(resources[type].fields).flatMap(([name, field]) =>
    hasStoredValue(field) && applies(operator, kindOfSource(sourceOf(type, name))) ? [name] : [],
  );
}

/** Every filterable field; nearer ones have greater weight. */
function fieldsFrom(type: ResourceType, prefix = '', steps = 0): readonly { weight: number; field: NamedField }[] {
  return Object.entries(resources[type].fields).flatMap(([field, { stored }]) => {
    if (stored === undefined) return [];
    const name = `${prefix}${field}`;
    const here = { weight: Math.max(1, 9 - 4 * steps), field: { name, type, field } };
    const relationship = steps < MAX_STEPS ? relationshipFieldOf(resources[type], field) : undefined;
    return relationship === undefined ? [here] : [here, ...fieldsFrom(relationship.to, `${name}__`, steps + 1)];
  });
}

/** The attribute that the values of a field are taken from; for a relationship, the related ids. */
function sourceOf(type: ResourceType, name: string): Source {
  const field = resources[type].fields[name];
  if (field?.kind === 'relationship') return { type: field.to, attribute: 'id' };
  return { type, attribute: field?.stored ?? name };
}

/** The same value in another form that a client may write. */
function otherForm(kind: KindName, value: Value): unknown {
  if (kind === 'identifier') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return kind === 'timestamp' ? String(value).replace('Z', '000+00:00') : value;
}

const cache = new Map<string, fc.Arbitrary<Draw<FilterObject>>>();

/** Generators nest, so each is made once. */
function cached(make: typeof filterObjects, type: ResourceType, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const key = `${type} ${depth}`;
  const arbitrary = cache.get(key) ?? make(type, depth);
  cache.set(key, arbitrary);
  return arbitrary;
}
