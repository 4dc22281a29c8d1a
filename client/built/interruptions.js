// Requests that are sent until they are answered for good, however long the service is away.
import { JsonApiError } from './json-api-error.js';
import { pause } from './waiting.js';
const SHORTEST_MILLIS = 100;
const LONGEST_MILLIS = 30_000;
/** Of what a service can ask for. */
const LONGEST_ASKED_MILLIS = 3_600_000;
/** The pauses between failed attempts. They grow, and each has a random part, so that clients do not come back together. */
export class Pauses {
    #settings;
    #firstMillis = 2000;
    #failures = 0;
    constructor(settings) {
        this.#settings = settings;
    }
    /** How long the first pause is at most. */
    get firstMillis() {
        return this.#firstMillis;
    }
    set firstMillis(millis) {
        this.#firstMillis = Math.min(Math.max(millis, SHORTEST_MILLIS), LONGEST_MILLIS);
    }
    /** Call it after a success: the next pause is a first one. */
    reset() {
        this.#failures = 0;
    }
    /**
     * Waits after a failure: as long as the response asks, else longer each time.
     * @throws the reason of the signal, or what `onInterrupted` throws
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
 * @param send is given the settings with which the client does not repeat it
 * @throws the error if sending it again would not help: the request is refused, or there is no token for it
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
        const isRefused = !(cause instanceof JsonApiError) || cause.status < 500;
        if (!outcome.isRepeatable && isRefused)
            throw cause;
        return { cause };
    }
}
/**
 * Sends a request until it is answered for good.
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
