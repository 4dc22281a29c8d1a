// Operators of other query languages, and their equivalents here.

interface Replacement {
  readonly operator: string;
  /** The form of its operand, if that differs. */
  readonly operand?: string;
}

const contains: Replacement = { operator: 'ilike', operand: '"%text%"' };

const replacements = new Map<string, Replacement>(
  Object.entries({
    contains,
    icontains: contains,
    includes: contains,
    beginswith: { operator: 'startswith' },
    search: { operator: 'match' },
    equals: { operator: 'eq' },
    '=': { operator: 'eq' },
    '==': { operator: 'eq' },
    '!=': { operator: 'ne' },
    '<>': { operator: 'ne' },
    '>': { operator: 'gt' },
    '>=': { operator: 'ge' },
    '<': { operator: 'lt' },
    '<=': { operator: 'le' },
    nin: { operator: 'notin_' },
    isnull: { operator: 'is_', operand: 'null' },
  }),
);

/**
 * Suggests the equivalent of an operator of another query language.
 * @param offered the operators that can be used
 * @returns undefined if none of them is equivalent
 * @example operatorAdvice('contains', ['eq', 'ilike']); // 'use "ilike" with "%text%"'
 */
export function operatorAdvice(name: string, offered: readonly string[]): string | undefined {
  const found = replacements.get(name.toLowerCase());
  if (found === undefined || !offered.includes(found.operator)) return undefined;
  return `use "${found.operator}"${found.operand === undefined ? '' : ` with ${found.operand}`}`;
}
