// Sends requests again until there is a final response, no matter how long the service is unavailable.
import { JsonApiError } from './json-api-error.js';
import { pause } from './waiting.js';
const SHORTEST_MILLIS = 100;
const LONGEST_MILLIS = 30_000;
/** The longest pause that a service can ask for. */
const LONGEST_ASKED_MILLIS = 3_600_000;
/** The pauses between failed attempts. They grow, and each has a random part, so that clients do not all return at once. */
export class Pauses {
    #settings;
    #firstMillis = 2000;
    #failures = 0;
    constructor(settings) {
        this.#settings = settings;
    }
    /** The maximum length of the first pause. */
    get firstMillis() {
        return this.#firstMillis;
    }
    set firstMillis(millis) {
        this.#firstMillis = Math.min(Math.max(millis, SHORTEST_MILLIS), LONGEST_MILLIS);
    }
    /** Call it after a success, so that pauses start short again. */
    reset() {
        this.#failures = 0;
    }
    /**
     * Waits after a failure: as long as the response asks for, otherwise longer each time.
     * @throws the reason of the signal, or the error thrown by `onInterrupted`
     */
    async wait(cause) {
        const { signal = null, onInterrupted } = this.#settings;
        signal?.throwIfAborted();
        const millis = this.#next(cause);
        onInterrupted?.(cause, millis);
        await pause(millis, signal);
    }
    #next(cause) {
        const asked = cause instanceof JsonApiError ? cause.retryAfterMillis : undefined;
        const grown = Math.min(this.#firstMillis * 2 ** this.#failures, LONGEST_MILLIS);
        this.#failures += 1;
        if (asked === undefined)
            return grown * (0.5 + Math.random() / 2);
        return Math.min(Math.max(asked, SHORTEST_MILLIS), LONGEST_ASKED_MILLIS) * (1 + Math.random() / 2);
    }
}
/**
 * Sends a request once.
 * @param send receives settings that keep the client from retrying by itself
 * @throws the error if sending the request again would not help, because it is refused or there is no token for it
 */
export async function attempt(send) {
    const outcome = { isRepeatable: false };
    const onRepeatable = () => {
        outcome.isRepeatable = true;
        return false;
    };
    try {
        return { result: await send({ onRepeatable }) };
    }
    catch (cause) {
        const isRefused = !(cause instanceof JsonApiError) || cause.status < 500 || cause.status === 501;
        if (!outcome.isRepeatable && isRefused)
            throw cause;
        return { cause };
    }
}
/**
 * Sends a request until there is a final response.
 * @throws like `attempt`, and the reason of the signal
 */
export async function untilAnswered(send, settings) {
    const pauses = new Pauses(settings);
    for (;;) {
        const outcome = await attempt(send);
        if ('result' in outcome)
            return outcome.result;
        await pauses.wait(outcome.cause);
    }
}
