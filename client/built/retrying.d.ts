import { type Verdict } from './judge.ts';
export type Fetch = (request: Request) => Promise<Response>;
export interface RetrySettings {
    /** The most times that a request is sent; 1 turns retries off. Default 4. */
    readonly attempts?: number;
    /**
     * The longest time to wait between two attempts; if the service asks for more, its answer is final. Also how long to wait in all while the
     * service is still working on an earlier attempt. Default 30,000.
     */
    readonly maxWaitMillis?: number;
    /** No attempt starts later than this after the first one. Default: no limit. */
    readonly patienceMillis?: number;
    /** Ends the waiting, but not a request that is under way. The last outcome is then the result. */
    readonly stopped?: AbortSignal;
    /**
     * Told of each attempt that can be repeated; with `false` it is not. Default: it is.
     * @param waitMillis how long after it the next one would be
     */
    readonly onRepeatable?: (verdict: Repeatable, waitMillis: number) => boolean;
}
export type Repeatable = Exclude<Verdict, 'final'>;
/** An answer, with the body of one that is an error; parsed, if it is JSON. */
export interface Exchange {
    readonly response: Response;
    readonly error?: unknown;
}
/** Sends again what got no answer for good, with the same `Idempotency-Key`. */
export declare function repeat<Exchanged extends Exchange>(send: () => Promise<Exchanged>, signal: AbortSignal | null, settings?: RetrySettings): Promise<Exchanged>;
/** Repeats what is sent by another client. A write gets an `Idempotency-Key`, unless it has one. */
export declare function retrying(fetch: Fetch, settings?: RetrySettings): Fetch;
/** The header with a new key for a write that has none. */
export declare function newKeyHeader(method: string, headers: Headers): Readonly<Record<string, string>>;
