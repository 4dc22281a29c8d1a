// Describes a row condition in words, for people who check a policy.

/**
 * Describes a filter object that has been checked.
 * @example describeCondition({ name: 'email', op: 'eq', val: { claim: 'email' } }) // 'email eq the claim email'
 */
export function describeCondition(object: unknown): string {
  const { and, or, not, name, op, val, field } = object as Readonly<Record<string, unknown>>;
  if (Array.isArray(and)) return joined(and, 'and', 'everything holds');
  if (Array.isArray(or)) return joined(or, 'or', 'nothing holds');
  if (not !== undefined) return `not (${describeCondition(not)})`;
  return `${String(name)} ${String(op)} ${typeof field === 'string' ? field : operand(val)}`;
}

function joined(members: readonly unknown[], word: string, none: string): string {
  const words = members.map(describeCondition);
  return words.length > 1 ? words.map((each) => `(${each})`).join(` ${word} `) : (words[0] ?? none);
}

function operand(val: unknown): string {
  if (Array.isArray(val)) return `[${val.map(operand).join(', ')}]`;
  if (typeof val !== 'object' || val === null) return JSON.stringify(val);
  return 'claim' in val ? `the claim ${String(val.claim)}` : `(${describeCondition(val)})`;
}
