import { setTimeout as pause } from 'node:timers/promises';
import type { Observe } from '#application/ports/observation';
import type { UnitOfWork } from '#application/ports/unit-of-work';

/** Few enough that a batch takes milliseconds, even where answers are long. */
const BATCH = 200;
/** Pause between batches, so that requests come first. */
const PAUSE_MILLIS = 100;
const HOUR_MILLIS = 3_600_000;
/** The longest time that `stop` waits for the current batch. */
const STOP_MILLIS = 2000;

export interface Purging {
  stop(): Promise<void>;
}

/**
 * Removes expired answers every hour. The first purge is at a random time within an hour, so that processes that start
 * together take turns, and that purges happen even if processes are restarted often.
 */
export function purgeHourly(
  unitOfWork: Pick<UnitOfWork, 'purgeAnswers'>,
  observe: Observe,
  intervalMillis = HOUR_MILLIS,
): Purging {
  const stopped = new AbortController();
  const done = run();

  async function run(): Promise<void> {
    for (let millis = Math.random() * intervalMillis; await hasPassed(millis); millis = intervalMillis)
      try {
        await purge();
      } catch (error) {
        observe({ kind: 'purge failed', error });
      }
  }

  async function purge(): Promise<void> {
    for (;;) {
      const number = await unitOfWork.purgeAnswers(BATCH);
      if (number > 0) observe({ kind: 'answers purged', number });
      if (number < BATCH || !(await hasPassed(PAUSE_MILLIS))) return;
    }
  }

  /** Waits; false when stopped. */
  function hasPassed(millis: number): Promise<boolean> {
    return pause(millis, true, { signal: stopped.signal, ref: false }).catch(() => false);
  }

  return {
    stop: async () => {
      stopped.abort();
      await Promise.race([done, pause(STOP_MILLIS, undefined, { ref: false })]);
    },
  };
}
