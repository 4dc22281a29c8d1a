import { LRUCache } from 'lru-cache';
import type { Actor } from '#application/model/actor';
import type { Authenticator, Credentials } from '#application/ports/authenticator';
import { keyDigest } from './api-key.ts';
import type { SigningKeys } from './signing-keys.ts';
import { claimsOf, requireValidAt, roleIn, subjectOf, timesOf, type TokenTimes } from './token-claims.ts';
import { verifyToken } from './verify-token.ts';

/** The issuer and audience of this service's tokens, and the claim that holds the role. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  /** See `roleIn`. */
  readonly roleClaim: string;
}

interface VerifiedToken {
  readonly actor: Actor;
  readonly times: TokenTimes;
  /** The version of the keys that it was verified with. */
  readonly version: number;
}

/** The number of verified tokens that are cached. */
export const MOST_TOKENS = 10_000;

/** Identifies actors by JSON Web Tokens (RFC 7519). */
export class JwtAuthenticator implements Authenticator {
  readonly #keys: SigningKeys;
  readonly #rules: TokenRules;
  readonly #now: () => number;
  /** By digest, so that no token stays in memory. */
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MOST_TOKENS });

  /** @param now milliseconds since 1970 */
  constructor(keys: SigningKeys, rules: TokenRules, now: () => number = Date.now) {
    this.#keys = keys;
    this.#rules = rules;
    this.#now = now;
  }

  async authenticate({ token }: Credentials): Promise<Actor> {
    const digest = keyDigest(token);
    const known = this.#verified.get(digest);
    if (known !== undefined) {
      const version = await this.#keys.version();
      if (known.version === version) {
        requireValidAt(known.times, this.#now());
        return known.actor;
      }
    }
    const verified = await this.#verify(token);
    this.#verified.set(digest, verified);
    return verified.actor;
  }

  async #verify(token: string): Promise<VerifiedToken> {
    const now = this.#now();
    const { payload, version } = await verifyToken(token, this.#keys, { ...this.#rules, now });
    const times = timesOf(payload);
    requireValidAt(times, now);
    const role = roleIn(payload, this.#rules.roleClaim);
    return { actor: { subject: subjectOf(payload), role, claims: claimsOf(payload) }, times, version };
  }
}
