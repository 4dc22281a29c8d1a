import { setTimeout as pause } from 'node:timers/promises';

/** So long that only a state that never comes is missed, however busy the machine. */
const PATIENCE_MILLIS = 60_000;

/**
 * Looks again and again until a state has come: until a look neither throws nor gives `false`.
 * @param what the state, for the failure
 * @param look an expectation, or a question
 * @throws Error when it has not come in time; with what the last look has thrown
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
    const reason = seen instanceof Error ? `; at last: ${seen.message}` : '';
    throw new Error(`not within ${PATIENCE_MILLIS} ms: ${what}${reason}`, { cause: seen });
  }
}
