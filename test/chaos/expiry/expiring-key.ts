import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import { Violation } from '../violation.ts';

/** The outcome of a request with a key: done, answered as before, or refused because the key belongs to another one. */
export type Fate = 'done' | 'replayed' | 'reused';

/** When a request was sent and answered, from `performance.now()`. */
export interface Moments {
  readonly sent: number;
  readonly answered: number;
}

/** The last request that was done. Its time counts from a moment between those two. */
interface Life extends Moments {
  readonly text: string;
  readonly isOther: boolean;
}

/** A key that is sent again and again, one request after the other, and creates a person each time that it is new. */
export class ExpiringKey {
  readonly name: string = `K${randomUUID()}`;
  readonly #ttlMillis: number;
  #life: Life | undefined;
  #done = 0;

  constructor(ttlMillis: number) {
    this.#ttlMillis = ttlMillis;
  }

  /** The number of persons that must be stored with its name. */
  get done(): number {
    return this.#done;
  }

  /**
   * @param isOther whether to send the key with another request
   * @throws Violation when the key was forgotten within its time, or known beyond
   */
  async send(client: ApiClient, isOther: boolean): Promise<Moments & { readonly fate: Fate }> {
    const attributes = { name: this.name, ...(isOther && { birth_date: '2000-01-01' }) };
    const headers = { 'Idempotency-Key': this.name };
    const sent = performance.now();
    const response = await client.post('/persons', { data: { type: 'person', attributes } }, { headers });
    const moments = { sent, answered: performance.now() };
    return { ...moments, fate: this.learn(response, moments, isOther) };
  }

  learn(
    { status, text, headers }: Pick<ApiResponse, 'status' | 'text' | 'headers'>,
    { sent, answered }: Moments,
    isOther: boolean,
  ): Fate {
    const life = this.#life;
    if (status === 201 && headers['idempotent-replayed'] === undefined) {
      if (life !== undefined && answered < life.sent + this.#ttlMillis)
        throw new Violation(`${this.name} was done twice within its time: ${text}`);
      this.#done += 1;
      this.#life = { sent, answered, text, isOther };
      return 'done';
    }
    if (life === undefined || sent > life.answered + this.#ttlMillis)
      throw new Violation(`${this.name} was known beyond its time: ${status} ${text}`);
    if (status === 422 && isOther !== life.isOther) return 'reused';
    if (status === 201 && isOther === life.isOther && text === life.text) return 'replayed';
    throw new Violation(`${this.name} was answered with ${status} ${text}`);
  }
}
