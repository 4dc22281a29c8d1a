import type { Figures } from './figures.ts';
import type { Round } from './measure.ts';

/** Figures as a table in Markdown, columns aligned. */
export function tableOf(figures: readonly Figures[]): string {
  const lines = figures.map((each) => [each.title, ...COLUMNS.map(({ cell }) => cell(each))]);
  const titles = ['', ...COLUMNS.map(({ title }) => title)];
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...lines.map((line) => line[column] ?? '')].map((text) => text.length), 3),
  );
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => padded(cell, column, widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [row(titles), row(rule), ...lines.map(row)].join('\n');
}

/** What is said of both sides: first the service, then the floor. */
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
  { title: 'p50, ms', cell: both(({ p50 }) => p50, 1) },
  { title: 'p99, ms', cell: both(({ p99 }) => p99, 1) },
  { title: 'CPU, ms', cell: both(({ cpu }) => cpu, 3) },
  { title: 'database CPU, ms', cell: both(({ databaseCpu }) => databaseCpu, 3) },
  { title: 'RSS, MB', cell: both(({ megabytes }) => megabytes, 0) },
];

function padded(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
