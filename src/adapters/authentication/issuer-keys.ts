import { createRemoteJWKSet, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose';
import { reasonOf } from '#application/model/describe-error';
import { AuthenticationUnavailableError } from '#application/model/errors';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

export interface IssuerKeysOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How long to wait for the issuer. */
  readonly timeoutMillis?: number;
  /** Each time that the issuer does not answer with keys. */
  readonly onFailure?: (reason: string) => void;
}

const TIMEOUT_MILLIS = 3000;
/** A key that the issuer has withdrawn counts no longer than that. */
const MOST_AGE_MILLIS = 600_000;
/** From this age on keys are renewed beside the requests that use them, so that none waits. */
const RENEWAL_AGE_MILLIS = 480_000;
/** Between questions to the issuer while keys are at hand: anybody can make up names of keys. */
const COOLDOWN_MILLIS = 30_000;
/** Between questions while there are none, so that the service recovers soon after its issuer. */
const RETRY_MILLIS = 2000;

/** The keys that an issuer publishes as a JSON Web Key Set (RFC 7517). */
export class IssuerKeys implements SigningKeys {
  readonly algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
  readonly #remote: ReturnType<typeof createRemoteJWKSet>;
  readonly #now: () => number;
  readonly #onFailure: (reason: string) => void;
  #version = 0;
  #published = '';
  /** When the keys at hand were asked for. */
  #keysSince: number | undefined;
  #askedAt: number | undefined;
  #failure: AuthenticationUnavailableError | undefined;
  #pending: Promise<void> | undefined;

  constructor(url: URL, { now = Date.now, timeoutMillis = TIMEOUT_MILLIS, onFailure }: IssuerKeysOptions = {}) {
    this.#now = now;
    this.#onFailure = onFailure ?? (() => undefined);
    // When to ask is decided here: jose would ask a failing issuer anew for every token.
    this.#remote = createRemoteJWKSet(url, {
      timeoutDuration: timeoutMillis,
      cooldownDuration: Infinity,
      cacheMaxAge: Infinity,
      // A connection that was kept may have ended meanwhile, and would be taken for an outage.
      headers: { connection: 'close' },
    });
  }

  /** Grows whenever the issuer publishes other keys than before. */
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
    // Before the wait, in which other keys may be published.
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

  /** @throws AuthenticationUnavailableError if the last question was not answered: the key may be a new one */
  async #renewForUnknown(): Promise<void> {
    if (this.#pending !== undefined || this.#since(this.#askedAt) >= COOLDOWN_MILLIS) await this.#renew();
    else if (this.#failure !== undefined) throw this.#failure;
  }

  /** One question at a time, whose answer all wait for. */
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
      this.#failure = new AuthenticationUnavailableError(`the issuer's keys cannot be had: ${reason}`, {
        cause: error,
      });
      this.#onFailure(reason);
      throw this.#failure;
    }
    const published = JSON.stringify(this.#remote.jwks());
    if (published !== this.#published) this.#version += 1;
    this.#published = published;
    this.#keysSince = start;
    this.#failure = undefined;
  }

  /** A moment that lies ahead, since the clock was set back, counts as long ago. */
  #since(moment: number | undefined): number {
    const age = moment === undefined ? Infinity : this.#now() - moment;
    return age < 0 ? Infinity : age;
  }
}
