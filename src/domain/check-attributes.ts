import { InvalidAttributesError, type InvalidAttribute } from './errors.ts';
import type { Rule, Rules } from './rules.ts';

/**
 * Holds attributes against their rules.
 * @throws InvalidAttributesError naming every attribute that breaks its rule
 */
export function checkAttributes<Attributes extends object>(rules: Rules<Attributes>, attributes: Attributes): void {
  const invalid: InvalidAttribute[] = [];
  for (const [attribute, rule] of Object.entries<Rule<unknown>>(rules)) {
    const checked = rule(attributes[attribute as keyof Attributes]);
    if (!checked.valid) invalid.push({ attribute, reason: checked.reason });
  }
  if (invalid.length > 0) throw new InvalidAttributesError(invalid);
}
