import type { Actor } from '../model/actor.ts';

/** The credentials in a request. */
export interface Credentials {
  /** A bearer token (RFC 6750): an API key, or a JWT. */
  readonly token: string;
}

export interface Authenticator {
  /**
   * Identifies the actor by credentials.
   * @throws InvalidTokenError; AuthenticationUnavailableError if tokens cannot be verified now
   */
  authenticate(credentials: Credentials): Promise<Actor>;
}
