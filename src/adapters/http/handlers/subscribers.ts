// The clients that follow the feed by a stream.
import { ApiError, errorObject } from '../api/errors.ts';
import type { SubscriberLimits } from '../api/limits.ts';

/** A client's place among the subscribers. */
export interface Subscription {
  /** Aborted when the client has gone, or the process stops. */
  readonly signal: AbortSignal;
  /** Called once, when the stream has ended. */
  readonly leave: () => void;
}

/** One subject may have this part of the places. */
const SHARE = 5;

/** All streams of a process. */
export class Subscribers {
  readonly #most: number;
  readonly #streams = new Set<AbortController>();
  #isStopping = false;
  /** The number of streams, by subject. */
  readonly #bySubject = new Map<string, number>();

  constructor({ maxSubscribers }: Pick<SubscriberLimits, 'maxSubscribers'>) {
    this.#most = maxSubscribers;
  }

  get number(): number {
    return this.#streams.size;
  }

  /**
   * @param subject that may have only its share; undefined: there is no policy
   * @param closed aborted when the client has gone
   * @throws ApiError (503) if there are too many
   */
  join(subject: string | undefined, closed: AbortSignal): Subscription {
    const own = this.#bySubject.get(subject ?? '') ?? 0;
    const mostOwn = subject === undefined ? Infinity : Math.max(1, Math.floor(this.#most / SHARE));
    if (this.#streams.size >= this.#most || own >= mostOwn) throw tooMany();
    const stream = new AbortController();
    const end = (): void => stream.abort();
    if (closed.aborted || this.#isStopping) end();
    closed.addEventListener('abort', end);
    this.#streams.add(stream);
    this.#countOwn(subject, 1);
    return {
      signal: stream.signal,
      leave: () => {
        closed.removeEventListener('abort', end);
        this.#streams.delete(stream);
        this.#countOwn(subject, -1);
      },
    };
  }

  /** Ends all streams, and those that begin from now on at once. */
  stop(): void {
    this.#isStopping = true;
    for (const stream of this.#streams) stream.abort();
  }

  #countOwn(subject = '', difference: number): void {
    const own = (this.#bySubject.get(subject) ?? 0) + difference;
    if (own === 0) this.#bySubject.delete(subject);
    else this.#bySubject.set(subject, own);
  }
}

function tooMany(): ApiError {
  const detail = 'As many clients follow the changes as the service allows; read pages of /changes, or try again';
  return new ApiError([errorObject('too-many-subscribers', detail)], { 'Retry-After': '5' });
}
