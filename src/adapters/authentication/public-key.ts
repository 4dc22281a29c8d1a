import { createPublicKey, type KeyObject } from 'node:crypto';

/** A key that verifies tokens, and the algorithms (RFC 7518, RFC 8037) that a key of its type supports. */
export interface PublicKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

const LEAST_RSA_BITS = 2048;
const PEM = /^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END (?:RSA )?PUBLIC KEY-----\s*$/;

/**
 * Reads a public key.
 * @returns a refusal is a clause that completes "the key …"; it quotes nothing
 */
export function readPublicKey(pem: string): PublicKey | { readonly refusal: string } {
  // Node would accept a private key, of which it takes the public part, and a certificate.
  if (pem.includes('PRIVATE KEY')) return { refusal: 'must be a public key, not a private one' };
  if (!PEM.test(pem)) return { refusal: 'must be a single public key in PEM format, with its line breaks' };
  const key = createKey(pem);
  if (key === undefined) return { refusal: 'must be a valid public key in PEM format' };
  const algorithms = algorithmsOf(key);
  return 'refusal' in algorithms ? algorithms : { key, algorithms: algorithms.value };
}

function createKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function algorithmsOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {},
}: KeyObject): { readonly value: readonly string[] } | { readonly refusal: string } {
  if (type === 'rsa')
    return modulusLength >= LEAST_RSA_BITS
      ? { value: ['RS256', 'PS256'] }
      : { refusal: `must have at least ${LEAST_RSA_BITS} bits` };
  if (type === 'ec' && namedCurve === 'prime256v1') return { value: ['ES256'] };
  if (type === 'ed25519') return { value: ['EdDSA'] };
  return { refusal: 'must be an RSA key, an EC key on the curve P-256, or an Ed25519 key' };
}
