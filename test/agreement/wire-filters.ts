// Random filter objects as clients send them, made from the resource descriptions, with every operator and alias.
import fc from 'fast-check';
import type { Resource } from '../../src/adapters/http/jsonapi/resources/resource.ts';
import { resources } from '../../src/adapters/http/jsonapi/resources/resources.ts';
import { attributeKind, type ResourceType } from '../../src/application/model/schema.ts';
import { members, operandOf, operandsOf, patternOf, wordsOf, type Draw, type Source } from './operands.ts';

export type FilterObject = Readonly<Record<string, unknown>>;

/** A field, and its name through any number of relationships. */
interface NamedField {
  readonly name: string;
  readonly type: ResourceType;
  readonly field: string;
}

const EQUALITIES = ['eq', 'ne', 'is_', 'is', 'isnot'];
const ORDERS = ['gt', 'ge', 'lt', 'le'];
const LISTS = ['in_', 'in', 'notin_', 'notin'];
const PATTERNS = ['like', 'notlike', 'ilike', 'notilike'];
const MAX_STEPS = 3;

/** Filter objects on a type, with booleans and quantifiers nested to a depth. */
export function filterObjects(type: ResourceType, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const leaf = fc.oneof(
    ...fieldsFrom(type).map(({ weight, field }) => ({ weight, arbitrary: comparison(field, depth) })),
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
        draw(world),
      ]),
    })),
  );
}

/** `first` is the first member alone, so that shrinking can remove the boolean around it. */
function booleanOf(inner: fc.Arbitrary<Draw<FilterObject>>): fc.Arbitrary<Draw<FilterObject>> {
  const kinds = fc.constantFrom('first', 'not', 'and', 'or', 'not', 'and', 'or', 'or');
  return fc.tuple(kinds, members(inner)).map(([kind, draws]) => (world) => {
    const objects = draws.map((draw) => draw(world));
    const [first = { and: [] }] = objects;
    if (kind === 'first') return first;
    return { [kind]: kind === 'not' ? first : objects };
  });
}

function comparison({ name, type, field }: NamedField, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const relationship = relationshipAt(resources[type], field);
  const source = sourceOf(type, field);
  if (relationship === undefined)
    return fc.oneof(...attributeComparisons(name, source), ...fieldComparisons(name, source));
  const { to, cardinality } = relationship;
  const compared = fc.oneof(...attributeComparisons(name, source));
  if (depth === 0) return compared;
  const op = cardinality === 'many' ? 'any' : 'has';
  const quantified = cached(filterObjects, to, depth - 1).map((draw): Draw<FilterObject> => (world) => ({
    name,
    op,
    val: draw(world),
  }));
  return fc.oneof({ weight: 1, arbitrary: compared }, { weight: 2, arbitrary: quantified });
}

type Weighted = fc.WeightedArbitrary<Draw<FilterObject>>;

function attributeComparisons(name: string, source: Source): readonly Weighted[] {
  const kind = attributeKind(source.type, source.attribute);
  const value = fc.tuple(operandOf(source), fc.boolean()).map(
    ([draw, asNumber]): Draw<unknown> =>
      (world) =>
        kind === 'identifier' ? identifierValue(draw(world), asNumber) : draw(world),
  );
  const range = fc
    .tuple(operandOf(source), operandOf(source), fc.boolean())
    .map(([low, high, inOrder]): Draw<unknown> => (world) => {
      const ends = [low(world), high(world)];
      return inOrder ? ends.sort(kind === 'identifier' ? byNumber : undefined) : ends;
    });
  const texts: readonly Weighted[] = [
    { weight: 4, arbitrary: compare(name, PATTERNS, patternOf(source)) },
    { weight: 2, arbitrary: compare(name, ['startswith', 'endswith'], operandOf(source)) },
    { weight: 2, arbitrary: compare(name, ['match'], wordsOf(source)) },
  ];
  return [
    { weight: 5, arbitrary: compare(name, [...EQUALITIES, ...ORDERS], value) },
    {
      weight: 1,
      arbitrary: compare(
        name,
        EQUALITIES,
        fc.constant(() => null),
      ),
    },
    { weight: 1, arbitrary: compare(name, ['between'], range) },
    { weight: 2, arbitrary: compare(name, LISTS, operandsOf(source)) },
    ...(kind === 'text' ? texts : []),
  ];
}

function fieldComparisons(name: string, { type }: Source): readonly Weighted[] {
  const others = Object.entries(resources[type].fields)
    .filter(([, other]) => other.kind !== 'relationship' && other.stored !== undefined)
    .map(([other]) => other);
  const arbitrary = fc
    .tuple(fc.constantFrom('eq', 'ne', ...ORDERS), fc.constantFrom(...others))
    .map(([op, field]): Draw<FilterObject> => () => ({ name, op, field }));
  return [{ weight: 2, arbitrary }];
}

function compare(name: string, operators: readonly string[], val: fc.Arbitrary<Draw<unknown>>): Weighted['arbitrary'] {
  return fc
    .tuple(fc.constantFrom(...operators), val)
    .map(([op, draw]): Draw<FilterObject> => (world) => ({ name, op, val: draw(world) }));
}

/** Every filterable field; nearer ones have greater weight. */
function fieldsFrom(type: ResourceType, prefix = '', steps = 0): readonly { weight: number; field: NamedField }[] {
  return Object.entries(resources[type].fields).flatMap(([field, { kind, stored }]) => {
    if (stored === undefined) return [];
    const name = `${prefix}${field}`;
    const here = { weight: Math.max(1, 9 - 4 * steps), field: { name, type, field } };
    const relationship =
      kind === 'relationship' && steps < MAX_STEPS ? relationshipAt(resources[type], field) : undefined;
    return relationship === undefined ? [here] : [here, ...fieldsFrom(relationship.to, `${name}__`, steps + 1)];
  });
}

/** The attribute that the values of a field are taken from; for a relationship, the related ids. */
function sourceOf(type: ResourceType, name: string): Source {
  const field = resources[type].fields[name];
  if (field?.kind === 'relationship') return { type: field.to, attribute: 'id' };
  return { type, attribute: field?.stored ?? name };
}

function relationshipAt(
  resource: Resource,
  name: string,
): { to: ResourceType; cardinality: 'one' | 'many' } | undefined {
  const field = resource.fields[name];
  return field?.kind === 'relationship' ? field : undefined;
}

function identifierValue(id: string, asNumber: boolean): string | number {
  return asNumber && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

function byNumber(left: string, right: string): number {
  return BigInt(left) < BigInt(right) ? -1 : 1;
}

const cache = new Map<string, fc.Arbitrary<Draw<FilterObject>>>();

/** Generators nest, so each is made once. */
function cached(make: typeof filterObjects, type: ResourceType, depth: number): fc.Arbitrary<Draw<FilterObject>> {
  const key = `${type} ${depth}`;
  const arbitrary = cache.get(key) ?? make(type, depth);
  cache.set(key, arbitrary);
  return arbitrary;
}
