// The service's time in one row, by function.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionsOf, type CpuProfile, type ProfiledFunction } from './cpu-profile.ts';
import { loadSide, WARM_UP_SECONDS } from './load-side.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { CONNECTIONS } from './rows.ts';
import { startSides } from './sides.ts';
import { tableOf } from './table.ts';

const MAX_LINES = 40;

/** Loads the service with the first of the chosen rows, under V8's profiler. */
export async function profileRow({ rows, scale, seconds }: Options): Promise<Report> {
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  try {
    const flags = ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${folder}`];
    const sides = await startSides(scale, { service: flags });
    let from = 0;
    let requests = 0;
    try {
      await loadSide(row, sides, sides.service, WARM_UP_SECONDS);
      from = Number(process.hrtime.bigint() / 1000n);
      requests = (await loadSide(row, sides, sides.service, seconds)).requestsPerSecond * seconds;
    } finally {
      await sides.stop();
    }
    const functions = functionsOf(profileIn(folder), from);
    return {
      title: `Profile of ${row.title}`,
      load: `${CONNECTIONS} connections, ${Math.round(requests)} requests in ${seconds} s, scale ${scale}; µs of the main thread per request`,
      database: sides.version,
      rows: functions,
      table: profileTable(functions, requests),
      missed: [],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function profileIn(folder: string): CpuProfile {
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error('the service wrote no profile');
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
}

/** Self time by part of the program, then by function. */
function profileTable(functions: readonly ProfiledFunction[], requests: number): string {
  const all = functions.reduce((sum, { self }) => sum + self, 0);
  const cells = (micros: number): readonly string[] => [
    (micros / requests).toFixed(2),
    `${((100 * micros) / all).toFixed(1)} %`,
  ];
  const parts = new Map<string, number>();
  for (const { part, self } of functions) parts.set(part, (parts.get(part) ?? 0) + self);
  const partLines = [...parts]
    .sort(([, one], [, other]) => other - one)
    .map(([part, micros]) => [part, ...cells(micros)]);
  const functionLines = functions
    .slice(0, MAX_LINES)
    .map(({ name, place, self, total }) => [`${name} ${place}`, ...cells(self), ...cells(total)]);
  return [
    tableOf(['part', 'self, µs', 'self'], partLines.slice(0, MAX_LINES)),
    tableOf(['function', 'self, µs', 'self', 'with callees, µs', 'with callees'], functionLines),
  ].join('\n\n');
}
