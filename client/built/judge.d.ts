/**
 * `final`: done, or refused for good. `not done`: nothing was done; a retry may succeed. `unsure`: possibly done.
 * A request that is not final can be sent again; a write with the same `Idempotency-Key`.
 */
export type Verdict = 'final' | 'not done' | 'unsure';
/** Thrown by a `fetch` if it is certain that nothing of the request was sent. */
export declare class NotSentError extends Error {
    readonly name = "NotSentError";
}
/** The parts of a response that are judged. */
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
}
/** @param body the response body, parsed if it is JSON */
export declare function judgeAnswer({ status, headers }: Answer, body: unknown): Verdict;
/** @param error the error of a request that got no response */
export declare function judgeFailure(error: unknown): Verdict;
/** The time that the response asks to wait: seconds or a date (RFC 9110, 10.2.3). */
export declare function retryAfterMillis(headers: Headers): number | undefined;
