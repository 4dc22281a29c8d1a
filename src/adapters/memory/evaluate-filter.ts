import type { Comparison, Filter, Operand } from '#application/model/filter';
import { textTests } from '#application/model/text-comparisons';
import { compareDecimals } from '#domain/decimals';
import type { Entity } from '#domain/entity';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import { compareTexts } from '#domain/texts';
import { attributeKind, relationshipOf, type ResourceType } from '#domain/schema';
import { attributeOf, storedLinkageOf, type AttributeOf, type RowSource } from './rows.ts';

/** SQL's three truth values; `null` is unknown. */
export type Truth = boolean | null;

export type Evaluation = (row: Entity) => Truth;

type FilterOf<Kind extends Filter['kind']> = Extract<Filter, { kind: Kind }>;

/** Compiles a filter to a test of rows. Valid as long as the store does not change. */
export function evaluateFilter(store: RowSource, type: ResourceType, filter: Filter): Evaluation {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const evaluations = filter.filters.map((member) => evaluateFilter(store, type, member));
      // One false decides `and`, one true decides `or`.
      const deciding = filter.kind === 'or';
      return (row) => combine(evaluations, row, deciding);
    }
    case 'not': {
      const evaluation = evaluateFilter(store, type, filter.filter);
      return (row) => negate(evaluation(row));
    }
    case 'related':
      return evaluateRelated(store, type, filter);
    case 'unset': {
      const valueOf = attributeOf(type, filter.attribute);
      return (row) => valueOf(row) === null;
    }
    case 'in':
      return evaluateIn(type, filter);
    case 'compare':
      return evaluateComparison(type, filter);
    case 'text': {
      const valueOf = attributeOf(type, filter.attribute);
      const test = textTests[filter.comparison](filter.value);
      return (row) => unlessUnset(valueOf(row), (value) => test(String(value)));
    }
  }
}

function combine(evaluations: readonly Evaluation[], row: Entity, deciding: boolean): Truth {
  let result: Truth = !deciding;
  for (const evaluation of evaluations) {
    const truth = evaluation(row);
    if (truth === deciding) return deciding;
    if (truth === null) result = null;
  }
  return result;
}

function negate(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function unlessUnset(value: Value | null, test: (value: Value) => boolean): Truth {
  return value === null ? null : test(value);
}

/** Tests rows by identifier, each once. Valid as long as the store does not change. */
export function matcherOf(store: RowSource, type: ResourceType, filter: Filter): (id: string) => boolean {
  const evaluation = evaluateFilter(store, type, filter);
  const known = new Map<string, boolean>();
  return (id) => {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    const row = store.get(type, id);
    const found = row !== undefined && evaluation(row) === true;
    known.set(id, found);
    return found;
  };
}

/** Tests each related row once. Otherwise, each segment of a path would multiply the work. */
function evaluateRelated(
  store: RowSource,
  type: ResourceType,
  { relationship, filter }: FilterOf<'related'>,
): Evaluation {
  const matches = matcherOf(store, relationshipOf(type, relationship).to, filter);
  const relatedIdsOf = storedLinkageOf(store, type, relationship);
  return (row) => relatedIdsOf(row).some(matches);
}

function evaluateIn(type: ResourceType, { attribute, values }: FilterOf<'in'>): Evaluation {
  const valueOf = attributeOf(type, attribute);
  const members = new Set(values);
  // False rather than unknown: no value is in an empty list, not even an unset one.
  if (members.size === 0) return () => false;
  return (row) => unlessUnset(valueOf(row), (value) => members.has(value));
}

function evaluateComparison(type: ResourceType, { attribute, comparison, operand }: FilterOf<'compare'>): Evaluation {
  const leftOf = attributeOf(type, attribute);
  const rightOf = operandOf(type, operand);
  const kind = attributeKind(type, attribute);
  const order = comparatorFor(kind, operand.kind === 'value' ? kind : attributeKind(type, operand.attribute));
  const holds = comparisons[comparison];
  return (row) => {
    const left = leftOf(row);
    const right = rightOf(row);
    return left === null || right === null ? null : holds(order(left, right));
  };
}

function operandOf(type: ResourceType, operand: Operand): AttributeOf {
  switch (operand.kind) {
    case 'value':
      return () => operand.value;
    case 'attribute':
      return attributeOf(type, operand.attribute);
  }
}

/** Negative, zero or positive: the first value sorts before, with or after the second. */
export type Comparator = (left: Value, right: Value) => number;

/** Decides each comparison by the order of its operands. */
export const comparisons: Readonly<Record<Comparison, (order: number) => boolean>> = {
  equal: (order) => order === 0,
  greater: (order) => order > 0,
  greaterOrEqual: (order) => order >= 0,
  less: (order) => order < 0,
  lessOrEqual: (order) => order <= 0,
};

/** Two numbers are compared as numbers. Other attributes whose kinds compare differently are compared as text. */
export function comparatorFor(left: KindName, right: KindName): Comparator {
  const [kind, other] = [kindOf(left), kindOf(right)];
  if (kind.compare === other.compare) return (value, against) => kind.compare(value, against);
  const compare = kind.isNumber && other.isNumber ? compareDecimals : compareTexts;
  return (value, against) => compare(kind.write(value), other.write(against));
}
