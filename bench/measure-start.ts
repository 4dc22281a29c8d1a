// From the start of the process to the first good answer, of which somebody who restarts the service waits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';
import type { Options } from './options.ts';
import { startPostgres } from './postgres.ts';
import type { Report } from './report.ts';
import { startListening } from './start-listening.ts';
import { Stops } from './stops.ts';
import { tableOf } from './table.ts';

const PATIENCE_MILLIS = 60_000;
const ASKING_MILLIS = 5;

interface Start {
  readonly title: string;
  /** Times in seconds. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** Less than that; `undefined` where nothing is asked for. */
  readonly target: number | undefined;
}

/** Starts and stops the service on each storage, in turn. */
export async function measureStart({ rounds }: Options): Promise<Report> {
  const stops = new Stops();
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
  stops.add({ stop: async () => rmSync(folder, { recursive: true }) });
  try {
    const server = stops.add(await startPostgres());
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
    // The first start of each makes the tables.
    for (const { environment } of storages) await startOnce(environment);
    for (let round = 0; round < rounds; round += 1)
      for (const { environment, seconds } of storages) seconds.push(await startOnce(environment));
    const starts = storages.map(({ title, target, seconds }): Start => ({
      title,
      median: median(seconds),
      least: Math.min(...seconds),
      most: Math.max(...seconds),
      target,
    }));
    return {
      title: 'Start',
      load: `seconds from the start of the process to the first 200 on GET /persons, ${rounds} rounds`,
      database: 'as embedded and as installed',
      rows: starts,
      table: tableOf(
        ['storage', 'median', 'least–most', 'target'],
        starts.map((start) => [
          start.title,
          start.median.toFixed(2),
          `${start.least.toFixed(2)}–${start.most.toFixed(2)}`,
          targetOf(start),
        ]),
      ),
      missed: starts
        .filter((start) => !isReached(start))
        .map(
          ({ title, median: seconds, target = NaN }) =>
            `start on ${title}: ${seconds.toFixed(2)} s, target less than ${target} s`,
        ),
    };
  } finally {
    await stops.stop();
  }
}

/** @returns seconds */
async function startOnce(environment: Readonly<Record<string, string>>): Promise<number> {
  const start = performance.now();
  const service = await startListening('src/start.js', environment);
  try {
    while (!(await answers(service.url))) {
      if (performance.now() - start > PATIENCE_MILLIS) throw new Error('the service does not answer');
      await pause(ASKING_MILLIS);
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
