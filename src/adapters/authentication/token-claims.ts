// Reads the claims of a verified token.
import type { Claims } from '#application/model/actor';
import { InvalidTokenError } from '#application/model/errors';
import { isPlainName, isSubjectName, ownMember } from './claim-names.ts';

/** The validity period of a token, in seconds since 1970. */
export interface TokenTimes {
  readonly exp: number;
  readonly nbf: number | undefined;
  readonly iat: number | undefined;
}

/** The most that the issuer's clock may be ahead. An expired token gets no such tolerance. */
export const TOLERANCE_SECONDS = 30;

/** @throws InvalidTokenError if a time is malformed, or the token never expires */
export function timesOf(payload: Claims): TokenTimes {
  const [exp, nbf, iat] = ['exp', 'nbf', 'iat'].map((name) => {
    const value = ownMember(payload, name);
    if (value !== undefined && (typeof value !== 'number' || !Number.isFinite(value)))
      throw new InvalidTokenError('claims');
    return value;
  });
  if (exp === undefined) throw new InvalidTokenError('claims');
  return { exp, nbf, iat };
}

/**
 * @param now milliseconds since 1970
 * @throws InvalidTokenError unless the token is valid at this moment
 */
export function requireValidAt({ exp, nbf, iat }: TokenTimes, now: number): void {
  const seconds = now / 1000;
  if (exp <= seconds) throw new InvalidTokenError('expired');
  if (Math.max(nbf ?? 0, iat ?? 0) > seconds + TOLERANCE_SECONDS) throw new InvalidTokenError('not yet valid');
}

/** @throws InvalidTokenError unless the token has a subject */
export function subjectOf(payload: Claims): string {
  const subject = ownMember(payload, 'sub');
  if (!isSubjectName(subject)) throw new InvalidTokenError('claims');
  return `jwt:${subject}`;
}

/** The members of the payload that can be claims. */
export function claimsOf(payload: Claims): Claims {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => isPlainName(name)));
}

/**
 * The role that a token names: a text, or a list of one.
 * @param claim the name of a claim, such as `https://example.org/role`, or the path to it, such as `realm_access.roles`
 */
export function roleIn(payload: Claims, claim: string): string | undefined {
  const whole = ownMember(payload, claim);
  const value = whole ?? claim.split('.').reduce<unknown>(ownMember, payload);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [role, ...others] = list;
  return typeof role === 'string' && role !== '' && others.length === 0 ? role : undefined;
}
