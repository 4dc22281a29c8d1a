import { createRemoteJWKSet, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose';
import { reasonOf } from '#application/model/describe-error';
import { AuthenticationUnavailableError } from '#application/model/errors';
import { unobserved, type Observe } from '#application/ports/observation';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

export interface IssuerKeysOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The timeout of a fetch. */
  readonly timeoutMillis?: number;
  readonly observe?: Observe;
}

const TIMEOUT_MILLIS = 3000;
/** Older keys are not used, so a withdrawn key is accepted for at most this long. */
const MOST_AGE_MILLIS = 600_000;
/** From this age on, keys are renewed in the background, so that no request waits. */
const RENEWAL_AGE_MILLIS = 480_000;
/** The pause between fetches while there are keys, because anyone can make up key ids. */
const COOLDOWN_MILLIS = 30_000;
/** The pause between fetches while there are none, so that the service recovers soon after its issuer. */
const RETRY_MILLIS = 2000;

/** The keys that an issuer publishes as a JSON Web Key Set (RFC 7517). */
export class IssuerKeys implements SigningKeys {
  readonly algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
  readonly #remote: ReturnType<typeof createRemoteJWKSet>;
  readonly #now: () => number;
  readonly #observe: Observe;
  #version = 0;
  #published = '';
  /** The time at which the current keys were requested. */
  #keysSince: number | undefined;
  #askedAt: number | undefined;
  #failure: AuthenticationUnavailableError | undefined;
  #pending: Promise<void> | undefined;

  constructor(
    url: URL,
    { now = Date.now, timeoutMillis = TIMEOUT_MILLIS, observe = unobserved }: IssuerKeysOptions = {},
  ) {
    this.#now = now;
    this.#observe = observe;
    // Only `#renew` fetches keys, because jose by itself would ask a failing issuer again for every token.
    this.#remote = createRemoteJWKSet(url, {
      timeoutDuration: timeoutMillis,
      cooldownDuration: Infinity,
      cacheMaxAge: Infinity,
      // A kept-alive connection may have been closed, which would look like an outage.
      headers: { connection: 'close' },
    });
  }

  /** Grows whenever the issuer publishes different keys. */
  async version(): Promise<number> {
    await this.#requireCurrent();
    return this.#version;
  }

  async find(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<SigningKey> {
    await this.#requireCurrent();
    try {
      return await this.#pick(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#renewForUnknown();
      return this.#pick(header, token);
    }
  }

  async #pick(header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<SigningKey> {
    // Read before the await, during which other keys may be published.
    const version = this.#version;
    return { key: await this.#remote(header, token), version };
  }

  async #requireCurrent(): Promise<void> {
    const age = this.#since(this.#keysSince);
    if (age >= MOST_AGE_MILLIS) {
      if (this.#failure !== undefined && this.#pending === undefined && this.#since(this.#askedAt) < RETRY_MILLIS)
        throw this.#failure;
      await this.#renew();
    } else if (age >= RENEWAL_AGE_MILLIS && this.#since(this.#askedAt) >= COOLDOWN_MILLIS)
      this.#renew().catch(() => undefined);
  }

  /** @throws AuthenticationUnavailableError if the last fetch failed, because the key may be a new one */
  async #renewForUnknown(): Promise<void> {
    if (this.#pending !== undefined || this.#since(this.#askedAt) >= COOLDOWN_MILLIS) await this.#renew();
    else if (this.#failure !== undefined) throw this.#failure;
  }

  /** Makes one fetch at a time, which all callers share. */
  #renew(): Promise<void> {
    this.#pending ??= this.#ask().finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  async #ask(): Promise<void> {
    const start = this.#now();
    this.#askedAt = start;
    try {
      await this.#remote.reload();
    } catch (error) {
      const reason = reasonOf(error);
      this.#failure = new AuthenticationUnavailableError(`the issuer's keys cannot be fetched: ${reason}`, {
        cause: error,
      });
      this.#observe({ kind: 'issuer failed', reason });
      throw this.#failure;
    }
    const published = JSON.stringify(this.#remote.jwks());
    if (published !== this.#published) this.#version += 1;
    this.#published = published;
    this.#keysSince = start;
    this.#failure = undefined;
  }

  /** A moment in the future means that the clock was set back; it counts as long ago. */
  #since(moment: number | undefined): number {
    const age = moment === undefined ? Infinity : this.#now() - moment;
    return age < 0 ? Infinity : age;
  }
}
