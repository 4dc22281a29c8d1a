export type Fetch = (request: Request) => Promise<Response>;
export interface RetrySettings {
    /** How often a request is sent at most; 1 turns retries off. Default 4. */
    readonly attempts?: number;
    /**
     * The longest time to wait between two attempts; if the service asks for more, its answer is final. Also how long to wait in all while the
     * service is still working on an earlier attempt. Default 30,000.
     */
    readonly maxWaitMillis?: number;
}
/**
 * Retries a request that gets no answer, or 429, 502, 503 or 504. A write gets an `Idempotency-Key`, unless it has one: the service carries
 * it out once, however often it arrives.
 */
export declare function retrying(send: Fetch, { attempts, maxWaitMillis }?: RetrySettings): Fetch;
/** Writes a key as the value of the header: a string of RFC 8941. */
export declare function idempotencyKey(text: string): string;
