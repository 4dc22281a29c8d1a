// The report of an imported CSV file: its columns plus the errors.
import { stringify } from 'csv-stringify/sync';
import { quote } from '#adapters/http/api/error-wording';
import type { Row } from './csv-rows.ts';

/**
 * The additional columns of a report. An import of the report ignores them, except `import_row`: it holds the original row if its length differs from
 * the header's, and the row is refused until the cell is emptied. So the report is a table even if the file was not, and an uncorrected row
 * is never imported.
 */
export const REPORT_COLUMNS = ['import_line', 'import_error', 'import_row'] as const;

export class CsvReport {
  readonly head: string;
  readonly #header: readonly string[];
  readonly #delimiter: string;

  /** @param header the header of the file, which may itself be a report */
  constructor(header: readonly string[], delimiter: string) {
    this.#header = header.map((heading) => heading.trim());
    this.#delimiter = delimiter;
    this.head = this.#lineOf([...this.#kept(header), ...REPORT_COLUMNS]);
  }

  /** The reason why a row does not fit the header; undefined if it does. */
  lengthProblem(cells: readonly string[]): string | undefined {
    const { length } = this.#header;
    if (cells.length !== length) return `the row has ${cells.length} cells, but the header has ${length}`;
    const row = this.#originalOf(cells);
    return row === ''
      ? undefined
      : `the row was ${quote(row)}, which has a different number of cells than the header; correct its cells and empty import_row`;
  }

  /** The report's line for a row that was not imported. */
  row({ line, cells }: Row, reasons: readonly string[]): string {
    const isWhole = cells.length === this.#header.length;
    const original = isWhole ? this.#originalOf(cells) : this.#lineOf(cells).trimEnd();
    return this.#lineOf([...this.#kept(cells), String(line), reasons.join('; '), original]);
  }

  #originalOf(cells: readonly string[]): string {
    return cells[this.#header.indexOf('import_row')] ?? '';
  }

  /** The cells of the file's own columns. */
  #kept(cells: readonly string[]): readonly string[] {
    return this.#header.flatMap((heading, index) =>
      REPORT_COLUMNS.some((column) => column === heading) ? [] : [cells[index] ?? ''],
    );
  }

  #lineOf(cells: readonly string[]): string {
    return stringify([[...cells]], { delimiter: this.#delimiter, quoted_match: /[\r\n]/ });
  }
}
