import { IsolationLevel } from '@mikro-orm/core';
import { CommitOutcomeUnknownError } from '../../application/errors.ts';
import type { DatabaseConnection } from './connection/database.ts';
import { codeOf, isConnectionLost, toStorageError } from './connection/storage-errors.ts';
import { Session } from './session.ts';

/** Once a lock is granted, the next statement has to see what its last holder committed: stricter levels would fail instead. */
export const WRITE = { isolationLevel: IsolationLevel.READ_COMMITTED };
export const SNAPSHOT = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };

type Phase = 'begin' | 'work' | 'commit';

/**
 * Runs work in a transaction.
 * @throws whatever `work` throws; StorageUnavailableError, QueryTimeoutError
 * @throws CommitOutcomeUnknownError if the connection broke between the commit and its answer
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
  events.onFailure?.(codeOf(error));
  return phase === 'commit' && isConnectionLost(error)
    ? new CommitOutcomeUnknownError('the connection was lost during commit', { cause: error })
    : toStorageError(error);
}
