import { IsolationLevel } from '@mikro-orm/core';
import { AbortedTransactionError, type Kysely } from 'kysely';
import { CommitOutcomeUnknownError } from '#application/model/errors';
import { sendByKysely, type DatabaseEvents, type Rows, type Send } from '../connection/driver/send-statement.ts';
import { codeOf, isRolledBack, toStorageError } from '../connection/driver/storage-errors.ts';
import type { Statement } from '../tables/sql-fragment.ts';
import type { DatabaseConnection } from './database.ts';

/** Sends the statements of one transaction, and remembers the first error. */
export class Session {
  readonly #send: Send;
  #failure: { readonly error: unknown } | undefined;

  /** @param kysely the transaction */
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

/** Read committed: after a lock is granted, the next statement must see what its last holder committed. */
export const WRITE = { isolationLevel: IsolationLevel.READ_COMMITTED };
export const SNAPSHOT = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };

type Phase = 'begin' | 'work' | 'commit';

/**
 * Runs work in a transaction.
 * @throws any error of `work`; StorageUnavailableError, QueryTimeoutError
 * @throws CommitOutcomeUnknownError if the commit failed with an error that does not prove a rollback
 */
export async function inTransaction<Result>(
  database: DatabaseConnection,
  options: typeof WRITE | typeof SNAPSHOT,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  let phase: Phase = 'begin';
  try {
    return await database.em.transactional(async (em) => {
      phase = 'work';
      const session = new Session(em.getKysely<unknown>(), database.events);
      const result = await work(session);
      session.requireIntact();
      phase = 'commit';
      return result;
    }, options);
  } catch (error) {
    throw failureIn(phase, error, database);
  }
}

function failureIn(phase: Phase, error: unknown, { events }: DatabaseConnection): unknown {
  if (phase === 'work') return error;
  const isAborted = error instanceof AbortedTransactionError;
  const reason = isAborted ? (error.cause ?? error) : error;
  events.observe?.({ kind: 'database failed', code: codeOf(reason) });
  if (phase === 'begin' || isAborted || isRolledBack(reason)) return toStorageError(reason);
  return new CommitOutcomeUnknownError('the commit failed but may have taken effect', { cause: reason });
}
