import { setTimeout as pause } from 'node:timers/promises';
import { growthDuring } from '../changes/peak-memory.ts';
import type { Figure } from '../changes/figure.ts';
import { measureRound, usageOf, type MeasuredService } from './measure-round.ts';
import { openReaders } from './readers.ts';

const STREAMS = 1000;
/** The target for the memory of all idle streams, in MiB. */
const MOST_MEMORY = 60;
const WARM_UP_SECONDS = 3;
/** The pause before the streams are opened, for garbage collection, and after all have begun. */
const SETTLE_MILLIS = 3000;

/** Measures a thousand streams without writes. */
export async function measureIdle(service: MeasuredService, seconds: number): Promise<readonly Figure[]> {
  const stream = { path: '/changes', headers: {} };
  await measureRound(service, [stream], WARM_UP_SECONDS);
  await pause(SETTLE_MILLIS);
  const { result, growth } = await growthDuring(service.pid, async () => {
    const start = performance.now();
    const readers = await openReaders(
      service.url,
      Array.from({ length: STREAMS }, () => stream),
    );
    try {
      const opening = performance.now() - start;
      await pause(SETTLE_MILLIS);
      const before = await usageOf(service);
      await pause(1000 * seconds);
      const after = await usageOf(service);
      return { opening, before, after };
    } finally {
      await readers.stop();
    }
  });
  const { opening, before, after } = result;
  const elapsed = (after.at - before.at) / 1000;
  const title = `${STREAMS} idle streams`;
  return [
    { title: `${title}: opened in`, value: opening, unit: 'ms' },
    { title: `${title}: memory above idle, at most`, value: growth, unit: 'MiB', most: MOST_MEMORY },
    { title: `${title}: CPU of the service`, value: (after.cpu - before.cpu) / elapsed, unit: 'cores' },
    {
      title: `${title}: CPU of the database`,
      value: (after.databaseCpu - before.databaseCpu) / elapsed,
      unit: 'cores',
    },
    {
      title: `${title}: database transactions`,
      value: (after.transactions - before.transactions) / elapsed,
      unit: '/s',
    },
  ];
}
