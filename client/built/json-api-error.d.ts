import { type Verdict } from './judge.ts';
import type { ErrorObject } from './operations.ts';
/** Thrown for an error response. */
export declare class JsonApiError extends Error {
    readonly name: string;
    readonly status: number;
    /** The service's error objects; empty if something in front of it responded, such as a proxy. */
    readonly errors: readonly ErrorObject[];
    /** The number of further errors that the service left out. */
    readonly omitted: number;
    /** The outcome of the request: refused for good, not done, or possibly done. */
    readonly verdict: Verdict;
    readonly response: Response;
    /** @param body the response body, parsed if it is JSON */
    constructor(response: Response, body: unknown);
    /** The id under which the service has logged the request. */
    get requestId(): string | undefined;
    /** The time that the service asks to wait before the request is sent again. */
    get retryAfterMillis(): number | undefined;
}
/** The resource no longer matches `ifMatch` (412), because somebody has changed it since. Nothing was done. */
export declare class PreconditionFailedError extends JsonApiError {
    readonly name = "PreconditionFailedError";
}
/**
 * A QUERY that replaced a GET with a URL over 4 KiB got 405 or 501: the service, or a proxy in front of it, does not support QUERY here.
 * Nothing was done.
 */
export declare class QueryNotSupportedError extends JsonApiError {
    readonly name = "QueryNotSupportedError";
    /** The last line of the message. */
    readonly explanation: string;
    constructor(response: Response, body: unknown);
}
declare const REASONS: readonly ['too-old', 'other-history', 'other-view'];
/**
 * `too-old`: the changes are no longer kept. `other-history`: the feed was restarted, or it is another database. `other-view`: the
 * actor's read access has changed.
 */
export type ExpiryReason = (typeof REASONS)[number];
/** The changes feed cannot continue from this position (410). Start over: get the position of `now`, then read the lists again. */
export declare class PositionExpiredError extends JsonApiError {
    readonly name = "PositionExpiredError";
    readonly reason: ExpiryReason;
    /** The paths of the lists to read again. */
    readonly refetch: readonly string[];
    constructor(response: Response, body: unknown, { reason, refetch }: Pick<PositionExpiredError, 'reason' | 'refetch'>);
}
/** @param isQuery true if a GET was sent as QUERY */
export declare function errorOf(response: Response, body: unknown, isQuery: boolean): JsonApiError;
/** @param error the error with which a request rejected */
export declare function verdictOf(error: unknown): Verdict;
export {};
