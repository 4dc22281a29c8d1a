import type { ResourceWrite } from '../http/writing.ts';

/** One record of the file to import. */
export interface Entry {
  /** Its position for messages, such as `line 2`. */
  readonly place: string;
  readonly content: EntryContent;
  /** The record as it appears in the report of refused ones. */
  readonly reported: (reasons: readonly string[]) => string;
}

export type EntryContent =
  | (ResourceWrite & {
      readonly kind: 'resource';
      /** Names in the record that are not sent because only the service sets them. */
      readonly leftOut: readonly string[];
    })
  /** Nothing that could be sent. */
  | {
      readonly kind: 'unusable';
      readonly reason: string;
      /** An option is missing or does not apply, so other records will probably fail for the same reason. */
      readonly isOptionAtFault?: true;
    };

/** A file to import, opened. */
export interface Input {
  readonly reportFormat: 'csv' | 'ndjson';
  /** The head of a report of refused records. */
  readonly reportHead: string;
  readonly entries: AsyncIterable<Entry>;
}
