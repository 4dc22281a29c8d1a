import type { RetrySettings } from './retrying.ts';
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
/** The pauses between failed attempts. They grow, and each has a random part, so that clients do not all return at once. */
export declare class Pauses {
    #private;
    constructor(settings: InterruptionSettings);
    /** The maximum length of the first pause. */
    get firstMillis(): number;
    set firstMillis(millis: number);
    /** Call it after a success, so that pauses start short again. */
    reset(): void;
    /**
     * Waits after a failure: as long as the response asks for, otherwise longer each time.
     * @throws the reason of the signal, or the error thrown by `onInterrupted`
     */
    wait(cause: unknown): Promise<void>;
}
/** The outcome of one attempt: a result, or the cause of a failure that may pass. */
export type Attempt<Result> = {
    readonly result: Result;
} | {
    readonly cause: unknown;
};
/**
 * Sends a request once.
 * @param send receives settings that keep the client from retrying by itself
 * @throws the error if sending the request again would not help, because it is refused or there is no token for it
 */
export declare function attempt<Result>(send: (retry: RetrySettings) => Promise<Result>): Promise<Attempt<Result>>;
/**
 * Sends a request until there is a final response.
 * @throws like `attempt`, and the reason of the signal
 */
export declare function untilAnswered<Result>(send: (retry: RetrySettings) => Promise<Result>, settings: InterruptionSettings): Promise<Result>;
