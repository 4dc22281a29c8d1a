// A run with what one has to know of it: when, of what, on what.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import type { Figures } from './figures.ts';
import type { Options } from './options.ts';
import { CONNECTIONS } from './rows.ts';
import { tableOf } from './table.ts';

export interface Results {
  readonly date: string;
  /** Ends in `+` when the working copy has changes. */
  readonly commit: string;
  readonly machine: string;
  readonly load: string;
  readonly rows: readonly Figures[];
}

/** @param database the server's version */
export function resultsOf(figures: readonly Figures[], { rounds, seconds, scale }: Options, database: string): Results {
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+'),
    machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${memory} GB; Linux ${release().split('-')[0]}; Node ${process.version}; PostgreSQL ${database}`,
    load: `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s a side, scale ${scale}`,
    rows: figures,
  };
}

/** The same for people. */
export function reportOf({ date, commit, machine, load, rows }: Results): string {
  return `## ${date} UTC, ${commit}\n\n${machine}\n\n${load}\n\n${tableOf(rows)}\n`;
}

/** Appends to RESULTS.md, which is begun when it is not there. */
export function writeResults(results: Results): void {
  const file = new URL('RESULTS.md', import.meta.url);
  if (!existsSync(file)) writeFileSync(file, HEAD);
  appendFileSync(file, `\n${reportOf(results)}`);
}

const HEAD = `# Results

What \`npm run bench -- --write\` has measured, newest last. Each pair of figures is service / floor: the service, and a bare \`node:http\` with
\`pg\` that gives the same answers with one hand-written statement each (in the last row: bare Koa sending a constant). Figures are medians over the
rounds; the ratio is that of requests/s, between rounds that ran one after the other. CPU is time for each request. Load, service and database share
the machine, so compare ratios and CPU, not requests/s. Both sides count matches exactly, with \`count(*)\`.
The service runs with its defaults, but for longer timeouts, so that slow statements are measured and not refused.
`;

function git(...parameters: readonly string[]): string {
  return execFileSync('git', parameters, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}
