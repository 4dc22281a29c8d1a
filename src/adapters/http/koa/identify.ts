// Identifies the client by the header `Authorization` (RFC 6750).
import type { IncomingMessage } from 'node:http';
import { nobody, type Actor } from '#application/model/actor';
import { AuthenticationUnavailableError, InvalidTokenError } from '#application/model/errors';
import type { Authenticator } from '#application/ports/authenticator';
import type { Observe } from '#application/ports/observation';
import { ApiError, errorObject } from '../api/errors.ts';

/** The means to identify actors. */
export interface IdentifyOptions {
  /** Undefined: every token is refused. */
  readonly authenticator: Authenticator | undefined;
  /** The role of requests without credentials; undefined: they are refused. */
  readonly anonymous: string | undefined;
}

/** `IdentifyOptions`, and where outcomes are reported. */
export interface GuardOptions extends IdentifyOptions {
  readonly observe: Observe;
}

/**
 * @param isRequired true to refuse a request without credentials, unless there is a role for such requests
 * @throws ApiError 401; InvalidTokenError, AuthenticationUnavailableError
 */
export async function identify(
  req: IncomingMessage,
  { authenticator, anonymous, observe }: GuardOptions,
  isRequired: boolean,
): Promise<Actor> {
  const lines = req.headersDistinct['authorization'];
  if (lines === undefined) {
    if (anonymous !== undefined) {
      observe({ kind: 'identified', outcome: 'anonymous' });
      return { ...nobody, role: anonymous };
    }
    if (!isRequired) return nobody;
    observe({ kind: 'identified', outcome: 'missing' });
    throw unauthenticated();
  }
  try {
    const actor = await authenticate(lines, authenticator);
    observe({ kind: 'identified', outcome: 'accepted' });
    return actor;
  } catch (error) {
    if (error instanceof InvalidTokenError) observe({ kind: 'identified', outcome: 'invalid' });
    if (error instanceof AuthenticationUnavailableError) observe({ kind: 'identified', outcome: 'unavailable' });
    throw error;
  }
}

async function authenticate(lines: readonly string[], authenticator: Authenticator | undefined): Promise<Actor> {
  const [line = ''] = lines;
  const token = lines.length === 1 ? BEARER.exec(line)?.[1] : undefined;
  if (token === undefined) throw new InvalidTokenError('header');
  if (authenticator === undefined) throw new InvalidTokenError('unknown key');
  return authenticator.authenticate({ token });
}

/** The scheme in any case, then a `b64token`. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i;

function unauthenticated(): ApiError {
  const detail =
    'Credentials are required: send the header Authorization with "Bearer" followed by an API key or token';
  return new ApiError([errorObject('unauthenticated', detail)], { 'WWW-Authenticate': 'Bearer' });
}
