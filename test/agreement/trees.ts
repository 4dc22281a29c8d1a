// Random filter trees as the port accepts them, including those that no query string can express.
import fc from 'fast-check';
import { comparisons } from '#adapters/memory/evaluate-filter';
import { everything, type Comparison, type Filter, type TextComparison } from '#application/model/filter';
import type { KindOf } from '#application/model/filter-forms';
import type { SortKey } from '#application/model/query';
import { splitWords } from '#application/model/text-comparisons';
import { kindOf, type Value } from '#domain/kinds';
import { relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';
import { kindOfSource, members, operandOf, operandsOf, textOperands, type Draw, type Source } from './operands.ts';
import { unstorableText } from './texts.ts';
import { attributesOf } from './world.ts';

const COMPARISONS = Object.keys(comparisons) as readonly Comparison[];
const TEXT_COMPARISONS = Object.keys(textOperands) as readonly TextComparison[];

/** Filters on a type, nested to a depth. */
export function trees(type: ResourceType, depth: number): fc.Arbitrary<Draw<Filter>> {
  const leaves = attributesOf(type).map((attribute) => leaf({ type, attribute }));
  if (depth === 0) return fc.oneof(...leaves);
  const related = Object.entries(schema[type].relationships).flatMap(([relationship, { to }]) =>
    Object.values(quantifiers).map((quantified) =>
      trees(to, depth - 1).map(
        (draw): Draw<Filter> =>
          (world) =>
            quantified(relationship, draw(world)),
      ),
    ),
  );
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.oneof(...leaves) },
    { weight: 3, arbitrary: booleanOf(trees(type, depth - 1)) },
    ...related.map((arbitrary) => ({ weight: 2, arbitrary })),
  );
}

/** Sort keys, also through to-one relationships. */
export function sortKeys(type: ResourceType): fc.Arbitrary<readonly SortKey[]> {
  const key = fc.tuple(fc.constantFrom(...sortPaths(type, [])), fc.boolean());
  return fc.array(key, { maxLength: 4 }).map((keys) => keys.map(([target, descending]) => ({ ...target, descending })));
}

const quantifiers: Readonly<Record<KindOf<'quantifier'>, (relationship: string, filter: Filter) => Filter>> = {
  related: (relationship, filter) => ({ kind: 'related', relationship, filter }),
};

const booleans: Readonly<Record<KindOf<'boolean'>, (filters: readonly Filter[]) => Filter>> = {
  not: ([first = everything]) => ({ kind: 'not', filter: first }),
  and: (filters) => ({ kind: 'and', filters }),
  or: (filters) => ({ kind: 'or', filters }),
};

/** Sometimes draws the first member alone, so that shrinking can remove the boolean around it. */
function booleanOf(inner: fc.Arbitrary<Draw<Filter>>): fc.Arbitrary<Draw<Filter>> {
  const combine = Object.values(booleans);
  const first = ([only = everything]: readonly Filter[]): Filter => only;
  return fc.tuple(fc.constantFrom(first, ...combine, ...combine), members(inner)).map(
    ([combined, draws]) =>
      (world) =>
        combined(draws.map((draw) => draw(world))),
  );
}

function leaf(source: Source): fc.Arbitrary<Draw<Filter>> {
  const { type, attribute } = source;
  const others = attributesOf(type);
  const comparison = fc.constantFrom(...COMPARISONS);
  const { isText } = kindOf(kindOfSource(source));
  const odd = isText
    ? [
        {
          weight: 1,
          arbitrary: unstorableText.map(
            (value): Draw<Value> =>
              () =>
                value,
          ),
        },
      ]
    : [];
  const value: fc.Arbitrary<Draw<Value>> = fc.oneof({ weight: 9, arbitrary: operandOf(source) }, ...odd);
  const values = fc.tuple(operandsOf(source), fc.array(value, { maxLength: 1 }));
  const withValue = fc.tuple(comparison, value).map(([name, draw]): Draw<Filter> => (world) => ({
    ...{ kind: 'compare', attribute, comparison: name },
    operand: { kind: 'value', value: draw(world) },
  }));
  const withAttribute = fc.tuple(comparison, fc.constantFrom(...others)).map(([name, other]): Draw<Filter> => () => ({
    ...{ kind: 'compare', attribute, comparison: name },
    operand: { kind: 'attribute', attribute: other },
  }));
  const leaves: Readonly<Record<KindOf<'comparison'>, fc.WeightedArbitrary<Draw<Filter>>>> = {
    unset: { weight: 1, arbitrary: fc.constant<Draw<Filter>>(() => ({ kind: 'unset', attribute })) },
    compare: {
      weight: 6,
      arbitrary: fc.oneof({ weight: 2, arbitrary: withValue }, { weight: 1, arbitrary: withAttribute }),
    },
    in: {
      weight: 2,
      arbitrary: values.map(([draw, more]): Draw<Filter> => (world) => ({
        ...{ kind: 'in', attribute },
        values: [...draw(world), ...more.map((each) => each(world))],
      })),
    },
    text: { weight: isText ? 5 : 0, arbitrary: textLeaf(source, value) },
  };
  return fc.oneof(...Object.values(leaves));
}

function textLeaf(source: Source, other: fc.Arbitrary<Draw<Value>>): fc.Arbitrary<Draw<Filter>> {
  return fc.oneof(
    ...TEXT_COMPARISONS.map((comparison) => {
      const value = fc.oneof(
        { weight: 5, arbitrary: textOperands[comparison](source) },
        { weight: 1, arbitrary: other },
      );
      return value.map((draw): Draw<Filter> => (world) => ({
        kind: 'text',
        attribute: source.attribute,
        comparison,
        value: accepted(comparison, String(draw(world))),
      }));
    }),
  );
}

/** A value that the port accepts. */
function accepted(comparison: TextComparison, value: string): string {
  switch (comparison) {
    case 'like':
    case 'likeIgnoringCase':
      return withoutBareEscape(value);
    case 'startsWith':
    case 'endsWith':
      return value;
    case 'hasWords':
      return withWords(value);
  }
}

/** The port does not accept patterns that end in a bare escape. */
function withoutBareEscape(pattern: string): string {
  return pattern.replace(/(?<!\\)(?:\\\\)*\\$/, '$&\\');
}

/** The port requires at least one word. */
function withWords(value: string): string {
  return splitWords(value).length === 0 ? `${value} a` : value;
}

/** The longest paths that the service follows. In a circle of types, paths have no end. */
const LONGEST_PATH = 5;

function sortPaths(type: ResourceType, path: readonly string[]): readonly Omit<SortKey, 'descending'>[] {
  const further = path.length < LONGEST_PATH ? relationshipNames(type, 'one') : [];
  return [
    ...attributesOf(type).map((attribute) => ({ path, attribute })),
    ...further.flatMap((name) => sortPaths(relationshipOf(type, name).to, [...path, name])),
  ];
}
