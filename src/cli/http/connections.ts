// The `fetch` of the command line. Unlike the global one, it reports whether a failed request can have reached the service, and it takes half
// the CPU time.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { NotSentError } from '#client';

/** A request was sent, at least in part, but no response came. */
export class NoAnswerError extends Error {
  constructor(cause: Error) {
    super('no response came', { cause });
    this.name = 'NoAnswerError';
  }
}

/** After this long without a byte of the response, the request is given up. */
const SILENCE_MILLIS = 120_000;

/** Reuses connections to one service. */
export class Connections {
  readonly #url: string;
  readonly #isSecure: boolean;
  readonly #agent: HttpAgent;

  constructor(url: string) {
    this.#url = url;
    this.#isSecure = url.startsWith('https:');
    this.#agent = this.#isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  }

  /**
   * Sends a request; resolves to the response once its head has arrived.
   * @throws NotSentError, NoAnswerError
   */
  async send(request: Request): Promise<Response> {
    const answer = await this.#exchange(request, await request.text());
    const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer;
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2)
      headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    return new Response(await bodyOf(request, answer), { status, statusText, headers });
  }

  #exchange({ url, method, headers, signal }: Request, body: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const length = method === 'GET' ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const request = (this.#isSecure ? httpsRequest : httpRequest)(url, {
        method,
        headers: { ...Object.fromEntries(headers), ...length },
        agent: this.#agent,
      });
      // The option `signal` would cost more.
      signal.addEventListener('abort', () => request.destroy(new Error('aborted')));
      let isConnected = false;
      request.on('socket', (socket) => {
        // A reused connection.
        if (!socket.connecting) isConnected = true;
        else socket.once(this.#isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
      });
      request.setTimeout(SILENCE_MILLIS, () => request.destroy(new Error(`silence for ${SILENCE_MILLIS / 1000} s`)));
      request.on('response', resolve);
      request.on('error', (cause) =>
        reject(isConnected ? new NoAnswerError(cause) : new NotSentError(`${this.#url} cannot be reached`, { cause })),
      );
      request.end(body);
    });
  }

  /** Closes them. */
  close(): void {
    this.#agent.destroy();
  }
}

const READS = ['GET', 'QUERY'];

/** Reads are streamed. Other bodies may be cut short, since the head has already reported the outcome. */
async function bodyOf({ method }: Request, answer: IncomingMessage): Promise<ReadableStream | string | null> {
  if (READS.includes(method) && answer.statusCode === 200) return Readable.toWeb(answer);
  let text = '';
  try {
    for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  } catch {
    return text || null;
  }
  return text || null;
}
