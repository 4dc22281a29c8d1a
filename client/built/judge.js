// Decides from a response whether its request was carried out, and whether it can be sent again.
import { errorsIn } from './error-document.js';
import { IncompleteSetError } from './incomplete-sets.js';
import { MEDIA_TYPE } from './operations.js';
/** Thrown by a `fetch` if it is certain that nothing of the request was sent. */
export class NotSentError extends Error {
    name = 'NotSentError';
}
/** @param body the response body, parsed if it is JSON */
export function judgeAnswer({ status, headers }, body) {
    const has = (wanted) => errorsIn(body).errors.some(({ code }) => code === wanted);
    const asksToWait = retryAfterMillis(headers) !== undefined;
    // An earlier attempt is still running: the service's other 409 responses have no `Retry-After`.
    if (status === 409 && asksToWait && headers.get('Content-Type')?.startsWith(MEDIA_TYPE))
        return 'unsure';
    if (status === 429)
        return 'not done';
    // The service's own 500 means that nothing was changed, and repeating an unknown method (501) does not help.
    if (status < 500 || status === 501 || has('internal-error'))
        return 'final';
    // A 502 or 504 from a proxy does not prove that nothing was done.
    const saysSo = status === 503 ? !has('commit-outcome-unknown') : has('query-timeout');
    return asksToWait && saysSo ? 'not done' : 'unsure';
}
/** @param error the error of a request that got no response */
export function judgeFailure(error) {
    // A SyntaxError means that something other than the service responded, with a body that is not JSON.
    if (error instanceof SyntaxError || error instanceof IncompleteSetError)
        return 'final';
    return error instanceof NotSentError ? 'not done' : 'unsure';
}
/** The time that the response asks to wait: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMillis(headers) {
    const text = headers.get('Retry-After');
    if (text === null)
        return undefined;
    const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
    return Number.isNaN(millis) ? undefined : Math.max(0, millis);
}
