import type { ResourceType } from '#domain/schema';
import type { Renderer } from '../jsonapi/documents/render-document.ts';
import { writeIds } from '../jsonapi/documents/stream-document.ts';
import { csvWriter } from './csv-writer.ts';
import type { RecordWriter } from './record-writer.ts';

/** A file format for the resources of one type. */
export interface ExportFormat {
  /** Of file names and paths. */
  readonly extension: string;
  readonly contentType: string;
  /** What a line has, for the description of the API. */
  readonly line: 'cells' | 'resource object';
  /** @param type of the exported resources */
  readonly writerFor: (renderer: Renderer, type: ResourceType) => RecordWriter;
}

export const exportFormats: readonly ExportFormat[] = [
  {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    line: 'cells',
    writerFor: ({ presentation }, type) => csvWriter(presentation.fields[type]),
  },
  { extension: 'ndjson', contentType: 'application/x-ndjson', line: 'resource object', writerFor: lineWriter },
];

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
