// The API as the commands use it. What may have been done is sent again with its key, which the service carries out once.
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '#composition/logging/describe-error';
import { reasonsOf } from './errors-of-answer.ts';
import { Connections, NoAnswerError, NotSentError, textOf, type Exchange } from './exchange.ts';
import { judgeAnswer, type Answer, type NotDone, type Unsure } from './judge-answer.ts';
import { keyLifeIn } from './key-life.ts';

/** What became of a resource to create. Of an `unknown` one nobody can tell whether it was created. */
export type Outcome =
  | { readonly kind: 'created'; readonly id: string }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'unknown'; readonly reasons: readonly string[] };

/** The service cannot be reached or has no capacity. */
export class UnavailableError extends Error {
  /** Whether the request may have been carried out all the same. */
  readonly mayBeDone: boolean;
  /** Whether the last attempt is known to have done nothing. */
  readonly isRefused: boolean;

  constructor(reason: string, { mayBeDone, isRefused }: Pick<UnavailableError, 'mayBeDone' | 'isRefused'>) {
    super(reason);
    this.name = 'UnavailableError';
    this.mayBeDone = mayBeDone;
    this.isRefused = isRefused;
  }
}

/** Identifies one creation, however often it is sent. */
export interface CreationKey {
  /** Of letters, digits and `-`. */
  readonly text: string;
  /** When it was sent first: `Date.now()`. */
  readonly since: number;
  /** Whether it was sent before, and may have been carried out then. */
  readonly mayBeDone: boolean;
}

const MEDIA_TYPE = 'application/vnd.api+json';

/** For how long a request is sent again. */
const PATIENCE_MILLIS = 30_000;
const FIRST_PAUSE_MILLIS = 100;

const TOO_LATE = 'no answer came, and the service may have forgotten by now that it was sent';

export class Api {
  readonly url: string;
  readonly #connections: Connections;
  readonly #stopped: AbortSignal;
  readonly #patienceMillis: number;
  #keyLifeMillis = 0;

  /**
   * @param url without a slash at its end
   * @param stopped ends the waiting between two tries
   */
  constructor(url: string, stopped: AbortSignal, patienceMillis = PATIENCE_MILLIS) {
    this.url = url;
    this.#connections = new Connections(url);
    this.#stopped = stopped;
    this.#patienceMillis = patienceMillis;
  }

  /**
   * Requests something to read; resolves once the head of the answer has come.
   * @throws UnavailableError; Error with the reasons for any other status than 200
   */
  async get(path: string, accept: string): Promise<IncomingMessage> {
    const exchange = { method: 'GET', path, accept, signal: this.#stopped } as const;
    const result = await this.#send(exchange);
    if (result.kind === 'unsure') throw new UnavailableError(result.reason, { mayBeDone: false, isRefused: false });
    if (result.kind === 'text') throw new Error(reasonsOf(result.status, result.text).join('; '));
    return result.stream;
  }

  /**
   * Finds out whether the service answers, and for how long it knows keys.
   * @throws UnavailableError; Error if something else answers at the URL
   */
  async requireService(): Promise<void> {
    const text = await textOf(await this.get('/', MEDIA_TYPE));
    if (!text.includes('"jsonapi"')) throw new Error(`${this.url} is not the URL of a JSON:API service`);
    const described = await this.#send({ method: 'GET', path: '/openapi.json', accept: 'application/json' });
    this.#keyLifeMillis = described.kind === 'stream' ? keyLifeIn(await textOf(described.stream)) : 0;
  }

  /**
   * Creates a resource, once, however often it is sent with the same key. It is unknown whether it was created where no answer comes although
   * the service is there, or comes too late to send it again.
   * @param resource a resource object
   * @throws UnavailableError
   */
  async create(path: string, resource: unknown, key: CreationKey): Promise<Outcome> {
    const body = JSON.stringify({ data: resource });
    const exchange = { method: 'POST', path, accept: MEDIA_TYPE, body, idempotencyKey: key.text } as const;
    if (key.mayBeDone && !this.#isRepeatable(key)) return { kind: 'unknown', reasons: [TOO_LATE] };
    const result = await this.#send(exchange, key).catch(async (error: unknown) => {
      const isUnsure = error instanceof UnavailableError && error.mayBeDone && !error.isRefused;
      // If the service is there, it must be this request: to send it later would not help.
      if (!isUnsure || this.#stopped.aborted || !(await this.#isThere())) throw error;
      return { kind: 'unsure' as const, reason: error.message };
    });
    if (result.kind === 'unsure') return { kind: 'unknown', reasons: [result.reason] };
    if (result.kind === 'stream') return { kind: 'refused', reasons: ['the answer has status 200'] };
    const { status, headers, text } = result;
    if (status === 201) return { kind: 'created', id: headers.location?.split('/').at(-1) ?? '' };
    return { kind: 'refused', reasons: reasonsOf(status, text) };
  }

  /** Closes the connections. */
  close(): void {
    this.#connections.close();
  }

  /**
   * Sends a request until it is answered for good.
   * @param key without one it is not sent again after an attempt of which nobody can tell what it did
   */
  async #send(exchange: Exchange, key?: CreationKey): Promise<Answer | Unsure> {
    const end = performance.now() + this.#patienceMillis;
    let mayBeDone = key?.mayBeDone === true;
    for (let pauseMillis = FIRST_PAUSE_MILLIS; ; pauseMillis *= 2) {
      const attempt = await this.#attempt(exchange);
      if (attempt.kind === 'text' || attempt.kind === 'stream') return attempt;
      const { kind, reason, retryAfterMillis = pauseMillis } = attempt;
      mayBeDone ||= kind === 'unsure';
      if (mayBeDone && !this.#isRepeatable(key, retryAfterMillis)) return { kind: 'unsure', reason };
      if (this.#stopped.aborted || performance.now() + retryAfterMillis > end)
        throw new UnavailableError(reason, { mayBeDone, isRefused: kind === 'not done' });
      await pause(retryAfterMillis, undefined, { signal: this.#stopped }).catch(() => undefined);
    }
  }

  /** Whether a request will still be known to the service after some time. */
  #isRepeatable(key: CreationKey | undefined, laterMillis = 0): boolean {
    return key !== undefined && Date.now() + laterMillis - key.since < this.#keyLifeMillis;
  }

  async #attempt(exchange: Exchange): Promise<Answer | NotDone | Unsure> {
    try {
      const stream = await this.#connections.send(exchange);
      const { statusCode: status = 0, headers } = stream;
      if (status === 200) return { kind: 'stream', stream };
      return judgeAnswer(status, headers, await textOf(stream));
    } catch (error) {
      if (error instanceof NotSentError) return { kind: 'not done', reason: reasonOf(error) };
      if (error instanceof NoAnswerError) return { kind: 'unsure', reason: reasonOf(error) };
      throw error;
    }
  }

  /** Whether the service answers another request at once. */
  async #isThere(): Promise<boolean> {
    const attempt = await this.#attempt({ method: 'GET', path: '/', accept: MEDIA_TYPE });
    return attempt.kind === 'stream' && (await textOf(attempt.stream)) !== '';
  }
}
