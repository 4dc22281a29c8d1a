import { sql, type RawBuilder } from 'kysely';

/** How the kinds of PostgreSQL differ. */
export interface Dialect {
  /** Whether there are several connections, with isolation and locks between them, or just one. */
  readonly concurrent: boolean;
  /** Selects a text column such that the driver returns the stored value. */
  readText(column: RawBuilder<unknown>): RawBuilder<unknown>;
}

export const serverDialect: Dialect = { concurrent: true, readText: (column) => column };

/** PGlite drops a leading U+FEFF as a byte order mark, so every text gets one to lose. */
export const embeddedDialect: Dialect = { concurrent: false, readText: (column) => sql`chr(65279) || ${column}` };
