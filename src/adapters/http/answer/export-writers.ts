import { stringify } from 'csv-stringify/sync';
import type { ResourceRecord } from '#application/model/query';
import { kinds, type KindName, type Value } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import type { ExportExtension } from '../api/export-formats.ts';
import { escapeFormulas } from '../api/formula-cells.ts';
import type { SelectedFields } from '../request/query/presentation.ts';
import type { RecordWriter } from './part-writer.ts';
import { renderResource, type Rendering } from './render-resource.ts';
import { writeIds } from './stream-document.ts';

/** Writers for each format, of resources of one type. */
export const recordWriters: Readonly<
  Record<ExportExtension, (rendering: Rendering, type: ResourceType) => RecordWriter>
> = {
  csv: ({ read }, type) => csvWriter(read.fields[type]),
  ndjson: lineWriter,
};

/** One resource object per line (NDJSON). */
function lineWriter(rendering: Rendering): RecordWriter {
  return {
    head: '',
    separator: '',
    write: (records) => records.map((record) => `${JSON.stringify(renderResource(record, rendering))}\n`).join(''),
    writeIds,
    idSeparator: ',',
  };
}

/**
 * Writes CSV (RFC 4180) with a header line. The columns are `id`, the attributes, then the linkage of each relationship as identifiers joined
 * by a space. Unset values are empty cells.
 */
export function csvWriter({ attributes, relationships }: SelectedFields): RecordWriter {
  const cellsOf = (record: ResourceRecord): (string | null)[] => [
    record.id,
    ...attributes.map(({ kind, render }) => cellOf(kind, render(record.attributes))),
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

/** Only a string can be a formula, unless it is a decimal. */
function cellOf(kind: KindName, value: Value | null): string | null {
  if (typeof value === 'string') return kinds[kind].isNumber ? value : escapeFormulas(value);
  return value === null ? null : String(value);
}

function linesOf(rows: (string | null)[][]): string {
  // With a delimiter of two characters, csv-stringify would not quote a cell that has only one of them.
  return stringify(rows, { record_delimiter: '\r\n', quote_record_delimiter: true });
}
