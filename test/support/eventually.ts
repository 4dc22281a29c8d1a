import { setTimeout as pause } from 'node:timers/promises';

/** Long enough even for a busy machine. */
const PATIENCE_MILLIS = 60_000;

/**
 * Polls until `look` neither throws nor returns `false`.
 * @param what the awaited state, for the error message
 * @param look an expectation or a predicate
 * @throws Error on timeout, caused by the last error that `look` threw
 */
export async function eventually(what: string, look: () => unknown): Promise<void> {
  for (const end = performance.now() + PATIENCE_MILLIS; ; await pause(20)) {
    let seen: unknown;
    try {
      if ((await look()) !== false) return;
    } catch (error) {
      seen = error;
    }
    if (performance.now() < end) continue;
    const reason = seen instanceof Error ? `; last error: ${seen.message}` : '';
    throw new Error(`not within ${PATIENCE_MILLIS} ms: ${what}${reason}`, { cause: seen });
  }
}
