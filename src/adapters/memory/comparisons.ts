import type { Comparison } from '../../application/model/filter.ts';
import { compareTexts, kindOf, type KindName, type Value } from '../../domain/kinds.ts';

/** Negative, zero or positive: the first value sorts before, with or after the second. */
export type Order = (left: Value, right: Value) => number;

/** Whether a comparison holds, given the order of its operands. */
export const comparisons: Readonly<Record<Comparison, (order: number) => boolean>> = {
  equal: (order) => order === 0,
  greater: (order) => order > 0,
  greaterOrEqual: (order) => order >= 0,
  less: (order) => order < 0,
  lessOrEqual: (order) => order <= 0,
};

/** Attributes of kinds that compare differently compare as text. */
export function orderBetween(left: KindName, right: KindName): Order {
  const [kind, other] = [kindOf(left), kindOf(right)];
  return kind.compare === other.compare
    ? (value, against) => kind.compare(value, against)
    : (value, against) => compareTexts(kind.write(value), other.write(against));
}
