import { sql, type RawBuilder } from 'kysely';

/** Differences between a PostgreSQL server and PGlite. */
export interface Dialect {
  /** True if there can be several connections, so that isolation levels and locks matter. */
  readonly concurrent: boolean;
  /** Selects a text column such that the driver returns the stored value. */
  readText(column: RawBuilder<unknown>): RawBuilder<unknown>;
}

export const serverDialect: Dialect = { concurrent: true, readText: (column) => column };

/** PGlite drops a leading U+FEFF as a byte order mark, so each text gets an extra one. */
export const embeddedDialect: Dialect = { concurrent: false, readText: (column) => sql`chr(65279) || ${column}` };
