import { sql, type RawBuilder } from 'kysely';

/** How the kinds of PostgreSQL differ. */
export interface Dialect {
  /** Whether several connections run side by side, with isolation levels and locks between them; else there is a single connection. */
  readonly concurrent: boolean;
  /** An expression that reads a text column so that its value arrives as it is stored. */
  readText(column: RawBuilder<unknown>): RawBuilder<unknown>;
}

export const serverDialect: Dialect = { concurrent: true, readText: (column) => column };

/** PGlite takes a leading U+FEFF for a byte order mark and drops it, so one is put in front of every text. */
export const embeddedDialect: Dialect = { concurrent: false, readText: (column) => sql`chr(65279) || ${column}` };
