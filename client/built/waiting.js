/**
 * Waits for a time.
 * @throws the reason of `signal` as soon as it is aborted; `stopped` only ends the pause
 */
export async function pause(millis, signal, stopped) {
    signal?.throwIfAborted();
    await new Promise((resolve) => {
        const stop = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', stop);
            stopped?.removeEventListener('abort', stop);
            resolve();
        };
        const timer = setTimeout(stop, millis);
        signal?.addEventListener('abort', stop);
        stopped?.addEventListener('abort', stop);
    });
    signal?.throwIfAborted();
}
/** @throws the reason of the signal as soon as it is aborted; starts nothing if it already is */
export async function unlessAborted(signal, start) {
    if (signal === null)
        return start();
    signal.throwIfAborted();
    const ended = new AbortController();
    const aborted = new Promise((_, reject) => {
        const stop = () => reject(signal.reason);
        signal.addEventListener('abort', stop, { signal: ended.signal });
    });
    try {
        return await Promise.race([start(), aborted]);
    }
    finally {
        ended.abort();
    }
}
