import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorObject } from '../jsonapi/documents/errors.ts';
import { answerWithError, endWithError } from './protocol-errors.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  work: () => void;
}

/** No more of the connection is read while so many requests on it wait. */
const MAX_WAITING = 100;

/**
 * A client's connection and the requests on it. They are worked on one after the other, as HTTP answers them: a client that sends
 * thousands without waiting for an answer gets no more of the service than one that waits.
 */
export class Connection {
  readonly #socket: Socket;
  /** Requests that are not answered yet, in their order; the first is being worked on. */
  readonly #exchanges: Exchange[] = [];
  /** The request that was answered before all of it had come. */
  #unread: IncomingMessage | undefined;
  /** What had been read of the socket when the last answer was finished. */
  #bytesAnswered = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Whether nothing is under way, nor has begun to arrive, as far as one can tell: not what came along with the last request. */
  get idle(): boolean {
    return this.#exchanges.length === 0 && this.#socket.bytesRead === this.#bytesAnswered;
  }

  /** Whether other requests wait behind the one that is being worked on. */
  get hasMore(): boolean {
    return this.#exchanges.length > 1;
  }

  /** Takes a request in. `work` begins when all before it are answered. */
  accept(request: IncomingMessage, response: ServerResponse, work: () => void): void {
    this.#exchanges.push({ request, response, work });
    response.on('close', () => this.#finish());
    if (!this.hasMore) work();
    else if (this.#exchanges.length > MAX_WAITING) this.#socket.pause();
  }

  /**
   * Nothing more can be understood on this connection: says so where HTTP still allows an answer, behind those that are due, and ends it.
   * @returns whether there was nothing but the error to answer: no request that it belongs to
   */
  fail(error: ErrorObject): boolean {
    const last = this.#exchanges.at(-1);
    if (last === undefined && this.#unread?.complete !== false) {
      endWithError(this.#socket, error);
      return true;
    }
    if (last?.request.complete === true) {
      last.response.once('close', () => endWithError(this.#socket, error));
      return true;
    }
    if (last === undefined || last.response.headersSent) this.#socket.destroy();
    else if (this.hasMore) last.work = () => answerWithError(last.response, error);
    else answerWithError(last.response, error);
    return false;
  }

  /** Tells the client, with the last answer that is due, that no more requests are taken. */
  announceEnd(): void {
    const last = this.#exchanges.at(-1)?.response;
    if (last?.headersSent === false) last.setHeader('Connection', 'close');
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #finish(): void {
    const answered = this.#exchanges.shift();
    this.#unread = answered?.request.complete === false ? answered.request : undefined;
    // Whoever refused the body may have paused it; the next request is behind it.
    this.#unread?.unpipe().resume();
    this.#bytesAnswered = this.#socket.bytesRead;
    if (this.#exchanges.length === MAX_WAITING) this.#socket.resume();
    // Not at once: other connections have their turn first.
    if (this.#exchanges.length > 0) setImmediate(() => this.#next());
  }

  #next(): void {
    if (this.#socket.destroyed) this.#exchanges.length = 0;
    else this.#exchanges[0]?.work();
  }
}
