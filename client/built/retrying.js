import { MEDIA_TYPE } from "./operations.js";
const RETRIED_STATUSES = new Set([429, 503, 504]);
const FIRST_WAIT_MILLIS = 200;
/**
 * Retries what can be retried without doing anything twice:
 *
 * - GET, when it gets no answer, or 429, 503 or 504
 * - any method, when the service itself answers so and asks to retry with `Retry-After`: it has changed nothing then
 *
 * A write whose answer never came, or came from a proxy, is not repeated: it may have been carried out.
 */
export function retrying(send, { attempts = 4, maxWaitMillis = 30_000 } = {}) {
    return async (request) => {
        for (let attempt = 1;; attempt += 1) {
            const outcome = await attemptOf(send, request);
            const wait = attempt < attempts ? waitBefore(outcome, request, attempt) : undefined;
            if (wait === undefined || wait > maxWaitMillis) {
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
/** How many milliseconds to wait before the next attempt; undefined if there must be none. */
function waitBefore(outcome, { method }, attempt) {
    const backoff = FIRST_WAIT_MILLIS * 2 ** (attempt - 1) * (0.5 + Math.random());
    if ('error' in outcome)
        return method === 'GET' ? backoff : undefined;
    const { status, headers } = outcome.response;
    if (!RETRIED_STATUSES.has(status))
        return undefined;
    const asked = millisOf(headers.get('Retry-After'));
    if (method === 'GET')
        return asked ?? backoff;
    return headers.get('Content-Type') === MEDIA_TYPE ? asked : undefined;
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
