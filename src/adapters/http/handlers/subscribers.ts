// The clients with open change streams.
import { ApiError, errorObject } from '../api/errors.ts';
import type { SubscriberLimits } from '../api/limits.ts';

/** A client's stream. */
export interface Subscription {
  /** Aborted when the client disconnects or the process stops. */
  readonly signal: AbortSignal;
  /** Call it once, when the stream has ended. */
  readonly leave: () => void;
}

/** A subject may have the maximum number of streams divided by this. */
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
   * @param subject may have only its share of the streams; undefined without a policy
   * @param closed aborted when the client disconnects
   * @throws ApiError (503) if there are too many streams
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

  /** Ends all streams. Streams that begin later end at once. */
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
  const detail = 'Too many change streams are open: read pages of /changes, or try again later';
  return new ApiError([errorObject('too-many-subscribers', detail)], { 'Retry-After': '5' });
}
