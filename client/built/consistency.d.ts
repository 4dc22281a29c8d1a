import type { Fetch } from './retrying.ts';
export interface Consistency {
    /** Sends each request with the latest token. */
    readonly fetch: Fetch;
    /** Call it with a token received outside of a response. Ignores an empty one. */
    readonly note: (token: string) => void;
}
/**
 * Sends each request with the latest `Consistency-Token` received. Every replica then shows the client its own writes and the changes that it
 * has received. A service without replicas sends no tokens.
 */
export declare function consistent(send: Fetch): Consistency;
