// The API as the commands use it: sends again what the service has not carried out, and nothing else.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '#composition/logging/describe-error';
import { hasCode, reasonsOf } from './errors-of-answer.ts';
import { Connections, NoAnswerError, NotSentError, type Exchange } from './exchange.ts';

/** What became of a resource to create. Of an `unknown` one nobody can tell whether it was created. */
export type Outcome =
  | { readonly kind: 'created'; readonly id: string }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  | { readonly kind: 'unknown'; readonly reasons: readonly string[] };

/** The service cannot be reached or has no capacity. It did nothing of what was sent last. */
class UnavailableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnavailableError';
  }
}

type Answer =
  | { readonly kind: 'stream'; readonly stream: IncomingMessage }
  | { readonly kind: 'text'; readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }
  | { readonly kind: 'none'; readonly reason: string };

const MEDIA_TYPE = 'application/vnd.api+json';

/** For how long a request is sent again that the service does not carry out. */
const PATIENCE_MILLIS = 30_000;
const FIRST_PAUSE_MILLIS = 100;

export class Api {
  readonly url: string;
  readonly #connections: Connections;
  readonly #stopped: AbortSignal;

  /**
   * @param url without a slash at its end
   * @param stopped ends the waiting between two tries
   */
  constructor(url: string, stopped: AbortSignal) {
    this.url = url;
    this.#connections = new Connections(url);
    this.#stopped = stopped;
  }

  /**
   * Requests something to read; resolves once the head of the answer has come.
   * @throws UnavailableError; Error with the reasons for any other status than 200
   */
  async get(path: string, accept: string): Promise<IncomingMessage> {
    const answer = await this.#send({ method: 'GET', path, accept, signal: this.#stopped });
    if (answer.kind === 'none') throw new UnavailableError(answer.reason);
    if (answer.kind === 'text') throw new Error(reasonsOf(answer.status, answer.text).join('; '));
    return answer.stream;
  }

  /** @throws UnavailableError; Error if something else answers at the URL */
  async requireService(): Promise<void> {
    const text = await textOf(await this.get('/', MEDIA_TYPE));
    if (!text.includes('"jsonapi"')) throw new Error(`${this.url} is not the URL of a JSON:API service`);
  }

  /**
   * Creates a resource.
   * @param resource a resource object
   * @throws UnavailableError
   */
  async create(path: string, resource: unknown): Promise<Outcome> {
    const body = JSON.stringify({ data: resource });
    const answer = await this.#send({ method: 'POST', path, accept: MEDIA_TYPE, body });
    if (answer.kind === 'none') return { kind: 'unknown', reasons: [answer.reason] };
    if (answer.kind === 'stream') return { kind: 'refused', reasons: ['the answer has status 200'] };
    const { status, headers, text } = answer;
    if (status === 201) return { kind: 'created', id: headers.location?.split('/').at(-1) ?? '' };
    const reasons = reasonsOf(status, text);
    // A proxy answers 502 or 504 when it got no answer itself.
    return { kind: status >= 500 ? 'unknown' : 'refused', reasons };
  }

  /** Closes the connections. */
  close(): void {
    this.#connections.close();
  }

  /** Sends a request until the service carries it out, or refuses it for good. */
  async #send(exchange: Exchange): Promise<Answer> {
    const end = performance.now() + PATIENCE_MILLIS;
    for (let pauseMillis = FIRST_PAUSE_MILLIS; ; pauseMillis *= 2) {
      const attempt = await this.#attempt(exchange);
      if (!('notDone' in attempt)) return attempt;
      const { notDone, retryAfterMillis } = attempt;
      const millis = retryAfterMillis ?? pauseMillis;
      if (this.#stopped.aborted || performance.now() + millis > end) throw new UnavailableError(notDone);
      await pause(millis, undefined, { signal: this.#stopped }).catch(() => undefined);
    }
  }

  async #attempt(exchange: Exchange): Promise<Answer | NotDone> {
    try {
      const stream = await this.#connections.send(exchange);
      const { statusCode: status = 0, headers } = stream;
      if (status === 200) return { kind: 'stream', stream };
      const text = await textOf(stream);
      const retryAfterMillis = retryAfterOf(headers);
      return retryAfterMillis !== undefined && isNotDone(status, text)
        ? { notDone: reasonsOf(status, text).join('; '), retryAfterMillis }
        : { kind: 'text', status, headers, text };
    } catch (error) {
      if (error instanceof NotSentError) return { notDone: reasonOf(error), retryAfterMillis: undefined };
      if (error instanceof NoAnswerError) return { kind: 'none', reason: reasonOf(error) };
      throw error;
    }
  }
}

/** The service did nothing, and may do it later. */
interface NotDone {
  readonly notDone: string;
  readonly retryAfterMillis: number | undefined;
}

/** With `Retry-After`. A proxy's own 504 does not say that nothing was done. */
function isNotDone(status: number, text: string): boolean {
  return status === 429 || status === 503 || (status === 504 && hasCode(text, 'query-timeout'));
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfterOf({ 'retry-after': text }: IncomingHttpHeaders): number | undefined {
  if (text === undefined) return undefined;
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(millis) ? undefined : Math.max(millis, 0);
}

/** As much of a body as comes: its status has said already what was done. */
async function textOf(stream: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
  } catch {
    return text;
  }
  return text;
}
