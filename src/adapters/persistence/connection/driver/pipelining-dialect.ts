// Kysely's dialect for PostgreSQL, with fewer waits for the server in a transaction. `begin` is sent together with the
// first statement, and a statement that returns nothing together with the next one or the commit. Several reads can be
// under way at once.
import {
  AbortedTransactionError,
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseError } from 'pg';
import { CommitOutcomeUnknownError } from '#application/model/errors';
import type { Statement } from '../../tables/sql-fragment.ts';

/** @param config its pool must consist of clients with `pipeline: true` */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PipeliningDriver {
    return new PipeliningDriver(this.#config);
  }
}

/** A query, perhaps with its kind. Without one, it is awaited, and so is `begin` before it. */
export type QueryOfKind = CompiledQuery & Pick<Statement, 'kind'>;

class PipeliningDriver implements Driver {
  readonly #driver: Required<Driver>;

  constructor(config: PostgresDialectConfig) {
    this.#driver = new PostgresDriver(config);
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<PipeliningConnection> {
    return new PipeliningConnection(await this.#driver.acquireConnection());
  }

  async beginTransaction(connection: PipeliningConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(this.#driver.beginTransaction(connection.inner, settings));
  }

  /**
   * @throws AbortedTransactionError if an earlier statement made the server roll back, with its error as `cause`
   * @throws CommitOutcomeUnknownError if the server did not see that error
   */
  async commitTransaction(connection: PipeliningConnection): Promise<void> {
    await connection.begun?.catch((cause: unknown) => {
      throw new AbortedTransactionError({ cause });
    });
    const earlier = connection.answered;
    try {
      await this.#driver.commitTransaction(connection.inner);
    } catch (error) {
      // If the commit was sent, its own error hides that of an earlier statement.
      await earlier.catch((cause: unknown) => {
        // The server does not store a transaction with a refused statement, even if it then ended the session.
        if (error instanceof AbortedTransactionError || cause instanceof DatabaseError)
          throw new AbortedTransactionError({ cause });
      });
      throw error;
    }
    await earlier.catch((error: unknown) => {
      throw new CommitOutcomeUnknownError('a statement failed before it was sent, and the others are stored', {
        cause: error,
      });
    });
  }

  rollbackTransaction(connection: PipeliningConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection.inner);
  }

  savepoint(...given: Parameters<Required<Driver>['savepoint']>): Promise<void> {
    return this.#driver.savepoint(...given);
  }

  async rollbackToSavepoint(connection: PipeliningConnection, ...given: SavepointDetails): Promise<void> {
    await this.#driver.rollbackToSavepoint(connection.inner, ...given);
    connection.forgetErrors();
  }

  releaseSavepoint(...given: Parameters<Required<Driver>['releaseSavepoint']>): Promise<void> {
    return this.#driver.releaseSavepoint(...given);
  }

  releaseConnection(connection: PipeliningConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.inner);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** The result of a statement that has been sent. */
export interface SentResult<Row> extends QueryResult<Row> {
  /** The rows of a read in a transaction, once the server has returned them. */
  readonly answer?: Promise<QueryResult<Row>>;
}

type SavepointDetails =
  Parameters<Required<Driver>['rollbackToSavepoint']> extends [unknown, ...infer Rest] ? Rest : never;

class PipeliningConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  /** The response to `begin`; undefined outside a transaction. */
  begun: Promise<void> | undefined;
  /** Settles when the server has responded to all statements of the transaction. Rejects with the first error. */
  answered: Promise<unknown> = Promise.resolve();

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  /** @param begun the response to `begin`, which has been sent */
  begin(begun: Promise<void>): void {
    this.begun = begun;
    void this.#inOrder(begun);
  }

  async executeQuery<Row>(query: QueryOfKind): Promise<SentResult<Row>> {
    if (this.begun === undefined) return this.inner.executeQuery<Row>(query);
    // If `begin` failed, a write would run as a transaction of its own. A read would do no harm.
    if (query.kind !== 'read') await this.begun;
    const answer = this.#inOrder(this.inner.executeQuery<Row>(query));
    if (query.kind === undefined) return answer;
    // Returns at once, because Kysely sends the next statement only afterwards.
    return query.kind === 'read' ? { rows: [], answer } : { rows: [] };
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }

  /** The server responds in order and, after a failure, refuses the rest, so the first error is the cause. */
  #inOrder<Result>(result: Promise<Result>): Promise<Result> {
    result.catch(ignore);
    const answer = this.answered.then(() => result);
    // Drops the rows, which would stay in memory.
    this.answered = answer.then(ignore);
    this.answered.catch(ignore);
    return answer;
  }

  /** Call this when the server has rolled back the failed statements. */
  forgetErrors(): void {
    this.answered = Promise.resolve();
  }
}

const ignore = (): void => undefined;
