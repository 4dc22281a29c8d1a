import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorObject } from '../api/errors.ts';
import { answerWithError, endWithError } from './protocol-errors.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  work: () => void;
}

/** While this many requests wait on a connection, no more are read from it. */
const MAX_WAITING = 100;
/** The time for which a new connection counts as busy, so that its first request can arrive. */
const FIRST_REQUEST_MILLIS = 1000;

/** A client's connection. Its requests run one at a time, so that pipelining gives a client no more than its share. */
export class Connection {
  readonly #socket: Socket;
  readonly #mayBegin: () => boolean;
  readonly #openedAt = performance.now();
  /** Unanswered requests in order; the first is active. */
  readonly #exchanges: Exchange[] = [];
  /** The last request, if it was answered before all of it had arrived. */
  #unread: IncomingMessage | undefined;
  /** Bytes read when the last response was finished. */
  #bytesAnswered = 0;
  /** True if the last pending response announces the end. */
  #isEnding = false;
  /** True if a protocol error is to be the last response. */
  #hasFailed = false;
  /** True if the first request waits for permission to begin. */
  #isHeld = false;

  /** @param mayBegin returns true if a request may begin; otherwise the request waits for `resume` */
  constructor(socket: Socket, mayBegin: () => boolean) {
    this.#socket = socket;
    this.#mayBegin = mayBegin;
  }

  /** True when no request is active, no new bytes have arrived since the last response, and a first request is no longer expected. */
  get isIdle(): boolean {
    if (this.#exchanges.length > 0 || this.#socket.bytesRead > this.#bytesAnswered) return false;
    return this.#bytesAnswered > 0 || performance.now() - this.#openedAt > FIRST_REQUEST_MILLIS;
  }

  /** True if requests wait for the active one. */
  get hasMore(): boolean {
    return this.#exchanges.length > 1;
  }

  /** Queues a request; `work` starts when all earlier ones are answered. Drops it if the connection is already ending. */
  accept(request: IncomingMessage, response: ServerResponse, work: () => void): void {
    if (this.#isEnding || this.#hasFailed) return;
    this.#exchanges.push({ request, response, work });
    response.on('close', () => this.#finish());
    // Node drops the rest of a packet after an upgrade. The body of a dropped request, in the next packet, would look like requests.
    if (request.headers.upgrade !== undefined) this.announceEnd();
    if (!this.hasMore) this.#begin();
    else if (this.#exchanges.length > MAX_WAITING) this.#socket.pause();
  }

  /**
   * Ends the connection after a protocol error: answers the pending requests, then sends the error if HTTP still allows a response.
   * @returns true if the error is sent as a response of its own, not in place of the response to a request
   */
  fail(error: ErrorObject): boolean {
    // Node reports an error of the parser again when more bytes or a FIN arrive.
    if (this.#hasFailed) return false;
    this.#hasFailed = true;
    const last = this.#exchanges.at(-1);
    if (last === undefined && this.#unread?.complete !== false) {
      endWithError(this.#socket, error);
      return true;
    }
    if (last?.request.complete === true) {
      if (this.#isEnding) return false;
      const readOn = this.#stopReading();
      last.response.once('close', () => {
        readOn();
        endWithError(this.#socket, error);
      });
      return true;
    }
    if (last === undefined || last.response.headersSent) this.#socket.destroy();
    else if (this.hasMore) {
      this.#stopReading();
      last.work = () => answerWithError(last.response, error);
    } else answerWithError(last.response, error);
    return false;
  }

  /**
   * Handles the socket's events in place of Node, which stops doing so after CONNECT: earlier responses still need its
   * `drain` and its timeout.
   * @param maxMillis the longest time for which the client may keep sending
   */
  takeOver(maxMillis: number): void {
    const deadline = performance.now() + maxMillis;
    this.#socket
      .on('error', () => this.destroy())
      .on('timeout', () => this.destroy())
      .on('drain', () => this.#exchanges[0]?.response.emit('drain'))
      .on('data', () => {
        // The data is dropped but still counts as traffic: it would keep a client that does not read from timing out.
        if (performance.now() > deadline) this.destroy();
      });
  }

  /** Begins the request that had to wait. */
  resume(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#begin();
  }

  /** Announces the end of the connection with the last pending response. */
  announceEnd(): void {
    const last = this.#exchanges.at(-1)?.response;
    if (last?.headersSent !== false || this.#hasFailed) return;
    last.setHeader('Connection', 'close');
    this.#isEnding = true;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Stops reading from the socket. Further bytes would count as traffic and keep a client that does not read from timing out. At a FIN, Node
   * would end the connection before the error is sent.
   * @returns resumes reading
   */
  #stopReading(): () => void {
    const pause = (): void => void this.#socket.pause();
    this.#socket.on('resume', pause).pause();
    return () => void this.#socket.off('resume', pause).resume();
  }

  #finish(): void {
    this.#isHeld = false;
    const answered = this.#exchanges.shift();
    this.#unread = answered?.request.complete === false ? answered.request : undefined;
    // A refused body may be paused, and the next request comes after it.
    this.#unread?.unpipe().resume();
    this.#bytesAnswered = this.#socket.bytesRead;
    if (this.#exchanges.length === MAX_WAITING) this.#socket.resume();
    // Let other connections go first.
    if (this.#exchanges.length > 0) setImmediate(() => this.#begin());
  }

  #begin(): void {
    if (this.#socket.destroyed) this.#exchanges.length = 0;
    else if (this.#mayBegin()) this.#exchanges[0]?.work();
    else this.#isHeld = true;
  }
}
