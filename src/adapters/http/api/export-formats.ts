/** A file format for the resources of one type, by the extension of file names and paths. */
export const exportFormats = {
  csv: { contentType: 'text/csv; charset=utf-8; header=present', line: 'cells' },
  ndjson: { contentType: 'application/x-ndjson', line: 'resource object' },
} as const satisfies Readonly<Record<string, ExportFormat>>;

interface ExportFormat {
  readonly contentType: string;
  /** The content of a line, for the OpenAPI document. */
  readonly line: 'cells' | 'resource object';
}

export type ExportExtension = keyof typeof exportFormats;
