import { row, spread, writeFeed, writeViolations } from '../report.ts';
import type { ExpiryOptions, ExpiryReport } from './expiry-chaos.ts';
import type { Fate } from './expiring-key.ts';

const FATES: Readonly<Record<Fate, string>> = {
  done: 'done',
  replayed: 'answered from the store',
  reused: 'refused: key of another request',
};

/** Formats the figures of a run as text. */
export function writeExpiryReport({ seconds, seed }: ExpiryOptions, report: ExpiryReport): string {
  const { figures, phases, table } = report;
  return [
    `chaos with keys that expire for ${seconds} s with seed ${seed}`,
    '',
    row('requests', ...phases.map(({ name }) => name.padStart(16))),
    ...Object.entries(FATES).map(([fate, title]) =>
      row(title, ...phases.map(({ fates }) => String(fates.get(fate) ?? 0).padStart(16))),
    ),
    row('answers stored at the end', ...phases.map(({ size }) => String(size.rows).padStart(16))),
    row('kB of their table', ...phases.map(({ size }) => String(size.kilobytes).padStart(16))),
    row('answers purged', table.purged),
    '',
    row('milliseconds', 'min', 'median', 'max', 'times'),
    ...phases.map(({ name, millis }) => spread(`of a write ${name}`, millis)),
    spread('of a batch of the purge', table.batchMillis),
    '',
    ...writeFeed(figures),
    '',
    ...writeViolations(figures),
  ].join('\n');
}
