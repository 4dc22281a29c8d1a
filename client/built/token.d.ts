import type { Exchange } from './retrying.ts';
/**
 * A token, or a function that is asked for one before each request, and once more when the service refuses it (401). It keeps the token for
 * as long as the token is valid. If it rejects, the request rejects with the same error.
 * @param refused the token that was refused; undefined before a request
 */
export type Token = string | ((refused?: string) => Promise<string>);
/**
 * Sends a request with a token. One that a function gave and the service refuses (401) is replaced once, and the request sent once more.
 * @param signal also ends the waiting for a token
 * @param send may be called twice
 */
export declare function authenticated<Exchanged extends Exchange>(token: Token | undefined, signal: AbortSignal | null, send: (authorization: Authorization) => Promise<Exchanged>): Promise<Exchanged>;
type Authorization = Readonly<Record<string, string>>;
export {};
