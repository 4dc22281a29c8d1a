// The identity of a client: each request carries a bearer token (RFC 6750).
import type { Exchange } from './retrying.ts';
import { unlessAborted } from './waiting.ts';

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
export async function authenticated<Exchanged extends Exchange>(
  token: Token | undefined,
  signal: AbortSignal | null,
  send: (authorization: Authorization) => Promise<Exchanged>,
): Promise<Exchanged> {
  if (token === undefined) return send({});
  if (typeof token === 'string') return send(bearer(token));
  const ask = (refused?: string): Promise<string> => unlessAborted(signal, () => token(refused));
  const first = await ask();
  const answer = await send(bearer(first));
  return answer.response.status === 401 ? send(bearer(await ask(first))) : answer;
}

type Authorization = Readonly<Record<string, string>>;

/** RFC 6750, 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** @throws TypeError without the token, which the error of `Headers` would show */
function bearer(token: string): Authorization {
  if (!TOKEN.test(token))
    throw new TypeError('the token is empty, or has characters that no bearer token has (RFC 6750)');
  return { Authorization: `Bearer ${token}` };
}
