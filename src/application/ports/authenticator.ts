import type { Actor } from '../model/actor.ts';

/** What a request sends to say who makes it. */
export interface Credentials {
  /** A bearer token (RFC 6750): an API key, or a JWT. */
  readonly token: string;
}

export interface Authenticator {
  /**
   * Says who has sent credentials.
   * @throws InvalidTokenError; AuthenticationUnavailableError if that cannot be told now
   */
  authenticate(credentials: Credentials): Promise<Actor>;
}
