import type { Kysely, RawBuilder } from 'kysely';
import type { DatabaseEvents } from './database-events.ts';
import { codeOf, toStorageError } from './storage-errors.ts';

/** A piece of SQL with its bound parameters. */
export type Sql = RawBuilder<unknown>;

/** Where statements run: each on its own, or all in one transaction. The only place that sends statements of the application. */
export class SqlSession {
  readonly #kysely: Kysely<unknown>;
  readonly #events: DatabaseEvents;
  #failure: { readonly error: unknown } | undefined;

  /** @param kysely the pool, or a transaction */
  constructor(kysely: Kysely<unknown>, events: DatabaseEvents = {}) {
    this.#kysely = kysely;
    this.#events = events;
  }

  /**
   * Runs one statement.
   * @returns its rows
   * @throws StorageUnavailableError, QueryTimeoutError; any other error of the database as it is
   */
  async run<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    const query = statement.compile(this.#kysely);
    this.#events.onStatement?.(query.sql, query.parameters);
    const start = performance.now();
    try {
      return (await this.#kysely.executeQuery(query)).rows;
    } catch (error) {
      this.#events.onFailure?.(codeOf(error));
      const failure = toStorageError(error);
      this.#failure ??= { error: failure };
      throw failure;
    } finally {
      this.#events.onStatementDone?.(performance.now() - start);
    }
  }

  /**
   * After a failed statement a transaction can only be rolled back, even if somebody caught the error; the embedded database would
   * report such a commit as successful.
   * @throws the error of the first statement that failed
   */
  requireIntact(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
