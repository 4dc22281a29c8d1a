// The identity of a client: each request carries a bearer token (RFC 6750).
import type { Exchange } from './retrying.ts';
import { unlessAborted } from './waiting.ts';

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

/** @throws TypeError whose message does not contain the token, unlike the error of `Headers` */
function bearer(token: string): Authorization {
  if (!TOKEN.test(token))
    throw new TypeError('the token is empty or contains characters that a bearer token cannot have (RFC 6750)');
  return { Authorization: `Bearer ${token}` };
}
