import type { Fetch } from './retrying.ts';
/**
 * Sends the latest `Consistency-Token` that an answer had with each request, so that a client sees its own writes on any replica. A service
 * without replicas sends none.
 */
export declare function consistent(send: Fetch): Fetch;
