// Requests that are sent until they are answered for good, however long the service is away.
import { JsonApiError } from './json-api-error.ts';
import type { RetrySettings } from './retrying.ts';
import { pause } from './waiting.ts';

export interface InterruptionSettings {
  /** Ends the request and the waiting. */
  readonly signal?: AbortSignal;
  /**
   * Told before each pause after which the service is asked again. To give up, throw an error.
   * @param cause an error, such as a `JsonApiError` with status 503
   * @param waitMillis the length of the pause
   */
  readonly onInterrupted?: (cause: unknown, waitMillis: number) => void;
}

const SHORTEST_MILLIS = 100;
const LONGEST_MILLIS = 30_000;
/** Of what a service can ask for. */
const LONGEST_ASKED_MILLIS = 3_600_000;

/** The pauses between failed attempts. They grow, and each has a random part, so that clients do not come back together. */
export class Pauses {
  readonly #settings: InterruptionSettings;
  #firstMillis = 2000;
  #failures = 0;

  constructor(settings: InterruptionSettings) {
    this.#settings = settings;
  }

  /** How long the first pause is at most. */
  get firstMillis(): number {
    return this.#firstMillis;
  }

  set firstMillis(millis: number) {
    this.#firstMillis = Math.min(Math.max(millis, SHORTEST_MILLIS), LONGEST_MILLIS);
  }

  /** Call it after a success: the next pause is a first one. */
  reset(): void {
    this.#failures = 0;
  }

  /**
   * Waits after a failure: as long as the response asks, else longer each time.
   * @throws the reason of the signal, or what `onInterrupted` throws
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

/** The outcome of one attempt: a result, or why there may be one later. */
export type Attempt<Result> = { readonly result: Result } | { readonly cause: unknown };

/**
 * Sends a request once.
 * @param send is given the settings with which the client does not repeat it
 * @throws the error if sending it again would not help: the request is refused, or there is no token for it
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
    const isRefused = !(cause instanceof JsonApiError) || cause.status < 500;
    if (!outcome.isRepeatable && isRefused) throw cause;
    return { cause };
  }
}

/**
 * Sends a request until it is answered for good.
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
