// Random filter trees as the port accepts them, including those that no query string can express.
import fc from 'fast-check';
import type { Comparison, Filter } from '../../src/application/model/filter.ts';
import type { SortKey } from '../../src/application/model/query.ts';
import { splitWords } from '../../src/application/model/words.ts';
import { attributeKind, schema, type ResourceType } from '../../src/application/model/schema.ts';
import { members, operandOf, operandsOf, patternOf, wordsOf, type Draw, type Source } from './operands.ts';
import { unstorableText } from './texts.ts';

const COMPARISONS: readonly Comparison[] = ['equal', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual'];

/** Filters on a type, nested to a depth. */
export function trees(type: ResourceType, depth: number): fc.Arbitrary<Draw<Filter>> {
  const leaves = Object.keys(schema[type].attributes).map((attribute) => leaf({ type, attribute }));
  if (depth === 0) return fc.oneof(...leaves);
  const related = Object.entries(schema[type].relationships).map(([relationship, { to }]) =>
    trees(to, depth - 1).map((draw): Draw<Filter> => (world) => ({
      kind: 'related',
      relationship,
      filter: draw(world),
    })),
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

function booleanOf(inner: fc.Arbitrary<Draw<Filter>>): fc.Arbitrary<Draw<Filter>> {
  const kinds = fc.constantFrom('first', 'not', 'and', 'or', 'not', 'and', 'or', 'or');
  return fc.tuple(kinds, members(inner)).map(([kind, draws]) => (world) => {
    const filters = draws.map((draw) => draw(world));
    const [first = { kind: 'and', filters: [] }] = filters;
    if (kind === 'and' || kind === 'or') return { kind, filters };
    return kind === 'not' ? { kind, filter: first } : first;
  });
}

function leaf(source: Source): fc.Arbitrary<Draw<Filter>> {
  const { type, attribute } = source;
  const others = Object.keys(schema[type].attributes);
  const comparison = fc.constantFrom(...COMPARISONS);
  const isText = attributeKind(type, attribute) === 'text';
  const odd = isText
    ? [
        {
          weight: 1,
          arbitrary: unstorableText.map(
            (value): Draw<string> =>
              () =>
                value,
          ),
        },
      ]
    : [];
  const value = fc.oneof({ weight: 9, arbitrary: operandOf(source) }, ...odd);
  const values = fc.tuple(operandsOf(source), fc.array(value, { maxLength: 1 }));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Draw<Filter>>(() => ({ kind: 'unset', attribute })) },
    {
      weight: 4,
      arbitrary: fc.tuple(comparison, value).map(([name, draw]): Draw<Filter> => (world) => ({
        ...{ kind: 'compare', attribute, comparison: name },
        operand: { kind: 'value', value: draw(world) },
      })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(comparison, fc.constantFrom(...others)).map(([name, other]): Draw<Filter> => () => ({
        ...{ kind: 'compare', attribute, comparison: name },
        operand: { kind: 'attribute', attribute: other },
      })),
    },
    {
      weight: 2,
      arbitrary: values.map(([draw, more]): Draw<Filter> => (world) => ({
        ...{ kind: 'in', attribute },
        values: [...draw(world), ...more.map((each) => each(world))],
      })),
    },
    ...(isText ? [{ weight: 5, arbitrary: textLeaf(source, value) }] : []),
  );
}

function textLeaf(source: Source, value: fc.Arbitrary<Draw<string>>): fc.Arbitrary<Draw<Filter>> {
  const { attribute } = source;
  const pattern = fc.oneof({ weight: 5, arbitrary: patternOf(source) }, { weight: 1, arbitrary: value });
  return fc.oneof(
    fc
      .tuple(fc.constantFrom('like', 'likeIgnoringCase'), pattern)
      .map(([comparison, draw]): Draw<Filter> => (world) => ({
        kind: 'text',
        attribute,
        comparison,
        value: withoutBareEscape(draw(world)),
      })),
    fc.tuple(fc.constantFrom('startsWith', 'endsWith'), value).map(([comparison, draw]): Draw<Filter> => (world) => ({
      kind: 'text',
      attribute,
      comparison,
      value: draw(world),
    })),
    fc.oneof(wordsOf(source), value).map((draw): Draw<Filter> => (world) => ({
      kind: 'text',
      attribute,
      comparison: 'hasWords',
      value: withWords(draw(world)),
    })),
  );
}

/** The port does not accept patterns that end in a bare escape. */
function withoutBareEscape(pattern: string): string {
  return pattern.replace(/(?<!\\)(?:\\\\)*\\$/, '$&\\');
}

/** The port requires at least one word. */
function withWords(value: string): string {
  return splitWords(value).length === 0 ? `${value} a` : value;
}

function sortPaths(type: ResourceType, path: readonly string[]): readonly Omit<SortKey, 'descending'>[] {
  const { attributes, relationships } = schema[type];
  const deeper = Object.entries(relationships).filter(([, { cardinality }]) => cardinality === 'one');
  return [
    ...Object.keys(attributes).map((attribute) => ({ path, attribute })),
    ...deeper.flatMap(([name, { to }]) => sortPaths(to, [...path, name])),
  ];
}
