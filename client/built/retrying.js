import { judgeAnswer, judgeFailure, retryAfterMillis } from './judge.js';
import { keyHeader, newKey } from './keys.js';
import { pause } from './waiting.js';
const KEY = 'Idempotency-Key';
const READS = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);
const FIRST_WAIT_MILLIS = 200;
/** Sends a request again until its outcome is final, always with the same `Idempotency-Key`. */
export async function repeat(send, signal, settings = {}) {
    const { attempts = 4, maxWaitMillis = 30_000, patienceMillis = Infinity, stopped, onRepeatable } = settings;
    const isStopped = () => stopped?.aborted === true;
    const end = performance.now() + patienceMillis;
    let attempt = 0;
    let waited = 0;
    for (;;) {
        const outcome = await attemptOf(send, signal);
        const verdict = judge(outcome);
        if (verdict === 'final')
            return resultOf(outcome);
        // Asking for the result of an earlier attempt does not count as an attempt.
        const isUnderWay = 'response' in outcome && outcome.response.status === 409;
        if (!isUnderWay)
            attempt += 1;
        const wait = waitAfter(outcome, isUnderWay, attempt);
        if (isUnderWay)
            waited += wait;
        const isRepeated = onRepeatable?.(verdict, wait) !== false && attempts > 1 && attempt < attempts;
        const isPatient = Math.max(wait, waited) <= maxWaitMillis && performance.now() + wait <= end;
        if (!isRepeated || !isPatient || isStopped())
            return resultOf(outcome);
        await pause(wait, signal, stopped);
        if (isStopped())
            return resultOf(outcome);
    }
}
/** Adds retries to the `fetch` of another client. Adds an `Idempotency-Key` to a write that has none. */
export function retrying(fetch, settings) {
    return async (original) => {
        const request = original.headers.has(KEY) ? original : new Request(original);
        for (const [name, value] of Object.entries(newKeyHeader(request.method, request.headers)))
            request.headers.set(name, value);
        let response;
        const send = async () => {
            // Nobody reads the previous response. Canceling it releases its connection.
            await response?.body?.cancel();
            // Sending a request consumes its body.
            response = await fetch(request.clone());
            return withError(response);
        };
        return (await repeat(send, request.signal, settings)).response;
    };
}
/** The header with a new key for a write that has none. */
export function newKeyHeader(method, headers) {
    return READS.has(method.toUpperCase()) || headers.has(KEY) ? {} : { [KEY]: keyHeader(newKey()) };
}
async function withError(response) {
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
    if (response.status < 500 || !isJson)
        return { response };
    const error = await response
        .clone()
        .json()
        .catch(() => undefined);
    return { response, error };
}
async function attemptOf(send, signal) {
    try {
        return await send();
    }
    catch (thrown) {
        signal?.throwIfAborted();
        return { thrown };
    }
}
function judge(outcome) {
    if ('thrown' in outcome)
        return judgeFailure(outcome.thrown);
    return judgeAnswer(outcome.response, outcome.error);
}
function resultOf(outcome) {
    if ('thrown' in outcome)
        throw outcome.thrown;
    return outcome;
}
/** The time to wait before the next attempt. */
function waitAfter(outcome, isUnderWay, attempt) {
    const asked = 'response' in outcome ? retryAfterMillis(outcome.response.headers) : undefined;
    if (isUnderWay)
        return Math.max(asked ?? 0, FIRST_WAIT_MILLIS);
    return asked ?? FIRST_WAIT_MILLIS * 2 ** (attempt - 1) * (0.5 + Math.random());
}
