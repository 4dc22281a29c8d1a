import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { DatabaseEvents, Send } from '../connection/driver/send-statement.ts';
import type { ChangeStatements } from '../sql/change-statements.ts';
import type { StatementCache } from '../sql/statement-cache.ts';
import type { Statements } from '../sql/table-statements.ts';
import type { Dialect } from '../tables/dialect.ts';
import type { TableModel } from '../tables/table-model.ts';
import type { Tables } from '../tables/tables.ts';

/** Sends statements, inside transactions or outside. */
export interface DatabaseConnection {
  /** Units of work fork it; it is never in a transaction itself. */
  readonly em: SqlEntityManager;
  /** For administration: outside any transaction, not observed. */
  readonly kysely: Kysely<unknown>;
  /** Sends outside any transaction. */
  readonly send: Send;
  readonly dialect: Dialect;
  readonly events: DatabaseEvents;
  /** The longest pause of a stream's consumer; undefined: as long as the server lets a transaction idle. */
  readonly longestPauseMillis: number | undefined;
  /** The highest timeline seen on any server; undefined if only one server is known. */
  timeline(): number | undefined;
  /** Replaces the open connections, each once it is free, because their server is not, or no longer, the primary. */
  replaceConnections(): void;
  /** @throws StorageUnavailableError when the database is not ready, or too many units of work are waiting for a connection */
  admitUnitOfWork(): void;
  /**
   * Reserves one of the connections that streams may hold.
   * @returns a function that releases it
   * @throws StorageUnavailableError when all are taken
   */
  admitStream(): () => void;
}

/** The tables, and the statements on them. */
export interface DatabaseSchema {
  readonly model: TableModel;
  readonly tables: Tables;
  readonly statements: Statements;
  readonly changeStatements: ChangeStatements;
  readonly statementCache: StatementCache;
}

/** Operations on a database as a whole, whether it is ready or not. */
export interface DatabaseAdministration {
  /**
   * Refuses units of work from now on.
   * @param reason the message of their error; undefined admits them again
   */
  refuseUnitsOfWork(reason: string | undefined): void;
  /** Undefined for the embedded database, which has one connection. */
  poolUse(): PoolUse | undefined;
  /**
   * Checks that the database answers and has all tables and columns.
   * @throws StorageUnavailableError, QueryTimeoutError; MissingObjectError when a table or column is missing
   */
  ping(): Promise<void>;
  /**
   * Runs the pending migrations, then switches the row counts to the configured mode. Safe to call from several
   * processes at once.
   * @throws Error with the reason when the database cannot hold the tables; OtherModelError; StorageUnavailableError
   */
  migrate(): Promise<void>;
  /**
   * The names of the pending migrations in order; also `COUNTS=…` if the row counts are in the other mode. Changes
   * nothing.
   * @throws OtherModelError if the database has the tables of another model; StorageUnavailableError
   */
  pendingMigrations(): Promise<readonly string[]>;
  /**
   * The statements that grant the role its missing privileges on existing tables; none for the embedded database. Changes nothing.
   * @throws StorageUnavailableError
   */
  missingGrants(): Promise<readonly string[]>;
  /**
   * The schema of the tables.
   * @throws Error if the search path resolves to no schema or is ambiguous; StorageUnavailableError
   */
  tableSchema(): Promise<string>;
  /** Closes all connections once running statements have ended. The database cannot be used afterwards. */
  close(): Promise<void>;
}

/** An open database. Most users need only one of its parts. */
export type Database = DatabaseConnection & DatabaseSchema & DatabaseAdministration;

/** A pool's connections. `waiting` counts queued units of work, `streaming` the streams that hold a connection. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}
