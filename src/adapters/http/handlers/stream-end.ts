// The end of a change stream, and its reason.
import type { Actor } from '#application/model/actor';
import { PositionExpiredError } from '#application/model/errors';
import { answerTo } from '../answer/error-answers.ts';
import type { ErrorCode } from '../api/errors.ts';
import { mayRead } from '../request/permission.ts';
import { viewerOf } from '../request/read-rules.ts';
import type { Api, ReceivedRequest } from './handler.ts';

/** The code of the last frame: either that of the error that the next request would get, or one of the constants below. */
export type EndCode = ErrorCode | 'stream-timeout';
export const STOPPING: EndCode = 'service-unavailable';
export const BUG: EndCode = 'internal-error';

/** How often the credentials are checked again. */
const CHECK_MILLIS = 1000;
/** A client that has not read the last frame after this time is cut off. */
const CUT_MILLIS = 2000;
/** Streams end earlier by a random part of their duration, up to this, so that clients do not all reconnect at once. */
const SPREAD = 0.1;

type Checked = Pick<ReceivedRequest, 'actor' | 'identifyAgain'>;

/** Checks regularly if a stream must end, even while its client reads nothing. */
export class StreamEnd {
  readonly #api: Api;
  readonly #request: Checked;
  readonly #cut: (reason: string) => void;
  readonly #endsAt: number;
  readonly #checks: NodeJS.Timeout;
  readonly #ended = new AbortController();
  #isChecking = false;
  #code: EndCode | undefined;

  /**
   * @param signal aborted when the client disconnects or the process stops
   * @param cut breaks off the stream
   */
  constructor(api: Api, request: Checked, signal: AbortSignal, cut: (reason: string) => void) {
    this.#api = api;
    this.#request = request;
    this.#cut = cut;
    this.#endsAt = performance.now() + api.limits.changesStreamSeconds * 1000 * (1 - SPREAD * Math.random());
    this.#checks = setInterval(() => void this.#check(), CHECK_MILLIS);
    if (signal.aborted) this.end(STOPPING);
    else signal.addEventListener('abort', () => this.end(STOPPING), { once: true });
  }

  /** Undefined as long as the stream may continue. */
  reason(): EndCode | undefined {
    return this.#code;
  }

  /** Aborted when there is a reason. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends the stream. Only the first reason counts. */
  end(code: EndCode): void {
    if (this.#code !== undefined) return;
    this.#code = code;
    clearInterval(this.#checks);
    // Not cleared, because frames already sent may still wait in buffers.
    setTimeout(() => this.#cut(`the client has not read the end of its stream: ${code}`), CUT_MILLIS).unref();
    this.#ended.abort();
  }

  /** Call it when the stream has ended. */
  close(): void {
    clearInterval(this.#checks);
  }

  async #check(): Promise<void> {
    if (performance.now() >= this.#endsAt) return this.end('stream-timeout');
    if (this.#isChecking) return;
    this.#isChecking = true;
    const { actor, identifyAgain } = this.#request;
    try {
      const code = differenceOf(this.#api, actor, await identifyAgain());
      if (code !== undefined) this.end(code);
    } catch (error) {
      this.end(endCodeOf(error, this.#api));
    } finally {
      this.#isChecking = false;
    }
  }
}

/** The error that the actor, with its current permissions, would get for a position that it received earlier. */
function differenceOf(api: Api, before: Actor, now: Actor): EndCode | undefined {
  const role = api.roleOf(now);
  if (role === undefined || !mayRead(role.permissions)) return 'forbidden';
  return viewerOf(role, now) === viewerOf(api, before) ? undefined : 'position-expired';
}

export function endCodeOf(error: unknown, { resources }: Pick<Api, 'resources'>): EndCode {
  if (error instanceof PositionExpiredError) return 'position-expired';
  const answer = answerTo(error, { source: { parameter: 'page[after]' }, resources });
  return answer?.errors[0]?.code ?? BUG;
}
