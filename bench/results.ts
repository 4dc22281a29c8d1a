// A report with its circumstances: date, commit and machine.
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { commitOf } from './commit-of.ts';
import type { Report } from './report.ts';

export interface Results {
  readonly title: string;
  readonly date: string;
  /** `+` marks uncommitted changes. */
  readonly commit: string;
  readonly machine: string;
  readonly load: string;
  readonly missed: readonly string[];
  readonly rows: readonly object[];
}

export function resultsOf({ title, load, database, missed, rows }: Report): Results {
  const memory = Math.round(totalmem() / 2 ** 30);
  return {
    title,
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commitOf(import.meta.dirname),
    machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${memory} GB; Linux ${release().split('-')[0]}; Node ${process.version}; PostgreSQL ${database}`,
    load,
    missed,
    rows,
  };
}

/** The results as Markdown. */
export function textOf({ title, date, commit, machine, load, missed }: Results, { table }: Report): string {
  const verdict = missed.length === 0 ? '' : `\nMissed: ${missed.join('; ')}.\n`;
  return `## ${title}, ${date} UTC, ${commit}\n\n${machine}\n\n${load}\n\n${table}\n${verdict}`;
}
