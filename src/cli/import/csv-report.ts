// The report of an imported CSV file: the same columns, and what was wrong.
import { stringify } from 'csv-stringify/sync';
import { quote } from '#adapters/http/api/error-wording';
import type { Row } from './csv-rows.ts';

/**
 * Columns that a report has in addition, and that mean nothing when it is imported in its turn. Only `import_row` does: it has a row of another length
 * than the header as it was, and while it does, the row is refused again. So the report is a table even where the file was not, and a row
 * that nobody has corrected is never imported.
 */
export const REPORT_COLUMNS = ['import_line', 'import_error', 'import_row'] as const;

export class CsvReport {
  readonly head: string;
  readonly #header: readonly string[];
  readonly #delimiter: string;

  /** @param header of the file, which may be a report */
  constructor(header: readonly string[], delimiter: string) {
    this.#header = header.map((heading) => heading.trim());
    this.#delimiter = delimiter;
    this.head = this.#lineOf([...this.#kept(header), ...REPORT_COLUMNS]);
  }

  /** Why a row cannot be read by the header; undefined if it can. */
  lengthProblem(cells: readonly string[]): string | undefined {
    const { length } = this.#header;
    if (cells.length !== length) return `the row has ${cells.length} cells, the header ${length}`;
    const row = this.#originalOf(cells);
    return row === ''
      ? undefined
      : `the row was ${quote(row)}, of another length than the header; correct its cells and empty import_row`;
  }

  /** The line of a row that was not imported. */
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
