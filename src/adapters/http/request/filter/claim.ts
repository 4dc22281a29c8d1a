// Parses `{ "claim": NAME }`, which a policy can have in place of a value.
import type { ClaimReference } from '#application/model/condition';
import { quote } from '../../api/error-wording.ts';
import { atClause, memberLocation, report, type AttributeTarget, type FilterLocation } from './filter-target.ts';

/** True if a value is meant as a claim; always false where claims are not accepted. */
export function namesClaim(value: unknown, { state }: FilterLocation): value is object {
  return state.takesClaims && typeof value === 'object' && value !== null && Object.hasOwn(value, 'claim');
}

/** Excludes the names that every object inherits. */
export const FREE_NAMES = {
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
  forbidden: Object.getOwnPropertyNames(Object.prototype).toSorted(),
} as const;

const ON_ONE_LINE = new RegExp(FREE_NAMES.pattern, 'u');

/** True if a policy can give this name to a role or a claim. */
export function isFreeName(name: string): boolean {
  return name !== '' && ON_ONE_LINE.test(name) && !FREE_NAMES.forbidden.includes(name);
}

/** Reads the claim to compare with; reports a problem and returns undefined if it is invalid. */
export function readClaim(
  value: object,
  { name, declared }: Pick<AttributeTarget, 'name' | 'declared'>,
  location: FilterLocation,
): ClaimReference | undefined {
  const members = new Map<string, unknown>(Object.entries(value));
  const at = memberLocation(location, 'claim');
  const claim = members.get('claim');
  members.delete('claim');
  for (const key of members.keys()) {
    const beside = memberLocation(location, key);
    report(beside, `no other member is allowed next to "claim"${atClause(beside)}`);
  }
  if (typeof claim !== 'string' || claim === '') return report(at, `"claim" must be a name${atClause(at)}`);
  if (!isFreeName(claim)) return report(at, `no claim can be called ${quote(claim)}${atClause(at)}`);
  if (declared.kind === 'boolean')
    return report(location, `${name} is true or false, but a claim is a text or a number${atClause(location)}`);
  return members.size > 0 ? undefined : { kind: 'claim', claim, of: declared };
}
