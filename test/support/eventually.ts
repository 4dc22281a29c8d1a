import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks until the answer is yes.
 * @throws Error when it is not within `millis`
 */
export async function eventually(what: string, isSo: () => boolean | Promise<boolean>, millis = 10_000): Promise<void> {
  for (const end = Date.now() + millis; !(await isSo()); await pause(20))
    if (Date.now() > end) throw new Error(`not within ${millis} ms: ${what}`);
}
