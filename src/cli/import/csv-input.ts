import { quote } from '#adapters/http/api/error-wording';
import { unescapeFormulas } from '#adapters/http/api/formula-cells';
import { readHeader } from './columns.ts';
import { CsvReport } from './csv-report.ts';
import { delimiterOf, readRows } from './csv-rows.ts';
import type { FileDialect } from './file-dialect.ts';
import type { Entry, Input } from './entry.ts';
import { readRow } from './read-row.ts';

/**
 * Opens CSV (RFC 4180), whose first row is a header.
 * @param start the start of the text, with the header
 * @throws Error if the header matches no type; while rows are read, if the file is not CSV
 */
export async function openCsv(text: AsyncIterable<string>, start: string, dialect: FileDialect): Promise<Input> {
  const delimiter = dialect.delimiter ?? delimiterOf(start);
  const rows = readRows(text, delimiter);
  const first = await rows.next();
  if (first.done === true) throw new Error('the file has no header');
  requireColumns(first.value.cells, dialect);
  const columns = readHeader(first.value.cells, dialect);
  const report = new CsvReport(first.value.cells, delimiter);
  // Exports put an apostrophe before a cell that looks like a formula.
  const isExport = columns.idAt !== undefined || columns.leftOut.includes('id');

  async function* entries(): AsyncGenerator<Entry> {
    for await (const row of rows)
      yield {
        place: `line ${row.line}`,
        content: contentOf(row.cells),
        reported: (reasons) => report.row(row, reasons),
      };
  }

  function contentOf(cells: readonly string[]): Entry['content'] {
    const reason = report.lengthProblem(cells);
    if (reason !== undefined) return { kind: 'unusable', reason };
    return readRow(columns, isExport ? cells.map(unescapeFormulas) : cells, dialect.dates);
  }

  return { reportFormat: 'csv', reportHead: report.head, entries: entries() };
}

/** JSON objects may leave members out; a column that is missing from the header is a mistake. */
function requireColumns(header: readonly string[], { map }: FileDialect): void {
  const headings = header.map((heading) => heading.trim());
  const missing = [...map.keys()].find((heading) => !headings.includes(heading));
  if (missing !== undefined) throw new Error(`--map names the column ${quote(missing)}, which is not in the header`);
}
