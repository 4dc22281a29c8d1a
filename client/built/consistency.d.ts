import type { Fetch } from './retrying.ts';
/**
 * Sends each request with the latest `Consistency-Token` received, so that a client sees its own writes on any replica. A service
 * without replicas sends none.
 */
export declare function consistent(send: Fetch): Fetch;
