import { createPublicKey, type KeyObject } from 'node:crypto';

/** A key that signs tokens, and the algorithms (RFC 7518, RFC 8037) that such a key can have. */
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
  // Node would take the public part of a private key, and the key of a certificate.
  if (pem.includes('PRIVATE KEY')) return { refusal: 'must be a public key, not a private one' };
  if (!PEM.test(pem)) return { refusal: 'must be one public key in PEM, with its line breaks' };
  const key = createKey(pem);
  if (key === undefined) return { refusal: 'must be a public key in PEM that can be read' };
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
  return { refusal: 'must be of RSA, of EC with the curve P-256, or of Ed25519' };
}
