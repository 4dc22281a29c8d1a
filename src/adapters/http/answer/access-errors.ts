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
  signature: 'The signature of the token is invalid',
  'unknown key': 'The API key, or the key that signed the token, is unknown',
  expired: 'The key or token has expired',
  'not yet valid': 'The token is not valid yet',
  audience: 'The issuer or audience of the token is wrong',
  claims: 'The token lacks a required claim',
};

export const ISSUER_AWAY = errorObject(
  'authentication-unavailable',
  'The keys of the token issuer are unavailable, so the token cannot be verified; nothing was changed',
);
