import { setTimeout as pause } from 'node:timers/promises';

/** Long enough even for a busy machine. */
const PATIENCE_MILLIS = 60_000;

/**
 * Polls until `check` neither throws nor returns `false`.
 * @param what the awaited state, for the error message
 * @param check an expectation or a predicate
 * @throws Error on timeout, caused by the last error that `check` threw
 */
export async function eventually(what: string, check: () => unknown): Promise<void> {
  for (const end = performance.now() + PATIENCE_MILLIS; ; await pause(20)) {
    let failure: unknown;
    try {
      if ((await check()) !== false) return;
    } catch (error) {
      failure = error;
    }
    if (performance.now() < end) continue;
    const reason = failure instanceof Error ? `; last error: ${failure.message}` : '';
    throw new Error(`not within ${PATIENCE_MILLIS} ms: ${what}${reason}`, { cause: failure });
  }
}
