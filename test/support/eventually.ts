import { setTimeout as pause } from 'node:timers/promises';

/** Long enough even for a busy machine. */
const PATIENCE_MILLIS = 180_000;
/** Pauses grow with the time waited so far, because looking takes time from what is waited for. */
const SHORTEST_PAUSE_MILLIS = 20;
const LONGEST_PAUSE_MILLIS = 250;

/**
 * Polls until `check` neither throws nor returns `false`.
 * @param what the awaited state, for the error message
 * @param check an expectation or a predicate
 * @throws Error on timeout, caused by the last error that `check` threw
 */
export async function eventually(what: string, check: () => unknown): Promise<void> {
  const start = performance.now();
  const waited = (): number => performance.now() - start;
  for (;;) {
    let failure: unknown;
    try {
      if ((await check()) !== false) return;
    } catch (error) {
      failure = error;
    }
    if (waited() >= PATIENCE_MILLIS) {
      const reason = failure instanceof Error ? `; last error: ${failure.message}` : '';
      throw new Error(`not within ${PATIENCE_MILLIS} ms: ${what}${reason}`, { cause: failure });
    }
    await pause(Math.min(SHORTEST_PAUSE_MILLIS + waited() / 10, LONGEST_PAUSE_MILLIS));
  }
}
