import type { Comparison } from '../../application/model/filter.ts';
import type { AttributeKind } from '../../application/model/schema.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';

/** Negative, zero or positive: the first value sorts before, with or after the second. */
export type Order = (left: string, right: string) => number;

/** The order of the values of each kind. */
export const orders: Readonly<Record<AttributeKind, Order>> = {
  identifier: orderIntegers,
  text: orderTexts,
  date: orderTexts,
};

/** Whether a comparison holds, given the order of its operands. */
export const comparisons: Readonly<Record<Comparison, (order: number) => boolean>> = {
  equal: (order) => order === 0,
  greater: (order) => order > 0,
  greaterOrEqual: (order) => order >= 0,
  less: (order) => order < 0,
  lessOrEqual: (order) => order <= 0,
};

/** Attributes of different kinds compare as text. */
export function orderBetween(left: AttributeKind, right: AttributeKind): Order {
  return left === right ? orders[left] : orderTexts;
}

/** Canonical decimal integers of any size and sign. */
function orderIntegers(left: string, right: string): number {
  const leftNegative = left.startsWith('-');
  if (leftNegative !== right.startsWith('-')) return leftNegative ? -1 : 1;
  return leftNegative ? compareIdentifiers(right, left) : compareIdentifiers(left, right);
}

/** By code point. JavaScript compares UTF-16 units, which puts all above U+FFFF before U+E000. */
function orderTexts(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  let index = 0;
  while (index < shorter && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  if (isHighSurrogate(left.charCodeAt(index - 1))) index -= 1;
  return (left.codePointAt(index) ?? -1) - (right.codePointAt(index) ?? -1);
}

function isHighSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdbff;
}
