import type { KeyObject } from 'node:crypto';
import type { CryptoKey, FlattenedJWSInput, JWTHeaderParameters } from 'jose';

/** The keys that tokens are signed with. */
export interface SigningKeys {
  /** A token does not choose: it is refused if it is signed in another way. */
  readonly algorithms: readonly string[];
  /**
   * The version of the keys as they are now: a signature that was verified counts for as long as it stays the same.
   * @throws AuthenticationUnavailableError if the keys cannot be had
   */
  version(): Promise<number>;
  /**
   * Finds the key that a token names.
   * @throws AuthenticationUnavailableError if the keys cannot be had; JOSEError if none fits
   */
  find(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<SigningKey>;
}

export interface SigningKey {
  readonly key: CryptoKey | KeyObject | Uint8Array;
  readonly version: number;
}

/** One key that never changes. */
export function fixedKey(key: SigningKey['key'], algorithms: readonly string[]): SigningKeys {
  return { algorithms, version: () => Promise.resolve(0), find: () => Promise.resolve({ key, version: 0 }) };
}

/** A secret that the issuer shares with the service. */
export function sharedSecret(secret: string): SigningKeys {
  return fixedKey(new TextEncoder().encode(secret), ['HS256']);
}
