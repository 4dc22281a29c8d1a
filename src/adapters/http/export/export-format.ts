import type { ResourceType } from '#domain/schema';
import type { ExportExtension } from '../api/export-formats.ts';
import type { Renderer } from '../jsonapi/documents/render-document.ts';
import { writeIds } from '../jsonapi/documents/stream-document.ts';
import { csvWriter } from './csv-writer.ts';
import type { RecordWriter } from './record-writer.ts';

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
