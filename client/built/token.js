import { unlessAborted } from './waiting.js';
/**
 * Sends a request with a token. One that a function gave and the service refuses (401) is replaced once, and the request sent once more.
 * @param signal also ends the waiting for a token
 * @param send may be called twice
 */
export async function authenticated(token, signal, send) {
    if (token === undefined)
        return send({});
    if (typeof token === 'string')
        return send(bearer(token));
    const ask = (refused) => unlessAborted(signal, () => token(refused));
    const first = await ask();
    const answer = await send(bearer(first));
    return answer.response.status === 401 ? send(bearer(await ask(first))) : answer;
}
/** RFC 6750, 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;
/** @throws TypeError without the token, which the error of `Headers` would show */
function bearer(token) {
    if (!TOKEN.test(token))
        throw new TypeError('the token is empty, or has characters that no bearer token has (RFC 6750)');
    return { Authorization: `Bearer ${token}` };
}
