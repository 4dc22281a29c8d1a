import type { Actor } from '#application/model/actor';
import { InvalidTokenError } from '#application/model/errors';
import type { Authenticator, Credentials } from '#application/ports/authenticator';
import { keyDigest, isApiKey } from './api-key.ts';
import type { ListedKey } from './key-list.ts';

interface KnownKey {
  readonly actor: Actor;
  readonly expiresAt: number | undefined;
}

/** Identifies actors by API keys. Keys are found by digest, so no secret is compared character by character. */
export class KeyAuthenticator implements Authenticator {
  readonly #now: () => number;
  #keys: ReadonlyMap<string, KnownKey> = new Map();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Replaces all keys. Those no longer listed are unknown from now on. */
  use(keys: readonly ListedKey[]): void {
    this.#keys = new Map(keys.map((key) => [key.sha256, knownKey(key)]));
  }

  authenticate({ token }: Credentials): Promise<Actor> {
    return isApiKey(token) ? this.#find(token) : Promise.reject(new InvalidTokenError('malformed'));
  }

  async #find(token: string): Promise<Actor> {
    const known = this.#keys.get(keyDigest(token));
    if (known === undefined) throw new InvalidTokenError('unknown key');
    if (known.expiresAt !== undefined && known.expiresAt <= this.#now()) throw new InvalidTokenError('expired');
    return known.actor;
  }
}

function knownKey({ name, role, claims, expiresAt }: ListedKey): KnownKey {
  return { actor: { subject: `key:${name}`, role, claims }, expiresAt };
}
