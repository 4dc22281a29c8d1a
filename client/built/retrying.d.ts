import { type Verdict } from './judge.ts';
export type Fetch = (request: Request) => Promise<Response>;
export interface RetrySettings {
    /** The maximum number of attempts; 1 turns retries off. Default 4. */
    readonly attempts?: number;
    /**
     * The longest wait between two attempts; if the service asks for more, its response is final. Also the longest total wait while the
     * service is still working on an earlier attempt. Default 30,000.
     */
    readonly maxWaitMillis?: number;
    /** No attempt starts later than this after the first one. Default: no limit. */
    readonly patienceMillis?: number;
    /** Ends the wait, but not a request that is being sent. The last outcome is then the result. */
    readonly stopped?: AbortSignal;
    /**
     * Called after each attempt that can be repeated. Return false to give up. Default: repeats it.
     * @param waitMillis the wait until the next attempt
     */
    readonly onRepeatable?: (verdict: Repeatable, waitMillis: number) => boolean;
}
export type Repeatable = Exclude<Verdict, 'final'>;
/** A response; if it is an error, with its body, which is parsed if it is JSON. */
export interface Exchange {
    readonly response: Response;
    readonly error?: unknown;
}
/** Sends a request again until its outcome is final, always with the same `Idempotency-Key`. */
export declare function repeat<Exchanged extends Exchange>(send: () => Promise<Exchanged>, signal: AbortSignal | null, settings?: RetrySettings): Promise<Exchanged>;
/** Adds retries to the `fetch` of another client. Adds an `Idempotency-Key` to a write that has none. */
export declare function retrying(fetch: Fetch, settings?: RetrySettings): Fetch;
/** The header with a new key for a write that has none. */
export declare function newKeyHeader(method: string, headers: Headers): Readonly<Record<string, string>>;
