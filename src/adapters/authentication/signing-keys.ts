import type { KeyObject } from 'node:crypto';
import type { CryptoKey, FlattenedJWSInput, JWTHeaderParameters } from 'jose';

/** The keys that tokens are signed with. */
export interface SigningKeys {
  /** The accepted algorithms. Tokens signed with any other are refused. */
  readonly algorithms: readonly string[];
  /**
   * The current version of the keys. A verified signature stays valid until the version changes.
   * @throws AuthenticationUnavailableError if the keys are unavailable
   */
  version(): Promise<number>;
  /**
   * Finds the key that a token names.
   * @throws AuthenticationUnavailableError if the keys are unavailable; JOSEError if none fits
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
