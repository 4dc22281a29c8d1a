// Sends requests again until there is a final response, no matter how long the service is unavailable.
import { JsonApiError } from './json-api-error.ts';
import type { RetrySettings } from './retrying.ts';
import { pause } from './waiting.ts';

export interface InterruptionSettings {
  /** Aborts the request and the wait. */
  readonly signal?: AbortSignal;
  /**
   * Called before each pause. The request is sent again after it. To give up, throw an error.
   * @param cause an error, such as a `JsonApiError` with status 503
   * @param waitMillis the length of the pause
   */
  readonly onInterrupted?: (cause: unknown, waitMillis: number) => void;
}

const SHORTEST_MILLIS = 100;
const LONGEST_MILLIS = 30_000;
/** The longest pause that a service can ask for. */
const LONGEST_ASKED_MILLIS = 3_600_000;

/** The pauses between failed attempts. They grow, and each has a random part, so that clients do not all return at once. */
export class Pauses {
  readonly #settings: InterruptionSettings;
  #firstMillis = 2000;
  #failures = 0;

  constructor(settings: InterruptionSettings) {
    this.#settings = settings;
  }

  /** The maximum length of the first pause. */
  get firstMillis(): number {
    return this.#firstMillis;
  }

  set firstMillis(millis: number) {
    this.#firstMillis = Math.min(Math.max(millis, SHORTEST_MILLIS), LONGEST_MILLIS);
  }

  /** Call it after a success, so that pauses start short again. */
  reset(): void {
    this.#failures = 0;
  }

  /**
   * Waits after a failure: as long as the response asks for, otherwise longer each time.
   * @throws the reason of the signal, or the error thrown by `onInterrupted`
   */
  async wait(cause: unknown): Promise<void> {
    const { signal = null, onInterrupted } = this.#settings;
    signal?.throwIfAborted();
    const millis = this.#next(cause);
    onInterrupted?.(cause, millis);
    await pause(millis, signal);
  }

  #next(cause: unknown): number {
    const asked = cause instanceof JsonApiError ? cause.retryAfterMillis : undefined;
    const grown = Math.min(this.#firstMillis * 2 ** this.#failures, LONGEST_MILLIS);
    this.#failures += 1;
    if (asked === undefined) return grown * (0.5 + Math.random() / 2);
    return Math.min(Math.max(asked, SHORTEST_MILLIS), LONGEST_ASKED_MILLIS) * (1 + Math.random() / 2);
  }
}

/** The outcome of one attempt: a result, or the cause of a failure that may pass. */
export type Attempt<Result> = { readonly result: Result } | { readonly cause: unknown };

/**
 * Sends a request once.
 * @param send receives settings that keep the client from retrying by itself
 * @throws the error if sending the request again would not help, because it is refused or there is no token for it
 */
export async function attempt<Result>(send: (retry: RetrySettings) => Promise<Result>): Promise<Attempt<Result>> {
  const outcome = { isRepeatable: false };
  const onRepeatable = (): boolean => {
    outcome.isRepeatable = true;
    return false;
  };
  try {
    return { result: await send({ onRepeatable }) };
  } catch (cause) {
    const isRefused = !(cause instanceof JsonApiError) || cause.status < 500 || cause.status === 501;
    if (!outcome.isRepeatable && isRefused) throw cause;
    return { cause };
  }
}

/**
 * Sends a request until there is a final response.
 * @throws like `attempt`, and the reason of the signal
 */
export async function untilAnswered<Result>(
  send: (retry: RetrySettings) => Promise<Result>,
  settings: InterruptionSettings,
): Promise<Result> {
  const pauses = new Pauses(settings);
  for (;;) {
    const outcome = await attempt(send);
    if ('result' in outcome) return outcome.result;
    await pauses.wait(outcome.cause);
  }
}
