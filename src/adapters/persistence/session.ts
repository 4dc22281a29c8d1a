import type { Kysely } from 'kysely';
import type { DatabaseEvents } from './connection/database-events.ts';
import { sendByKysely, type Rows, type Send, type Statement } from './connection/send.ts';

/** Sends the statements of one transaction, and remembers the first error. */
export class Session {
  readonly #send: Send;
  #failure: { readonly error: unknown } | undefined;

  /** @param kysely of the transaction */
  constructor(kysely: Kysely<unknown>, events: DatabaseEvents) {
    this.#send = sendByKysely(kysely, events);
  }

  /** @throws like `Send` */
  readonly send = async (statement: Statement): Promise<Rows> => {
    try {
      return await this.#send(statement);
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  };

  /**
   * After a failed statement PostgreSQL can only roll back, even if the error was caught; the embedded database would report
   * the commit as successful.
   * @throws the error of the first statement that failed
   */
  requireIntact(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
