import type { Figures } from './figures.ts';
import type { Round } from './measure.ts';
import { summaryText } from './summary.ts';
import { tableOf } from './table.ts';

/** A line per row; pairs are service / floor. */
export function comparisonTable(figures: readonly Figures[]): string {
  return tableOf(
    ['', ...COLUMNS.map(({ title }) => title)],
    figures.map((each) => [each.title, ...COLUMNS.map(({ cell }) => cell(each))]),
  );
}

const both =
  (value: (round: Round) => number, digits: number) =>
  ({ service, floor }: Figures): string =>
    [service, floor].map((round) => value(round).toFixed(digits)).join(' / ');

const COLUMNS: readonly { readonly title: string; readonly cell: (figures: Figures) => string }[] = [
  { title: 'CPU ratio (IQR)', cell: ({ cpuRatio }) => summaryText(cpuRatio) },
  { title: 'target', cell: targetOf },
  { title: 'CPU, ms', cell: both(({ cpu }) => cpu, 3) },
  { title: 'database CPU, ms', cell: both(({ databaseCpu }) => databaseCpu, 3) },
  { title: 'requests/s', cell: both(({ requestsPerSecond }) => requestsPerSecond, 0) },
  { title: 'rate ratio', cell: ({ rateRatio }) => rateRatio.toFixed(2) },
  { title: 'p50, ms', cell: both(({ p50 }) => p50, 1) },
  { title: 'p99, ms', cell: both(({ p99 }) => p99, 1) },
  {
    title: 'client busy',
    cell: ({ service, floor }) =>
      [service, floor].map(({ clientBusy }) => `${(100 * clientBusy).toFixed(0)} %`).join(' / '),
  },
  { title: 'RSS, MB', cell: both(({ megabytes }) => megabytes, 0) },
];

function targetOf({ target, singleClientP50, missed }: Figures): string {
  if (target === undefined) return '–';
  const millis = target.millis === undefined ? '' : `, ${singleClientP50?.toFixed(1) ?? '?'} < ${target.millis} ms`;
  return `${missed.length === 0 ? 'reached' : 'MISSED'}: ${target.cpuRatio.toFixed(2)}${millis}`;
}
