import { IsolationLevel } from '@mikro-orm/core';
import { sql, type Kysely } from 'kysely';
import { StorageUnavailableError } from '../../../application/errors.ts';
import type { StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Database } from '../connection/database.ts';
import { sendByKysely, type Send } from '../connection/send.ts';
import { codeOf, isCollision, mayBeReadAgain, toStorageError } from '../connection/storage-errors.ts';
import { cursorReader, identifierReader } from './streaming-reader.ts';

type StreamWork<Item> = (reader: StreamingReader) => AsyncIterable<Item>;

/** What `work` reads from a database: of one snapshot where there are several connections, else each statement by itself. */
export function streamOn<Item>(database: Database, work: StreamWork<Item>): AsyncIterable<Item> {
  return database.dialect.concurrent
    ? streamSnapshot(database, work)
    : work(identifierReader(database.send, database.statementCache));
}

/**
 * Each such transaction has a connection for as long as its reader likes, so their number is limited. It is tried once more while nothing
 * has been handed out.
 */
async function* streamSnapshot<Item>(
  database: Database,
  work: StreamWork<Item>,
): AsyncGenerator<Item, void, undefined> {
  const end = database.admitStream();
  try {
    for (let isRetry = false; ; isRetry = true) {
      let hasBegun = false;
      database.admit();
      const snapshot = await beginSnapshot(database);
      try {
        for await (const item of work(cursorReader(snapshot.send, database.statementCache))) {
          hasBegun = true;
          yield item;
        }
        return;
      } catch (error) {
        if (hasBegun || isRetry || !mayBeReadAgain(error)) throw unlessCollision(error);
      } finally {
        await snapshot.end();
      }
    }
  } finally {
    end();
  }
}

/** What collided cannot be tried again once something has been handed out. */
function unlessCollision(error: unknown): unknown {
  return isCollision(error) ? new StorageUnavailableError('the list was broken off', { cause: error }) : error;
}

interface Snapshot {
  readonly send: Send;
  /** Never fails: where the connection is lost, the server ends the transaction by itself. */
  end(): Promise<void>;
}

async function beginSnapshot({ em, events, longestPauseMillis }: Database): Promise<Snapshot> {
  const fork = em.fork();
  try {
    await fork.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  } catch (error) {
    events.onFailure?.(codeOf(error));
    throw toStorageError(error);
  }
  const end = (): Promise<void> => fork.rollback().catch(() => undefined);
  const kysely = fork.getKysely<unknown>();
  const send = sendByKysely(kysely, events);
  try {
    await allowPauses(kysely, send, longestPauseMillis);
  } catch (error) {
    await end();
    throw error;
  }
  return { send, end };
}

/** The server ends transactions in which nothing happens; a client may take longer to read. */
async function allowPauses(kysely: Kysely<unknown>, send: Send, millis: number | undefined): Promise<void> {
  if (millis === undefined) return;
  await send(sql`select set_config('idle_in_transaction_session_timeout', ${String(millis)}, true)`.compile(kysely));
}
