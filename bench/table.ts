/**
 * An aligned Markdown table; all columns but the first are right-aligned.
 * @param lines cells, as many as titles
 */
export function tableOf(titles: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...lines.map((line) => line[column] ?? '')].map((text) => text.length), 3),
  );
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => padded(cell, column, widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [row(titles), row(rule), ...lines.map(row)].join('\n');
}

function padded(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
