import type { ChangeStatements } from './change-statements.ts';
import type { DatabaseDescription } from './database-description.ts';
import type { FindStatements } from './find-statements.ts';

/** How statements are written for a database, and those that have been written. */
export interface KnownStatements extends DatabaseDescription {
  /** Of the questions that are put to it. */
  readonly finds: FindStatements;
  /** Of the changes of single rows. */
  readonly changes: ChangeStatements;
}
