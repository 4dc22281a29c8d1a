import type { Fetch } from './retrying.ts';
export interface Consistency {
    /** Sends each request with the latest token. */
    readonly fetch: Fetch;
    /** Given a token that came in another way than with a response; empty: none came. */
    readonly note: (token: string) => void;
}
/**
 * Sends each request with the latest `Consistency-Token` received, so that a client sees its own writes, and the changes that it was told, on
 * any replica. A service without replicas sends none.
 */
export declare function consistent(send: Fetch): Consistency;
