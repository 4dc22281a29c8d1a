import type { Observe } from '#application/ports/observation';
import { ApiError, errorObject } from '../api/errors.ts';
import type { Middleware } from './request-state.ts';

/** This many requests are always admitted: they may all be waiting for the database, which takes no CPU. */
const ALWAYS_ADMITTED = 10;
const SECOND_MILLIS = 1000;

/**
 * Limits the requests in progress. While the event loop lags, there may be at most as many as the process answered in its
 * last second of work: one more would wait for over a second (Little's law).
 */
export class LoadShedder {
  readonly #isLagging: () => boolean;
  readonly #observe: Observe;
  #underWay = 0;
  /** Requests answered per second of work. */
  #rate = Infinity;
  /** Requests answered since `#rate` was measured. */
  #answered = 0;
  #busyMillis = 0;
  #measuredAt = 0;
  #refusedAt = -Infinity;

  /** @param isLagging whether the event loop lags */
  constructor(isLagging: () => boolean, observe: Observe) {
    this.#isLagging = isLagging;
    this.#observe = observe;
  }

  /** True if requests are refused, or were within the last second. */
  get isExcessive(): boolean {
    return this.#refusesMore() || performance.now() - this.#refusedAt < SECOND_MILLIS;
  }

  /** @returns whether the request may begin; if so, call `endRequest` at its end */
  tryBeginRequest(): boolean {
    if (this.#refusesMore()) {
      this.#refusedAt = performance.now();
      this.#observe({ kind: 'request shed' });
      return false;
    }
    this.#measure();
    this.#underWay += 1;
    return true;
  }

  /** The request counts until this turn of the event loop ends: those answered in one turn were waiting together. */
  endRequest(): void {
    this.#answered += 1;
    this.#measure();
    setImmediate(() => {
      this.#measure();
      this.#underWay -= 1;
    });
  }

  #refusesMore(): boolean {
    if (this.#underWay < ALWAYS_ADMITTED || !this.#isLagging()) return false;
    this.#measure();
    return this.#underWay >= this.#rate;
  }

  /** Time counts as busy while any request is under way. */
  #measure(): void {
    const now = performance.now();
    if (this.#underWay > 0) this.#busyMillis += now - this.#measuredAt;
    this.#measuredAt = now;
    if (this.#busyMillis < SECOND_MILLIS) return;
    this.#rate = (this.#answered / this.#busyMillis) * SECOND_MILLIS;
    this.#answered = 0;
    this.#busyMillis = 0;
  }
}

const INTERVAL_MILLIS = 100;

export interface LagWatch {
  /** True if two samples in a row exceeded the limit; a single long task does not count. */
  isLagging(): boolean;
  stop(): void;
}

/**
 * Samples the lag of the event loop.
 * @param maxMillis the limit
 */
export function watchEventLoop(maxMillis: number): LagWatch {
  let last = performance.now();
  let lateInARow = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const lag = now - last - INTERVAL_MILLIS;
    lateInARow = lag > maxMillis ? lateInARow + 1 : 0;
    last = now;
  }, INTERVAL_MILLIS).unref();
  return {
    isLagging: () => lateInARow >= 2,
    stop: () => clearInterval(timer),
  };
}

/** Refuses requests while the load is excessive. A long list adds to it until its first byte is sent; from then on its client sets the pace. */
export function limitLoad(load: LoadShedder): Middleware {
  return async (_, next) => {
    if (!load.tryBeginRequest()) {
      const detail = 'The service is overloaded; nothing was changed';
      throw new ApiError([errorObject('service-unavailable', detail)], { 'Retry-After': '1' });
    }
    try {
      await next();
    } finally {
      load.endRequest();
    }
  };
}
