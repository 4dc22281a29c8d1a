import type { Figures } from './figures.ts';
import type { Round } from './measure.ts';
import { tableOf } from './table.ts';

/** Rows, one a line: first what is said of the service, then of the floor. */
export function comparisonTable(figures: readonly Figures[]): string {
  return tableOf(
    ['', ...COLUMNS.map(({ title }) => title)],
    figures.map((each) => [each.title, ...COLUMNS.map(({ cell }) => cell(each))]),
  );
}

const both =
  (value: (round: Round) => number | undefined, digits: number) =>
  ({ service, floor }: Figures): string =>
    [service, floor].map((round) => value(round)?.toFixed(digits) ?? '–').join(' / ');

const COLUMNS: readonly { readonly title: string; readonly cell: (figures: Figures) => string }[] = [
  { title: 'requests/s', cell: both(({ requestsPerSecond }) => requestsPerSecond, 0) },
  {
    title: 'ratio (least–most)',
    cell: ({ ratio }) => `${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)})`,
  },
  { title: 'target', cell: targetOf },
  { title: 'CPU ratio', cell: ({ cpuRatio }) => cpuRatio.toFixed(2) },
  { title: 'p50, ms', cell: both(({ p50 }) => p50, 1) },
  { title: 'p99, ms', cell: both(({ p99 }) => p99, 1) },
  { title: 'CPU, ms', cell: both(({ cpu }) => cpu, 3) },
  { title: 'database CPU, ms', cell: both(({ databaseCpu }) => databaseCpu, 3) },
  {
    title: 'client busy',
    cell: ({ service, floor }) =>
      [service, floor].map(({ clientBusy }) => `${(100 * clientBusy).toFixed(0)} %`).join(' / '),
  },
  { title: 'RSS, MB', cell: both(({ megabytes }) => megabytes, 0) },
];

function targetOf({ target, alone, missed }: Figures): string {
  const millis = target.millis === undefined ? '' : `, ${alone?.toFixed(1) ?? '?'} < ${target.millis} ms`;
  return `${missed.length === 0 ? 'reached' : 'MISSED'}: ${target.ratio.toFixed(2)}${millis}`;
}
