import type { Actor } from '#application/model/actor';
import { InvalidTokenError } from '#application/model/errors';
import type { Authenticator, Credentials } from '#application/ports/authenticator';
import { KEY_PREFIX } from './api-key.ts';

/** The configured authenticators, at least one. */
export interface Authenticators {
  readonly keys?: Authenticator | undefined;
  readonly tokens?: Authenticator | undefined;
}

const MOST_TOKEN_BYTES = 8192;
/** RFC 6750, section 2.1: `b64token`. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Distinguishes API keys from the identity provider's JWTs by their form. */
export class BearerAuthenticator implements Authenticator {
  readonly #by: Authenticators;

  constructor(by: Authenticators) {
    this.#by = by;
  }

  async authenticate(credentials: Credentials): Promise<Actor> {
    const { token } = credentials;
    if (token.length > MOST_TOKEN_BYTES || !TOKEN.test(token)) throw new InvalidTokenError('malformed');
    const by = token.startsWith(KEY_PREFIX) ? (this.#by.keys ?? this.#by.tokens) : this.#by.tokens;
    if (by === undefined) throw new InvalidTokenError('unknown key');
    return by.authenticate(credentials);
  }
}
