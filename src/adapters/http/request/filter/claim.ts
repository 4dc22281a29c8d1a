// `{ "claim": NAME }` in place of a value, where the reader takes claims.
import type { ClaimReference } from '#application/model/condition';
import { quote } from '../../api/error-wording.ts';
import { atClause, memberLocation, report, type AttributeTarget, type FilterLocation } from './filter-target.ts';

/** Whether a value is meant as a claim; never where claims are not taken. */
export function namesClaim(value: unknown, { state }: FilterLocation): value is object {
  return state.takesClaims && typeof value === 'object' && value !== null && Object.hasOwn(value, 'claim');
}

/** The claim to compare with; reports a problem and returns undefined if there can be none. */
export function readClaim(
  value: object,
  { name, subject }: Pick<AttributeTarget, 'name' | 'subject'>,
  location: FilterLocation,
): ClaimReference | undefined {
  const members = new Map<string, unknown>(Object.entries(value));
  const at = memberLocation(location, 'claim');
  const claim = members.get('claim');
  members.delete('claim');
  for (const key of members.keys()) {
    const beside = memberLocation(location, key);
    report(beside, `nothing can stand beside "claim"${atClause(beside)}`);
  }
  if (typeof claim !== 'string' || claim === '') return report(at, `"claim" must be a name${atClause(at)}`);
  if (claim in Object.prototype) return report(at, `no claim can be called ${quote(claim)}${atClause(at)}`);
  if (subject === 'boolean')
    return report(location, `${name} is true or false, and a claim is a text or a number${atClause(location)}`);
  return members.size > 0 ? undefined : { kind: 'claim', claim, of: subject };
}
