import { InvalidAttributesError, type InvalidAttribute } from './errors.ts';
import type { Rule, Rules } from './rules.ts';

/**
 * Holds attributes against their rules.
 * @throws InvalidAttributesError naming every attribute that breaks its rule
 */
export function checkAttributes<Attributes extends object>(rules: Rules<Attributes>, attributes: Attributes): void {
  check(Object.entries(rules), attributes);
}

/**
 * Holds those attributes that are given against their rules.
 * @throws InvalidAttributesError naming every attribute that breaks its rule
 */
export function checkChanges<Attributes extends object>(rules: Rules<Attributes>, changes: Partial<Attributes>): void {
  check(
    Object.entries<Rule<unknown>>(rules).filter(([attribute]) => Object.hasOwn(changes, attribute)),
    changes,
  );
}

function check(rules: readonly (readonly [string, Rule<unknown>])[], attributes: object): void {
  const values: Readonly<Record<string, unknown>> = { ...attributes };
  const invalid: InvalidAttribute[] = [];
  for (const [attribute, rule] of rules) {
    const checked = rule(values[attribute]);
    if (!checked.valid) invalid.push({ attribute, reason: checked.reason });
  }
  if (invalid.length > 0) throw new InvalidAttributesError(invalid);
}
