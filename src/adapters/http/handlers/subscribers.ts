// The clients that follow the feed by a stream.
import { ApiError, errorObject } from '../api/errors.ts';
import type { SubscriberLimits } from '../api/limits.ts';

/** A client's place among the subscribers. */
export interface Subscription {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Called once, when the stream has ended. */
  readonly leave: () => void;
}

/** One subject may have this part of the places. */
const SHARE = 5;

/** All streams of a process. */
export class Subscribers {
  readonly #most: number;
  readonly #stopping = new AbortController();
  /** The number of streams, by subject. */
  readonly #bySubject = new Map<string, number>();
  #number = 0;

  constructor({ maxSubscribers }: Pick<SubscriberLimits, 'maxSubscribers'>) {
    this.#most = maxSubscribers;
  }

  get number(): number {
    return this.#number;
  }

  /**
   * @param subject that may have only its share; undefined: there is no policy
   * @throws ApiError (503) if there are too many
   */
  join(subject: string | undefined): Subscription {
    const own = this.#bySubject.get(subject ?? '') ?? 0;
    const mostOwn = subject === undefined ? Infinity : Math.max(1, Math.floor(this.#most / SHARE));
    if (this.#number >= this.#most || own >= mostOwn) throw tooMany();
    this.#count(subject, 1);
    return { signal: this.#stopping.signal, leave: () => this.#count(subject, -1) };
  }

  /** Ends all streams, and those that begin from now on at once. */
  stop(): void {
    this.#stopping.abort();
  }

  #count(subject = '', difference: number): void {
    this.#number += difference;
    const own = (this.#bySubject.get(subject) ?? 0) + difference;
    if (own === 0) this.#bySubject.delete(subject);
    else this.#bySubject.set(subject, own);
  }
}

function tooMany(): ApiError {
  const detail = 'As many clients follow the changes as the service allows; read pages of /changes, or try again';
  return new ApiError([errorObject('too-many-subscribers', detail)], { 'Retry-After': '5' });
}
