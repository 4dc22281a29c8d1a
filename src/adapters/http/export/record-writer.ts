import type { RecordForm } from '../jsonapi/documents/part-writer.ts';

/** Writes a file: the head, then all records in turn, in groups of any size. */
export interface RecordWriter extends RecordForm {
  readonly head: string;
}
