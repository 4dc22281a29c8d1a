import type { ResourceType } from '#application/model/schema';
import type { Renderer } from '../jsonapi/documents/render-document.ts';
import { csvWriter } from './csv-writer.ts';
import type { RecordWriter } from './record-writer.ts';

/** A file format for the resources of one type. */
export interface ExportFormat {
  /** Of file names and paths. */
  readonly extension: string;
  readonly contentType: string;
  /** @param type of the exported resources */
  readonly writerFor: (renderer: Renderer, type: ResourceType) => RecordWriter;
}

export const exportFormats: readonly ExportFormat[] = [
  {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    writerFor: ({ presentation }, type) => csvWriter(presentation.fields[type]),
  },
  { extension: 'ndjson', contentType: 'application/x-ndjson', writerFor: lineWriter },
];

/** One resource object per line (NDJSON). */
function lineWriter({ renderResource }: Renderer): RecordWriter {
  return {
    head: '',
    write: (records) => records.map((record) => `${JSON.stringify(renderResource(record))}\n`).join(''),
  };
}
