// What people read for an operator. One that is not here shows its own name.
const words: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is greater than',
  ge: 'is at least',
  lt: 'is less than',
  le: 'is at most',
  between: 'is between',
  in_: 'is one of',
  notin_: 'is none of',
  is_: 'is, or unset',
  isnot: 'is not, or set',
  like: 'fits the pattern',
  notlike: 'does not fit the pattern',
  ilike: 'fits the pattern, any case',
  notilike: 'does not fit the pattern, any case',
  startswith: 'starts with',
  endswith: 'ends with',
  match: 'has the words',
  any: 'has any for which',
  has: 'has one for which',
};

/** @example operatorWords('eq') // 'is (eq)' */
export function operatorWords(op: string): string {
  return Object.hasOwn(words, op) ? `${words[op] ?? op} (${op})` : op;
}
