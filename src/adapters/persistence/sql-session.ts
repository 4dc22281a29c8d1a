import type { Runner } from './connections.ts';
import type { DatabaseEvents } from './database-events.ts';
import type { Sql, Statement } from './sql.ts';
import { codeOf, toStorageError } from './storage-errors.ts';

/** Where statements run: each on its own, or all in one transaction. The only place that sends statements of the application. */
export class SqlSession {
  readonly #runner: Runner;
  readonly #events: DatabaseEvents;
  #failure: { readonly error: unknown } | undefined;
  /** The error that was reported last: statements that are sent together fail together. */
  #reported: unknown;
  /** When the last answer came. */
  #answered = 0;

  /** @param runner a connection or a transaction */
  constructor(runner: Runner, events: DatabaseEvents = {}) {
    this.#runner = runner;
    this.#events = events;
  }

  /**
   * Runs one statement.
   * @returns its rows
   * @throws StorageUnavailableError, QueryTimeoutError; any other error of the database as it is
   */
  run<Row extends readonly unknown[]>(query: Sql<Row>): Promise<readonly Row[]> {
    return this.send(query.toStatement());
  }

  /** Runs a statement whose rows the caller knows; otherwise like `run`. */
  async send<Row extends readonly unknown[]>(statement: Statement): Promise<readonly Row[]> {
    this.#events.onStatement?.(statement.text, statement.values);
    const start = performance.now();
    try {
      return (await this.#runner.run(statement)) as readonly Row[];
    } catch (error) {
      if (error !== this.#reported) this.#events.onFailure?.(codeOf(error));
      this.#reported = error;
      const failure = toStorageError(error);
      this.#failure ??= { error: failure };
      throw failure;
    } finally {
      // Behind the answer before it, so that all of them add up to the time that was spent.
      const end = performance.now();
      this.#events.onStatementDone?.(end - Math.max(start, this.#answered));
      this.#answered = end;
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
