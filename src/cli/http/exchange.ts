// One HTTP exchange. Unlike `fetch`, it tells whether a request that failed can have reached the service.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Nothing was sent: there was no connection. */
export class NotSentError extends Error {
  constructor(url: string, cause: Error) {
    super(`${url} cannot be reached`, { cause });
    this.name = 'NotSentError';
  }
}

/** A request was sent, or a part of it, and no answer came. */
export class NoAnswerError extends Error {
  constructor(cause: Error) {
    super('no answer came', { cause });
    this.name = 'NoAnswerError';
  }
}

export interface Exchange {
  readonly method: 'GET' | 'POST';
  /** With the query string. */
  readonly path: string;
  readonly accept: string;
  /** JSON:API. */
  readonly body?: string | undefined;
  /** Of letters, digits and `-`. */
  readonly idempotencyKey?: string | undefined;
  /** Ends the wait for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** Time without a byte of the answer after which none is expected any more. */
const SILENCE_MILLIS = 120_000;

/** Connections to one service, which are used again. */
export class Connections {
  readonly #url: URL;
  readonly #agent: HttpAgent;
  readonly #request: typeof httpRequest;

  constructor(url: string) {
    this.#url = new URL(url);
    const isSecure = this.#url.protocol === 'https:';
    this.#agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    this.#request = isSecure ? httpsRequest : httpRequest;
  }

  /**
   * Sends a request; resolves to the answer once its head has come.
   * @throws NotSentError, NoAnswerError
   */
  send({ method, path, accept, body, idempotencyKey, signal }: Exchange): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const url = `${this.#url.href.replace(/\/$/, '')}${path}`;
      const type = body === undefined ? {} : { 'Content-Type': 'application/vnd.api+json' };
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const key = idempotencyKey === undefined ? {} : { 'Idempotency-Key': `"${idempotencyKey}"` };
      const headers = { Accept: accept, ...type, ...length, ...key };
      const request = this.#request(url, { method, headers, agent: this.#agent, ...(signal && { signal }) });
      let isConnected = false;
      request.on('socket', (socket) => {
        // A connection that is used again.
        if (!socket.connecting) isConnected = true;
        else socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => (isConnected = true));
      });
      request.setTimeout(SILENCE_MILLIS, () => request.destroy(new Error(`silence for ${SILENCE_MILLIS / 1000} s`)));
      request.on('response', resolve);
      request.on('error', (error) =>
        reject(isConnected ? new NoAnswerError(error) : new NotSentError(this.#url.href, error)),
      );
      request.end(body);
    });
  }

  /** Closes them. */
  close(): void {
    this.#agent.destroy();
  }
}

/** As much of a body as comes: its status has said already what was done. */
export async function textOf(stream: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
  } catch {
    return text;
  }
  return text;
}
