/**
 * `final`: done, or refused for good. `not done`: the service did nothing, and may do it later. `unsure`: nobody can tell whether it was done.
 * What is not final can be sent again; a write with the same `Idempotency-Key`.
 */
export type Verdict = 'final' | 'not done' | 'unsure';
/** Thrown by a `fetch` that knows that nothing of the request was sent. */
export declare class NotSentError extends Error {
    readonly name = "NotSentError";
}
/** What is judged of an answer. */
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
}
/** @param body of the answer, parsed if it is JSON */
export declare function judgeAnswer({ status, headers }: Answer, body: unknown): Verdict;
/** @param error what a request was rejected with that got no answer */
export declare function judgeFailure(error: unknown): Verdict;
/** How long the answer asks to wait: seconds or a date (RFC 9110, 10.2.3). */
export declare function retryAfterMillis(headers: Headers): number | undefined;
