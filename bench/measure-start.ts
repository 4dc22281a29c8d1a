// From the start of the process to the first successful answer: the downtime of a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';
import type { Options } from './options.ts';
import { startPostgres } from './postgres.ts';
import type { Report } from './report.ts';
import { startListening } from './start-listening.ts';
import { Cleanup } from './cleanup.ts';
import { tableOf } from './table.ts';

const TIMEOUT_MILLIS = 60_000;
const POLL_MILLIS = 5;

interface Start {
  readonly title: string;
  /** Times in seconds. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** An upper limit, if there is one. */
  readonly target: number | undefined;
}

export async function measureStart({ rounds }: Options): Promise<Report> {
  const cleanup = new Cleanup();
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
  cleanup.add({ stop: async () => rmSync(folder, { recursive: true }) });
  try {
    const server = cleanup.add(await startPostgres());
    const storages = [
      { title: 'memory', target: 1, environment: { DATABASE_URL: 'memory:' } },
      {
        title: 'existing embedded database',
        target: 3,
        environment: { DATABASE_URL: '', DATA_DIR: join(folder, 'data') },
      },
      {
        title: 'existing database on a server',
        target: undefined,
        environment: { DATABASE_URL: await server.createDatabase() },
      },
    ].map((storage) => ({ ...storage, seconds: [] as number[] }));
    // The first start on each storage creates the tables.
    for (const { environment } of storages) await startOnce(environment);
    for (let round = 0; round < rounds; round += 1)
      for (const { environment, seconds } of storages) seconds.push(await startOnce(environment));
    const starts = storages.map(({ title, target, seconds }): Start => ({
      title,
      median: median(seconds),
      min: Math.min(...seconds),
      max: Math.max(...seconds),
      target,
    }));
    return {
      title: 'Start',
      load: `seconds from the start of the process to the first 200 on GET /persons, ${rounds} rounds`,
      database: 'as embedded and as installed',
      rows: starts,
      table: tableOf(
        ['storage', 'median', 'min–max', 'target'],
        starts.map((start) => [
          start.title,
          start.median.toFixed(2),
          `${start.min.toFixed(2)}–${start.max.toFixed(2)}`,
          targetOf(start),
        ]),
      ),
      missed: starts
        .filter((start) => !isReached(start))
        .map(
          ({ title, median: seconds, target = NaN }) =>
            `start on ${title}: ${seconds.toFixed(2)} s, target below ${target} s`,
        ),
    };
  } finally {
    await cleanup.run();
  }
}

/** @returns seconds */
async function startOnce(environment: Readonly<Record<string, string>>): Promise<number> {
  const start = performance.now();
  const service = await startListening('src/start.js', environment);
  try {
    while (!(await answers(service.url))) {
      if (performance.now() - start > TIMEOUT_MILLIS) throw new Error('the service does not answer');
      await pause(POLL_MILLIS);
    }
    return (performance.now() - start) / 1000;
  } finally {
    await service.stop();
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/persons`, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.ok;
}

function isReached({ median: seconds, target }: Start): boolean {
  return target === undefined || seconds < target;
}

function targetOf(start: Start): string {
  return start.target === undefined ? '–' : `${isReached(start) ? 'reached' : 'MISSED'}: < ${start.target} s`;
}
