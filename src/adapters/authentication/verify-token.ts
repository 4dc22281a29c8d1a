import { errors, jwtVerify, type JWTHeaderParameters, type FlattenedJWSInput } from 'jose';
import type { Claims } from '#application/model/actor';
import { InvalidTokenError, type TokenFault } from '#application/model/errors';
import type { SigningKeys } from './signing-keys.ts';
import { TOLERANCE_SECONDS } from './token-claims.ts';

/** The issuer and audience that a token must have. */
interface Expected {
  readonly issuer: string;
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface SignedPayload {
  readonly payload: Claims;
  /** The version of the keys that it was verified with. */
  readonly version: number;
}

/** Header, payload and signature. `none` has no signature, and is refused for its algorithm. */
const FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Verifies the signature of a token, its issuer and its audience.
 * @throws InvalidTokenError; AuthenticationUnavailableError if the keys are unavailable
 */
export async function verifyToken(
  token: string,
  keys: SigningKeys,
  { issuer, audience, now }: Expected,
): Promise<SignedPayload> {
  if (!FORM.test(token)) throw new InvalidTokenError('malformed');
  let version = 0;
  const find = async (header: JWTHeaderParameters, signed: FlattenedJWSInput) => {
    const found = await keys.find(header, signed);
    version = found.version;
    return found.key;
  };
  try {
    const { payload } = await jwtVerify(token, find, {
      // Without a list, the token would choose its algorithm.
      algorithms: [...keys.algorithms],
      issuer,
      audience,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
    });
    return { payload, version };
  } catch (error) {
    const fault = faultOf(error);
    throw fault === undefined ? error : new InvalidTokenError(fault);
  }
}

const faults: Readonly<Record<string, TokenFault>> = {
  [errors.JOSEAlgNotAllowed.code]: 'signature',
  // The token has an unknown `crit`, so the meaning of its signature is unknown.
  [errors.JOSENotSupported.code]: 'signature',
  [errors.JWSSignatureVerificationFailed.code]: 'signature',
  [errors.JWKSNoMatchingKey.code]: 'unknown key',
  [errors.JWKSMultipleMatchingKeys.code]: 'unknown key',
  // The issuer publishes something other than a public key under this name.
  [errors.JWKInvalid.code]: 'unknown key',
  [errors.JWKSInvalid.code]: 'unknown key',
  [errors.JWSInvalid.code]: 'malformed',
  [errors.JWTInvalid.code]: 'malformed',
  [errors.JWTExpired.code]: 'expired',
};

const claimFaults: ReadonlyMap<string, TokenFault> = new Map([
  ['aud', 'audience'],
  ['iss', 'audience'],
  ['nbf', 'not yet valid'],
]);

/** @returns undefined for errors that are not about the token */
function faultOf(error: unknown): TokenFault | undefined {
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === 'invalid' ? 'claims' : (claimFaults.get(error.claim) ?? 'claims');
  if (error instanceof errors.JOSEError) return faults[error.code] ?? 'malformed';
  // From Node, for a published key that is broken or too short.
  return error instanceof TypeError || error instanceof DOMException ? 'unknown key' : undefined;
}
