import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';

export interface Row {
  /** The line where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Without a limit, an unclosed quote would turn the rest of the file into one cell. */
const MAX_ROW_BYTES = 1024 * 1024;

const delimiters: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/**
 * The delimiter of a header: the one that gives the most cells.
 * @param start the start of the file, with the header
 * @throws Error if two give the same number of cells
 */
export function delimiterOf(start: string): string {
  const counted = Object.keys(delimiters).map((delimiter) => ({ delimiter, count: cellsOfHeader(start, delimiter) }));
  const most = Math.max(...counted.map(({ count }) => count));
  const [found = ',', other] = counted.filter(({ count }) => count === most).map(({ delimiter }) => delimiter);
  if (other !== undefined && most > 1)
    throw new Error(
      `the header may be separated by ${delimiters[found] ?? ''} or ${delimiters[other] ?? ''}: choose one with --delimiter`,
    );
  return found;
}

function cellsOfHeader(start: string, delimiter: string): number {
  try {
    const [header = []] = parseText(start, { delimiter, to: 1, skip_empty_lines: true });
    return header.length;
  } catch {
    return 0;
  }
}

/**
 * Reads CSV (RFC 4180). The first row is the header.
 * @throws Error with the line and cell of a syntax error
 */
export async function* readRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Row> {
  let header: readonly string[] = [];
  const lines: number[] = [];
  // Counts the lines up to the end of the last row. The parser counts a CRLF within quotes as two lines.
  let read = { lines: 0, emptyLines: 0 };
  const nextLine = (emptyLines: number): number => read.lines + 1 + emptyLines - read.emptyLines;
  const parser = parse({
    delimiter,
    // The parser would expect the first line break everywhere, and take others as part of a cell.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Called while the parser runs, so that an error can be located. The rows arrive later.
    on_record: (cells, { empty_lines: emptyLines }) => {
      const line = nextLine(emptyLines);
      if (read.lines === 0) header = cells;
      read = { lines: line + breaksIn(cells), emptyLines };
      lines.push(line);
      return cells;
    },
  });
  // The loop below throws the error.
  pipeline(Readable.from(text), parser, () => undefined);
  try {
    for await (const cells of parser as AsyncIterable<readonly string[]>) yield { line: lines.shift() ?? 0, cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(sentenceOf(error as Located, nextLine((error as Located).empty_lines), header), { cause: error });
  }
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/).length - 1, 0);
}

/** The position that the parser adds to its errors. */
interface Located extends CsvError {
  /** The index of the cell, from 0. */
  readonly index: number;
  readonly empty_lines: number;
}

/** @param line where the row begins. The parser reports where it gave up, often the end of the file. */
function sentenceOf({ code, message, index }: Located, line: number, header: readonly string[]): string {
  const name = header[index]?.trim();
  const cell = `cell ${index + 1}${name === undefined ? '' : ` ("${name}")`}`;
  const sentences: Readonly<Record<string, string>> = {
    CSV_QUOTE_NOT_CLOSED: `the quote that opens ${cell} is not closed`,
    CSV_INVALID_CLOSING_QUOTE: `the quote that opens ${cell} is closed before the end of the cell; write a quote within a quoted cell twice`,
    INVALID_OPENING_QUOTE: `${cell} contains a quote but does not begin with one: double the quote and put quotes around the cell`,
    CSV_MAX_RECORD_SIZE: `the row is longer than ${MAX_ROW_BYTES.toLocaleString('en')} bytes; check if the quote that opens ${cell} is closed`,
  };
  return `line ${line}: ${sentences[code] ?? message}`;
}
