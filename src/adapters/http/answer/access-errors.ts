// Responses to requests that could not be authenticated.
import type { InvalidTokenError, TokenFault } from '#application/model/errors';
import { ApiError, errorObject } from '../api/errors.ts';

export function invalidToken({ fault }: InvalidTokenError): ApiError {
  const challenge = `Bearer error="invalid_token", error_description="${fault}"`;
  return new ApiError([errorObject('invalid-token', TOKEN_FAULTS[fault])], { 'WWW-Authenticate': challenge });
}

const TOKEN_FAULTS: Readonly<Record<TokenFault, string>> = {
  header: 'Send exactly one Authorization header: "Bearer" followed by an API key or token',
  malformed: 'The credential is neither an API key nor a token',
  signature: 'The signature of the token does not hold',
  'unknown key': 'The key, or the key that the token is signed with, is not known',
  expired: 'The key or token has expired',
  'not yet valid': 'The token is not valid yet',
  audience: 'The token is from another issuer or for another audience',
  claims: 'The token lacks a claim that is needed',
};

export const ISSUER_AWAY = errorObject(
  'authentication-unavailable',
  'The keys of the token issuer are not available, so the token cannot be verified; nothing was changed',
);
