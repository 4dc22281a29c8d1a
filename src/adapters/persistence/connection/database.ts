import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { StatementCache } from '../reading/statement-cache.ts';
import type { Statements } from '../table-statements.ts';
import type { Tables } from '../tables.ts';
import type { DatabaseEvents } from './database-events.ts';
import type { Dialect } from './dialect.ts';
import type { Send } from './send.ts';

/** An open database. */
export interface Database {
  /** What units of work fork. It is in no transaction itself. */
  readonly em: SqlEntityManager;
  /** For administration: outside any transaction, and not observed. */
  readonly kysely: Kysely<unknown>;
  /** Sends a statement outside any transaction. */
  readonly send: Send;
  readonly statementCache: StatementCache;
  readonly statements: Statements;
  readonly tables: Tables;
  readonly dialect: Dialect;
  readonly events: DatabaseEvents;
  /** How long the reader of a stream may pause, in milliseconds; undefined: as long as the server allows any transaction. */
  readonly longestPauseMillis: number | undefined;
  /** The connections of a server; undefined for the embedded database, which has one. */
  poolUse(): PoolUse | undefined;
  /**
   * Refuses more work when too many wait for a connection already.
   * @throws StorageUnavailableError
   */
  admit(): void;
  /**
   * Takes one of the places for streams, which are fewer than connections.
   * @returns is to be called when the stream has ended
   * @throws StorageUnavailableError when all are taken
   */
  admitStream(): () => void;
  /**
   * Asks the database for a sign of life, and whether it has the tables.
   * @throws StorageUnavailableError, QueryTimeoutError; Error that says so when a table or a column is not there
   */
  ping(): Promise<void>;
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

/** How many connections there are, how many of them are free, how many units of work wait for one, and how many streams hold one. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly streaming: number;
}
