import type { RetrySettings } from './retrying.ts';
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
/** The pauses between failed attempts. They grow, and each has a random part, so that clients do not come back together. */
export declare class Pauses {
    #private;
    constructor(settings: InterruptionSettings);
    /** How long the first pause is at most. */
    get firstMillis(): number;
    set firstMillis(millis: number);
    /** Call it after a success: the next pause is a first one. */
    reset(): void;
    /**
     * Waits after a failure: as long as the response asks, else longer each time.
     * @throws the reason of the signal, or what `onInterrupted` throws
     */
    wait(cause: unknown): Promise<void>;
}
/** The outcome of one attempt: a result, or why there may be one later. */
export type Attempt<Result> = {
    readonly result: Result;
} | {
    readonly cause: unknown;
};
/**
 * Sends a request once.
 * @param send is given the settings with which the client does not repeat it
 * @throws the error if sending it again would not help: the request is refused, or there is no token for it
 */
export declare function attempt<Result>(send: (retry: RetrySettings) => Promise<Result>): Promise<Attempt<Result>>;
/**
 * Sends a request until it is answered for good.
 * @throws like `attempt`, and the reason of the signal
 */
export declare function untilAnswered<Result>(send: (retry: RetrySettings) => Promise<Result>, settings: InterruptionSettings): Promise<Result>;
