// The wording of each operator. An operator without one shows its own name.
import { isWay, type WayName } from '../model/text-ways.ts';

interface Words {
  readonly words: string;
  readonly hint?: string;
}

const wildcards = '% stands for any text, _ for one character';

const operators: Readonly<Record<string, Words>> = {
  eq: { words: 'is' },
  ne: { words: 'is not' },
  gt: { words: 'is greater than' },
  ge: { words: 'is at least' },
  lt: { words: 'is less than' },
  le: { words: 'is at most' },
  between: { words: 'is between' },
  in_: { words: 'is one of' },
  notin_: { words: 'is not one of' },
  is_: { words: 'is' },
  isnot: { words: 'is not' },
  like: { words: 'matches the pattern', hint: wildcards },
  notlike: { words: 'does not match the pattern', hint: wildcards },
  ilike: { words: 'matches the pattern, any case', hint: wildcards },
  notilike: { words: 'does not match the pattern, any case', hint: wildcards },
  startswith: { words: 'starts with, same case' },
  endswith: { words: 'ends with, same case' },
  match: { words: 'contains the words' },
  any: { words: 'has any for which' },
  has: { words: 'has one for which' },
};

/** The ways of text-ways.ts, which have no names in the API. */
const ways: Readonly<Record<WayName, string>> = {
  contains: 'contains',
  begins: 'starts with',
  ends: 'ends with',
  lacks: 'does not contain',
};

/** @example operatorWords('eq') // 'is (eq)' */
export function operatorWords(op: string): string {
  if (isWay(op)) return ways[op];
  return Object.hasOwn(operators, op) ? `${operators[op]?.words ?? op} (${op})` : op;
}

/** A hint for the operand, for operators where it is not obvious. */
export function operatorHint(op: string): string | undefined {
  return Object.hasOwn(operators, op) ? operators[op]?.hint : undefined;
}
