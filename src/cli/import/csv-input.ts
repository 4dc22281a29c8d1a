import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { jsonOf } from '#adapters/http/api/resource-description';
import { readHeader, REPORT_COLUMNS, type Columns, type ImportedField } from './columns.ts';
import type { Entry, Input } from './entry.ts';

/** An unclosed quote would take the rest of the file for one cell. */
const MAX_ROW_CHARACTERS = 1024 * 1024;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Opens CSV (RFC 4180), whose first row is a header.
 * @throws Error when the header fits no type; while rows are read, when the file is not CSV
 */
export async function openCsv(text: AsyncIterable<string>, typeName: string | undefined): Promise<Input> {
  const rows = rowsOf(text);
  const first = await rows.next();
  if (first.done === true) throw new Error('the file has no header');
  const header = first.value.cells;
  const columns = readHeader(header, typeName);
  const ignored = columns.fields.filter((field) => field === undefined).length;
  // A row of another length than the header keeps being one, so that it is refused again if nobody corrects it.
  const kept = (cells: readonly string[]): readonly string[] =>
    cells.length === header.length
      ? cells.filter((_, index) => columns.fields[index] !== undefined)
      : cells.slice(0, Math.max(cells.length - ignored, 0));

  async function* entries(): AsyncGenerator<Entry> {
    for await (const { line, cells } of rows)
      yield {
        place: `line ${line}`,
        content: readRow(columns, cells),
        reported: (reasons) => lineOf([...kept(cells), String(line), reasons.join('; ')]),
      };
  }

  return { format: 'csv', reportHead: lineOf([...kept(header), ...REPORT_COLUMNS]), entries: entries() };
}

async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  // The loop below throws the error.
  pipeline(Readable.from(text), parser, () => undefined);
  for await (const { record, info } of parser as AsyncIterable<Parsed>)
    yield { line: info.lines - breaksIn(record), cells: record };
}

/** What the parser makes of a row; its types describe rows without `info`. */
interface Parsed {
  readonly record: readonly string[];
  /** `lines`: up to the end of the row. */
  readonly info: { readonly lines: number };
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/).length - 1, 0);
}

function lineOf(cells: string[]): string {
  return stringify([cells], { quoted_match: /[\r\n]/ });
}

/** Makes the resource object of a row. An empty cell is unset. */
export function readRow({ resource, fields }: Columns, cells: readonly string[]): Entry['content'] {
  if (cells.length !== fields.length) {
    const reason = `the row has ${cells.length} cells, the header ${fields.length}`;
    return { kind: 'unusable', reason };
  }
  const attributes: Record<string, unknown> = {};
  const relationships: Record<string, object> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field === undefined || (cell === '' && isNullable(field))) continue;
    if (field.kind === 'attribute') attributes[field.name] = jsonOf(field, cell);
    else relationships[field.name] = { data: { type: field.to, id: cell } };
  }
  const linked = Object.keys(relationships).length === 0 ? {} : { relationships };
  return { kind: 'resource', path: resource.path, resource: { type: resource.type, attributes, ...linked } };
}

/** Otherwise the empty text is sent, for the service to refuse it. */
function isNullable(field: ImportedField): boolean {
  return field.kind === 'relationship' || !field.declared.isRequired;
}
