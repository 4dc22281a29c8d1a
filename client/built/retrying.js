import { MEDIA_TYPE } from './operations.js';
const KEY = 'Idempotency-Key';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const RETRIED_STATUSES = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MILLIS = 200;
/**
 * Retries a request that gets no answer, or 429, 502, 503 or 504. A write gets an `Idempotency-Key`, unless it has one: the service carries
 * it out once, however often it arrives.
 */
export function retrying(send, { attempts = 4, maxWaitMillis = 30_000 } = {}) {
    return async (original) => {
        const request = withKey(original);
        let attempt = 0;
        let waited = 0;
        for (;;) {
            const outcome = await attemptOf(send, request);
            // Asking for the result of an earlier attempt does not count as an attempt.
            const waitForIt = attempts > 1 ? waitForEarlier(outcome) : undefined;
            if (waitForIt === undefined)
                attempt += 1;
            else
                waited += waitForIt;
            const wait = waitForIt ?? (attempt < attempts ? waitBefore(outcome, attempt) : undefined);
            if (wait === undefined || wait > maxWaitMillis || waited > maxWaitMillis) {
                if ('error' in outcome)
                    throw outcome.error;
                return outcome.response;
            }
            if ('response' in outcome)
                await outcome.response.body?.cancel();
            await pause(wait, request.signal);
        }
    };
}
function withKey(request) {
    if (READS.has(request.method) || request.headers.has(KEY))
        return request;
    const keyed = new Request(request);
    keyed.headers.set(KEY, idempotencyKey(randomText()));
    return keyed;
}
/** Writes a key as the value of the header: a string of RFC 8941. */
export function idempotencyKey(text) {
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
/** 128 bits. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function randomText() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
async function attemptOf(send, request) {
    try {
        // A request can be sent once, because sending reads its body.
        return { response: await send(request.clone()) };
    }
    catch (error) {
        request.signal.throwIfAborted();
        return { error };
    }
}
/** How many milliseconds to wait if the service is still working on an earlier attempt: of its 409, only that one has `Retry-After`. */
function waitForEarlier(outcome) {
    if ('error' in outcome || outcome.response.status !== 409)
        return undefined;
    const { headers } = outcome.response;
    const isOurs = headers.get('Content-Type')?.startsWith(MEDIA_TYPE) === true;
    const asked = isOurs ? millisOf(headers.get('Retry-After')) : undefined;
    return asked === undefined ? undefined : Math.max(asked, FIRST_WAIT_MILLIS);
}
/** How many milliseconds to wait before the next attempt; undefined if there must be none. */
function waitBefore(outcome, attempt) {
    const backoff = FIRST_WAIT_MILLIS * 2 ** (attempt - 1) * (0.5 + Math.random());
    if ('error' in outcome)
        return backoff;
    const { status, headers } = outcome.response;
    return RETRIED_STATUSES.has(status) ? (millisOf(headers.get('Retry-After')) ?? backoff) : undefined;
}
/** Reads `Retry-After`, which is seconds or a date. */
function millisOf(retryAfter) {
    if (retryAfter === null)
        return undefined;
    const millis = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
    return Number.isNaN(millis) ? undefined : Math.max(0, millis);
}
/** @throws the reason of the signal, as soon as it is aborted */
async function pause(millis, signal) {
    await new Promise((resolve) => {
        const stop = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', stop);
            resolve();
        };
        const timer = setTimeout(stop, millis);
        signal.addEventListener('abort', stop);
    });
    signal.throwIfAborted();
}
