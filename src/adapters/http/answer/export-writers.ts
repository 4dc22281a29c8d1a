import { stringify } from 'csv-stringify/sync';
import type { ResourceRecord } from '#application/model/query';
import type { Value } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import type { ExportExtension } from '../api/export-formats.ts';
import type { SelectedFields } from '../request/query/presentation.ts';
import type { RecordWriter } from './part-writer.ts';
import type { Renderer } from './render-document.ts';
import { writeIds } from './stream-document.ts';

/** What writes the files of each format, with resources of one type. */
export const recordWriters: Readonly<
  Record<ExportExtension, (renderer: Renderer, type: ResourceType) => RecordWriter>
> = {
  csv: ({ presentation }, type) => csvWriter(presentation.fields[type]),
  ndjson: lineWriter,
};

/** One resource object per line (NDJSON). */
function lineWriter({ renderResource }: Renderer): RecordWriter {
  return {
    head: '',
    separator: '',
    write: (records) => records.map((record) => `${JSON.stringify(renderResource(record))}\n`).join(''),
    writeIds,
    idSeparator: ',',
  };
}

/**
 * Writes CSV (RFC 4180) with a header line. The columns are `id`, the attributes, then the linkage of each relationship as identifiers joined
 * by a space. What is unset is an empty cell.
 */
export function csvWriter({ attributes, relationships }: SelectedFields): RecordWriter {
  const cellsOf = (record: ResourceRecord): (string | null)[] => [
    record.id,
    ...attributes.map(({ render }) => cellOf(render(record.attributes))),
    ...relationships.map(({ stored }) => (record.linkage[stored] ?? []).join(' ')),
  ];
  return {
    head: linesOf([['id', ...[...attributes, ...relationships].map(({ name }) => name)]]),
    separator: '',
    write: (records) => linesOf(records.map(cellsOf)),
    writeIds: (_, ids) => ids.join(' '),
    idSeparator: ' ',
  };
}

/** Only a text can be a formula. */
function cellOf(value: Value | null): string | null {
  return value === null || typeof value === 'string' ? escapeFormulas(value) : String(value);
}

function linesOf(rows: (string | null)[][]): string {
  // With a delimiter of two characters, csv-stringify would not quote a cell that has only one of them.
  return stringify(rows, { record_delimiter: '\r\n', quote_record_delimiter: true });
}

// CSV injection (https://owasp.org/www-community/attacks/CSV_Injection): spreadsheets run a cell that begins like a formula.

/**
 * Puts an apostrophe before a cell that begins like a formula, which makes it text. Also after each `;`, tab and line break within it: a
 * spreadsheet set to `;`, as in much of Europe, starts a new cell there. Different texts stay different.
 *
 * `escape_formulas` of csv-stringify looks only at the first character of the cell.
 * @example escapeFormulas('=1+1'); // "'=1+1"
 */
export function escapeFormulas(text: string | null): string | null {
  if (text === null) return null;
  const parts = SEPARATOR.test(text) ? text.split(BEHIND_SEPARATOR) : [text];
  const disarmed = parts.map((part) => (FORMULA.test(part) ? `'${part}` : part)).join('');
  return STRAY_SEPARATOR.test(text) ? `'${disarmed}` : disarmed;
}

const SEPARATOR = /[;\t\r\n]/;
const BEHIND_SEPARATOR = /(?<=[;\t\r\n])/;
/** An operator, also in its wide and small forms, behind anything that a spreadsheet may strip: quotes, white space, invisible characters. */
const FORMULA = /^[\s\p{Quotation_Mark}\p{Cc}\p{Cf}]*[-+=@\uFF0B\uFF0D\uFF1D\uFF20\uFE62\uFE63\uFE66\uFE6B]/u;
/** A tab or line break at the start moves the rest into another cell, whatever it is. */
const STRAY_SEPARATOR = /^'*[\t\r\n]/;
