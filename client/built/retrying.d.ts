export type Fetch = (request: Request) => Promise<Response>;
export interface RetrySettings {
    /** How often a request is sent at most; 1 turns retries off. Default 4. */
    readonly attempts?: number;
    /** The longest time to wait between two attempts; if the service asks for more, its answer is final. Default 30,000. */
    readonly maxWaitMillis?: number;
}
/**
 * Retries what can be retried without doing anything twice:
 *
 * - GET, when it gets no answer, or 429, 503 or 504
 * - any method, when the service itself answers so and asks to retry with `Retry-After`: it has changed nothing then
 *
 * A write whose answer never came, or came from a proxy, is not repeated: it may have been carried out.
 */
export declare function retrying(send: Fetch, { attempts, maxWaitMillis }?: RetrySettings): Fetch;
