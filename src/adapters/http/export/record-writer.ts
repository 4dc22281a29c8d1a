import type { ResourceRecord } from '#application/model/query';

/** Writes records as text. The head and all records in turn, in groups of any size, make a file. */
export interface RecordWriter {
  readonly head: string;
  readonly write: (records: readonly ResourceRecord[]) => string;
}
