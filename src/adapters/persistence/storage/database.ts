import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { DatabaseEvents, Send } from '../connection/driver/send.ts';
import type { StatementCache } from '../sql/statement-cache.ts';
import type { Statements } from '../sql/table-statements.ts';
import type { Dialect } from '../tables/dialect.ts';
import type { Tables } from '../tables/tables.ts';

/** Sends statements, in transactions or outside. */
export interface DatabaseConnection {
  /** Units of work fork it; it is in no transaction itself. */
  readonly em: SqlEntityManager;
  /** For administration: outside any transaction, not observed. */
  readonly kysely: Kysely<unknown>;
  /** Sends outside any transaction. */
  readonly send: Send;
  readonly dialect: Dialect;
  readonly events: DatabaseEvents;
  /** How long the consumer of a stream may pause; undefined: as long as the server lets a transaction idle. */
  readonly longestPauseMillis: number | undefined;
  /** The highest that any of several servers has shown; undefined if there is one, as far as is known. */
  timeline(): number | undefined;
  /** Connections that are open lead to a server that is not, or no longer, the primary: makes new ones, once those are free. */
  replaceConnections(): void;
  /** @throws StorageUnavailableError when the database is not ready, or too many units of work are waiting for a connection */
  admitUnitOfWork(): void;
  /**
   * Reserves one of the connections that streams may hold.
   * @returns releases it
   * @throws StorageUnavailableError when all are taken
   */
  admitStream(): () => void;
}

/** The tables, and the statements on them. */
export interface DatabaseSchema {
  readonly tables: Tables;
  readonly statements: Statements;
  readonly statementCache: StatementCache;
}

/** What is done to a database as a whole, ready or not. */
export interface DatabaseAdministration {
  /** Refuses units of work from now on. @param reason undefined: admits them again */
  refuseUnitsOfWork(reason: string | undefined): void;
  /** Undefined for the embedded database, which has one connection. */
  poolUse(): PoolUse | undefined;
  /**
   * Checks that the database answers and has all tables and columns.
   * @throws StorageUnavailableError, QueryTimeoutError; Error when a table or column is missing
   */
  ping(): Promise<void>;
  /**
   * Runs the pending migrations, and brings the counts of rows into the configured state. Safe to call from several processes at once.
   * @throws Error with the reason when the database cannot hold the tables; StorageUnavailableError
   */
  migrate(): Promise<void>;
  /**
   * The names of the migrations that have not run, in order, and the setting of the counts if they are in the other state. Changes nothing.
   * @throws StorageUnavailableError
   */
  pendingMigrations(): Promise<readonly string[]>;
  /** Closes all connections once running statements have ended. The database cannot be used afterwards. */
  close(): Promise<void>;
}

/** An open database: whoever uses it takes the part that it needs. */
export type Database = DatabaseConnection & DatabaseSchema & DatabaseAdministration;

/** `waiting` counts units of work that wait for a connection, `streaming` streams that hold one. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}
