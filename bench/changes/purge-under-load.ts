// Measures the purge of old changes under writes.
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeFeed } from '#application/ports/change-feed';
import { loadSide, WARM_UP_SECONDS } from '../load-side.ts';
import type { Round } from '../measure.ts';
import { median } from '../median.ts';
import { rows } from '../rows.ts';
import { serverCpu } from '../server-cpu.ts';
import type { LoadedDatabase } from '../sides.ts';
import type { Figure } from './figure.ts';

/** The batch and pause of the service's own purge. */
const [BATCH, PAUSE_MILLIS] = [200, 100];
/** The targets for writes during a purge. */
const [MOST_CPU, MOST_P99] = [1.15, 1.25];

/**
 * Loads the service in turn without and with a purge, then purges the rest without pauses.
 * @param olderThan in seconds: what is purged
 */
export async function measurePurge(
  database: LoadedDatabase,
  changes: Pick<ChangeFeed, 'purge'>,
  { olderThan, rounds, seconds }: { readonly olderThan: number; readonly rounds: number; readonly seconds: number },
): Promise<readonly Figure[]> {
  const row = rows.find(({ name }) => name === 'update');
  if (row === undefined) throw new Error('there is no row update');
  // Restoring the data would hide what accumulates.
  const writing = { ...row, writes: false };
  const load = (duration: number): Promise<Round> => loadSide(writing, database, database.service, duration);
  await load(WARM_UP_SECONDS);
  // The first batch also removes the number of the beginning, which has no change.
  await changes.purge(olderThan, BATCH);
  const pairs: { readonly without: Round; readonly beside: Round }[] = [];
  const millis: number[] = [];
  while (pairs.length < rounds) {
    const without = await load(seconds);
    const purging = startPurging(changes, olderThan);
    const beside = await load(seconds);
    millis.push(...(await purging.stop()));
    pairs.push({ without, beside });
    console.error(`purge, round ${pairs.length}: p99 ${without.p99.toFixed(1)} / ${beside.p99.toFixed(1)} ms`);
  }
  const ratio = (value: (round: Round) => number): number =>
    median(pairs.map(({ without, beside }) => value(beside) / value(without)));
  const rest = await purgeRest(changes, olderThan);
  const tenth = Math.ceil(rest.millis.length / 10);
  return [
    {
      title: 'writes without a purge',
      value: median(pairs.map(({ without }) => without.requestsPerSecond)),
      unit: '/s',
    },
    {
      title: 'writes beside it, divided by that',
      value: ratio(({ requestsPerSecond }) => requestsPerSecond),
      unit: '',
    },
    {
      title: 'CPU of a write beside it, purge included, divided by that without',
      value: ratio(serverCpu),
      unit: '',
      most: MOST_CPU,
    },
    {
      title: 'p99 of a write beside it, divided by that without',
      value: ratio(({ p99 }) => p99),
      unit: '',
      most: MOST_P99,
    },
    { title: `a batch of ${BATCH} under load`, value: median(millis), unit: 'ms' },
    { title: 'batches without load', value: rest.millis.length, unit: '' },
    { title: 'one of them, in the first tenth', value: median(rest.millis.slice(0, tenth)), unit: 'ms' },
    { title: 'one of them, in the last tenth', value: median(rest.millis.slice(-tenth)), unit: 'ms' },
    { title: 'the last one, which finds nothing old', value: rest.last, unit: 'ms' },
  ];
}

/** Purges batch by batch until stopped. Stopping returns how long each batch took. */
function startPurging(changes: Pick<ChangeFeed, 'purge'>, olderThan: number): { stop(): Promise<readonly number[]> } {
  const stopped = new AbortController();
  const millis: number[] = [];
  const done = (async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const start = performance.now();
      if ((await changes.purge(olderThan, BATCH)) < BATCH) throw new Error('there was not enough to purge');
      millis.push(performance.now() - start);
      await pause(PAUSE_MILLIS);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await done;
      return millis;
    },
  };
}

async function purgeRest(
  changes: Pick<ChangeFeed, 'purge'>,
  olderThan: number,
): Promise<{ readonly millis: readonly number[]; readonly last: number }> {
  const millis: number[] = [];
  for (;;) {
    const start = performance.now();
    const number = await changes.purge(olderThan, BATCH);
    const took = performance.now() - start;
    if (number < BATCH) return { millis, last: took };
    millis.push(took);
  }
}
