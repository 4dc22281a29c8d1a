import { row, writeFeed, writeKills, writeViolations } from '../report.ts';
import type { ImportChaosOptions, ImportChaosReport } from './import-chaos.ts';

/** Formats the figures of a run as text. */
export function writeImportReport({ rows, seed }: ImportChaosOptions, report: ImportChaosReport): string {
  const { figures, calls, leftOpen, replayed, seconds } = report;
  return [
    `chaos for an import of ${rows} rows with seed ${seed}, ${Math.round(seconds)} s`,
    '',
    ...writeKills(figures),
    '',
    row('import', 'times'),
    row('called', calls),
    row('records left open by a call', leftOpen),
    row('answered from the store', replayed),
    '',
    ...writeFeed(figures),
    '',
    ...writeViolations(figures),
  ].join('\n');
}
