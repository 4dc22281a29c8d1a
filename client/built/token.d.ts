import type { Exchange } from './retrying.ts';
/**
 * A token, or a function that returns one. The function is called before each request, and once more if the service refuses the token (401).
 * It keeps the token while it is valid. If it rejects, the request rejects with the same error.
 * @param refused the refused token; undefined before a request
 */
export type Token = string | ((refused?: string) => Promise<string>);
/**
 * Sends a request with a token. If the service refuses a token that a function returned (401), gets a new one and sends the request once more.
 * @param signal also aborts the wait for a token
 * @param send may be called twice
 */
export declare function authenticated<Exchanged extends Exchange>(token: Token | undefined, signal: AbortSignal | null, send: (authorization: Authorization) => Promise<Exchanged>): Promise<Exchanged>;
type Authorization = Readonly<Record<string, string>>;
export {};
