// CSV (RFC 4180).
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type ReadCsv =
  { readonly kind: 'rows'; readonly rows: readonly CsvRow[] } | { readonly kind: 'broken'; readonly reason: string };

/** Without a limit, an unclosed quote would turn the rest of the file into one cell. */
const mostRowBytes = 1024 * 1024;
const longestHeader = 64 * 1024;

/** Detects the delimiter: the one that splits the first row into the most cells. */
export function delimiterIn(text: string): Delimiter {
  const start = text.slice(0, longestHeader);
  const counted = delimiters.map((delimiter) => ({ delimiter, count: cellsInHeader(start, delimiter) }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}

function cellsInHeader(start: string, delimiter: Delimiter): number {
  try {
    const [header = []] = parse(start, { delimiter, to: 1, skip_empty_lines: true });
    return header.length;
  } catch (error) {
    if (error instanceof CsvError) return 0;
    throw error;
  }
}

/** Reads all rows, including the header. Rows may differ in length. */
export function readCsv(text: string, delimiter: Delimiter): ReadCsv {
  const lines: number[] = [];
  // Count lines here, because the parser counts a CRLF within quotes as two.
  let read = { lines: 0, emptyLines: 0 };
  const nextLine = (emptyLines: number): number => read.lines + 1 + emptyLines - read.emptyLines;
  try {
    const rows = parse(new TextEncoder().encode(text), {
      delimiter,
      // By default, the parser accepts only the kind of line break it meets first, and treats others as part of a cell.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: mostRowBytes,
      on_record: (cells, { empty_lines: emptyLines }) => {
        const line = nextLine(emptyLines);
        read = { lines: line + breaksIn(cells), emptyLines };
        lines.push(line);
        return cells;
      },
    });
    return { kind: 'rows', rows: rows.map((cells, index) => ({ line: lines[index] ?? 0, cells })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { index, empty_lines: emptyLines, code, message } = error as Located;
    return { kind: 'broken', reason: `line ${nextLine(emptyLines)}: ${sentenceOf(code, index) ?? message}` };
  }
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/u).length - 1, 0);
}

/** The position that the parser adds to its errors. */
interface Located extends CsvError {
  /** The index of the cell, counted from 0. */
  readonly index: number;
  readonly empty_lines: number;
}

function sentenceOf(code: string, index: number): string | undefined {
  const cell = `cell ${index + 1}`;
  const sentences: Readonly<Record<string, string>> = {
    CSV_QUOTE_NOT_CLOSED: `the quote that opens ${cell} is not closed`,
    CSV_INVALID_CLOSING_QUOTE: `the quote that opens ${cell} is closed before the end of the cell; write a quote within a quoted cell twice`,
    INVALID_OPENING_QUOTE: `${cell} contains a quote but does not begin with one: double the quote and put quotes around the cell`,
    CSV_MAX_RECORD_SIZE: `the row is longer than ${mostRowBytes.toLocaleString('en')} bytes; check if the quote that opens ${cell} is closed`,
  };
  return sentences[code];
}

/** Writes a row and its line break. */
export function csvLine(cells: readonly string[], delimiter: Delimiter): string {
  return `${cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)}\n`;
}

function quotedCell(cell: string, delimiter: Delimiter): string {
  return cell.includes(delimiter) || /["\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
