import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { StatementListener } from './sql-session.ts';
import type { Tables } from './tables.ts';

/** An open database. */
export interface Database {
  /** Runs statements, each on a connection of its own, and starts transactions. */
  readonly kysely: Kysely<unknown>;
  readonly dialect: Dialect;
  readonly tables: Tables;
  readonly onStatement: StatementListener | undefined;
  /**
   * Brings the tables up to date. Several processes may do so at once.
   * @throws Error when the database cannot hold the tables, naming the reason; StorageUnavailableError
   */
  migrate(): Promise<void>;
  /**
   * The names of the migrations that have not run, in their order. Changes nothing.
   * @throws StorageUnavailableError
   */
  pendingMigrations(): Promise<readonly string[]>;
  /** Closes all connections, after the statements that are running. The database cannot be used any more. */
  close(): Promise<void>;
}
