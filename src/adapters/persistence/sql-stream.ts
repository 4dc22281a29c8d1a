import type { StreamingReader } from '../../application/ports/resource-reader.ts';
import type { Database } from './database.ts';
import { SqlSession } from './sql-session.ts';
import { SqlStreamingReader } from './sql-streaming-reader.ts';
import { sql } from './sql.ts';
import { codeOf, mayBeReadAgain, toStorageError } from './storage-errors.ts';

type StreamWork<Item> = (reader: StreamingReader) => AsyncIterable<Item>;

/** What `work` reads from a database: of one snapshot where there are several connections, else each statement by itself. */
export function streamOn<Item>(database: Database, work: StreamWork<Item>): AsyncIterable<Item> {
  return database.dialect.concurrent ? streamSnapshot(database, work) : streamStatements(database, work);
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
      const transaction = await reach(database, () => database.connections.begin('read'));
      try {
        const session = new SqlSession(transaction, database.events);
        await allowPauses(session, database.longestPauseMillis);
        for await (const item of work(new SqlStreamingReader(session, database))) {
          hasBegun = true;
          yield item;
        }
        return;
      } catch (error) {
        if (hasBegun || isRetry || !mayBeReadAgain(error)) throw error;
      } finally {
        await transaction.rollBack();
      }
    }
  } finally {
    end();
  }
}

async function* streamStatements<Item>(
  database: Database,
  work: StreamWork<Item>,
): AsyncGenerator<Item, void, undefined> {
  const connection = await reach(database, () => database.connections.acquire());
  try {
    yield* work(new SqlStreamingReader(new SqlSession(connection, database.events), database));
  } finally {
    connection.release();
  }
}

/** The server ends transactions in which nothing happens; a client may take longer to read. */
async function allowPauses(session: SqlSession, millis: number | undefined): Promise<void> {
  if (millis === undefined) return;
  await session.run(sql`select set_config('idle_in_transaction_session_timeout', ${String(millis)}, true)`);
}

async function reach<Reached>({ events }: Database, open: () => Promise<Reached>): Promise<Reached> {
  try {
    return await open();
  } catch (error) {
    events.onFailure?.(codeOf(error));
    throw toStorageError(error);
  }
}
