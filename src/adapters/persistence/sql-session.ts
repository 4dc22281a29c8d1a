import type { Kysely, RawBuilder } from 'kysely';
import { toStorageError } from './storage-errors.ts';

/** A piece of SQL with its bound parameters. */
export type Sql = RawBuilder<unknown>;

/** Is told the text and the parameters of every statement before it is sent. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void;

/** Where statements run: each on its own, or all in one transaction. The only place that sends statements of the application. */
export class SqlSession {
  readonly #kysely: Kysely<unknown>;
  readonly #onStatement: StatementListener | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param kysely the pool, or a transaction */
  constructor(kysely: Kysely<unknown>, onStatement: StatementListener | undefined) {
    this.#kysely = kysely;
    this.#onStatement = onStatement;
  }

  /**
   * Runs one statement.
   * @returns its rows
   * @throws StorageUnavailableError, QueryTimeoutError; any other error of the database as it is
   */
  async run<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    const query = statement.compile(this.#kysely);
    this.#onStatement?.(query.sql, query.parameters);
    try {
      return (await this.#kysely.executeQuery(query)).rows;
    } catch (error) {
      const failure = toStorageError(error);
      this.#failure ??= { error: failure };
      throw failure;
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
