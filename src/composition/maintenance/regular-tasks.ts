// The regular tasks of the service: purging expired responses and changes, and assigning unread writes their place in the feed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Observe } from '#application/ports/observation';
import type { UnitOfWork } from '#application/ports/unit-of-work';

/** Few enough that a batch takes milliseconds, even if responses are long. */
const BATCH = 200;
/** Pause between batches, so that requests come first. */
const PAUSE_MILLIS = 100;
const HOUR_MILLIS = 3_600_000;
const SETTLE_MILLIS = 10_000;
/** The longest time that `stop` waits for the running task. */
const STOP_MILLIS = 2000;

/** A task that repeats until it is stopped. */
export interface Repetition {
  stop(): Promise<void>;
}

/** Purges expired responses every hour. */
export function purgeAnswersHourly(
  unitOfWork: Pick<UnitOfWork, 'purgeAnswers'>,
  observe: Observe,
  intervalMillis = HOUR_MILLIS,
): Repetition {
  return repeatInBatches(
    (limit) => unitOfWork.purgeAnswers(limit),
    (number) => observe({ kind: 'answers purged', number }),
    { intervalMillis, onFailure: (error) => observe({ kind: 'purge failed', error }) },
  );
}

/** Purges expired changes every hour. */
export function purgeChangesHourly(
  { changes }: Pick<UnitOfWork, 'changes'>,
  ttlSeconds: number,
  observe: Observe,
  intervalMillis = HOUR_MILLIS,
): Repetition {
  return repeatInBatches(
    (limit) => changes.purge(ttlSeconds, limit),
    (number) => observe({ kind: 'changes purged', number }),
    { intervalMillis, onFailure: (error) => observe({ kind: 'purge failed', error }) },
  );
}

/** Settles the feed every ten seconds in case nobody reads it, and measures it. */
export function settleRegularly(
  { changes }: Pick<UnitOfWork, 'changes'>,
  observe: Observe,
  intervalMillis = SETTLE_MILLIS,
): Repetition {
  const settle = async (): Promise<void> => {
    try {
      await changes.settle();
    } finally {
      // Measure even if settling failed.
      observe({ kind: 'feed measured', ...(await changes.measure()) });
    }
  };
  return repeat(settle, {
    intervalMillis,
    onFailure: (error) => observe({ kind: 'settling failed', error }),
  });
}

interface Regularity {
  readonly intervalMillis: number;
  readonly onFailure: (error: unknown) => void;
}

function repeatInBatches(
  purge: (limit: number) => Promise<number>,
  onPurged: (number: number) => void,
  regularity: Regularity,
): Repetition {
  return repeat(async (hasPassed) => {
    for (;;) {
      const number = await purge(BATCH);
      if (number > 0) onPurged(number);
      if (number < BATCH || !(await hasPassed(PAUSE_MILLIS))) return;
    }
  }, regularity);
}

/** Waits. Returns false if stopped. */
type HasPassed = (millis: number) => Promise<boolean>;

/**
 * Repeats a task. The first run is at a random time within the interval, so that processes started together take turns, and the task runs even if
 * processes are restarted often.
 */
function repeat(task: (hasPassed: HasPassed) => Promise<void>, { intervalMillis, onFailure }: Regularity): Repetition {
  const stopped = new AbortController();
  const hasPassed: HasPassed = (millis) =>
    pause(millis, true, { signal: stopped.signal, ref: false }).catch(() => false);
  const done = run();

  async function run(): Promise<void> {
    for (let millis = Math.random() * intervalMillis; await hasPassed(millis); millis = intervalMillis)
      await task(hasPassed).catch(onFailure);
  }

  return {
    stop: async () => {
      stopped.abort();
      await Promise.race([done, pause(STOP_MILLIS, undefined, { ref: false })]);
    },
  };
}
