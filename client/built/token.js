import { unlessAborted } from './waiting.js';
/**
 * Sends a request with a token. If the service refuses a token that a function returned (401), gets a new one and sends the request once more.
 * @param signal also aborts the wait for a token
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
/** @throws TypeError whose message does not contain the token, unlike the error of `Headers` */
function bearer(token) {
    if (!TOKEN.test(token))
        throw new TypeError('the token is empty or contains characters that a bearer token cannot have (RFC 6750)');
    return { Authorization: `Bearer ${token}` };
}
