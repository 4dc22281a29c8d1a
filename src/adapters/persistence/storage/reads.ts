import { IsolationLevel } from '@mikro-orm/core';
import { sql } from 'kysely';
import { CommitOutcomeUnknownError, StorageUnavailableError } from '#application/model/errors';
import type { ResourceReader, StreamingReader } from '#application/ports/resource-reader';
import type { Reads } from '#application/ports/unit-of-work';
import { asRead } from '../tables/sql-fragment.ts';
import { sendByKysely, type Send } from '../connection/driver/send-statement.ts';
import {
  codeOf,
  isCollision,
  isRetryableRead,
  toStorageError,
  tryReadTwice,
} from '../connection/driver/storage-errors.ts';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';
import { cursorReader, identifierReader, SqlResourceReader } from './resource-readers.ts';
import { inTransaction, SNAPSHOT, type Session } from './session.ts';

/** Reads from one database. */
export class SqlReads implements Reads {
  readonly reader: ResourceReader;
  readonly #database: DatabaseConnection & DatabaseSchema;
  readonly #tries: Tries;

  constructor(database: DatabaseConnection & DatabaseSchema, tries: Tries = 'twice') {
    this.#database = database;
    this.#tries = tries;
    const reader = new SqlResourceReader(database.send, database.statementCache);
    // Not on a shared connection, which others may break again.
    const again = new SqlResourceReader(
      (statement) => database.send({ ...statement, isQuick: false }),
      database.statementCache,
    );
    this.reader = {
      find: (query) =>
        this.readOnce(
          () => reader.find(query),
          () => again.find(query),
        ),
    };
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.readOnce(() =>
      this.#inSnapshot(({ send }) => work(new SqlResourceReader(send, this.#database.statementCache))),
    );
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return streamOn(this.#database, work, this.#tries);
  }

  /** @param again the second try, if there is one; by default the same */
  protected async readOnce<Result>(read: () => Promise<Result>, again = read): Promise<Result> {
    this.#database.admitUnitOfWork();
    return this.#tries === 'twice' ? tryReadTwice(read, again) : read();
  }

  /** A read has nothing to commit: once `work` is done, its result stands even if the connection breaks before the transaction ends. */
  async #inSnapshot<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    let answer: { readonly result: Result } | undefined;
    try {
      return await inTransaction(this.#database, SNAPSHOT, async (session) => {
        answer = { result: await work(session) };
        session.requireIntact();
        return answer.result;
      });
    } catch (error) {
      if (error instanceof CommitOutcomeUnknownError && answer !== undefined) return answer.result;
      throw error;
    }
  }
}

/** The attempts at a read. With `twice`, a failed one is retried. */
type Tries = 'once' | 'twice';

type StreamWork<Item> = (reader: StreamingReader) => AsyncIterable<Item>;

/** Streams from one snapshot on a server; on the embedded database each statement sees its own. */
function streamOn<Item>(
  database: DatabaseConnection & DatabaseSchema,
  work: StreamWork<Item>,
  tries: Tries,
): AsyncIterable<Item> {
  return database.dialect.concurrent ? streamSnapshot(database, work, tries) : streamStates(database, work);
}

async function* streamStates<Item>(
  database: DatabaseConnection & DatabaseSchema,
  work: StreamWork<Item>,
): AsyncGenerator<Item, void, undefined> {
  database.admitUnitOfWork();
  yield* work(identifierReader(database.send, database.statementCache));
}

/** Holds a connection until the consumer is done, so streams are limited. Never retries after the first item. */
async function* streamSnapshot<Item>(
  database: DatabaseConnection & DatabaseSchema,
  work: StreamWork<Item>,
  tries: Tries,
): AsyncGenerator<Item, void, undefined> {
  const end = database.admitStream();
  try {
    for (let isLast = tries === 'once'; ; isLast = true) {
      let hasYielded = false;
      let snapshot: Snapshot | undefined;
      database.admitUnitOfWork();
      try {
        snapshot = await beginSnapshot(database);
        for await (const item of work(cursorReader(snapshot.send, database.statementCache))) {
          hasYielded = true;
          yield item;
        }
        return;
      } catch (error) {
        if (!hasYielded && !isLast && isRetryableRead(error)) continue;
        throw isCollision(error) ? new StorageUnavailableError('the stream was interrupted', { cause: error }) : error;
      } finally {
        await snapshot?.end();
      }
    }
  } finally {
    end();
  }
}

interface Snapshot {
  readonly send: Send;
  /** Never rejects: if the connection is lost, the server ends the transaction itself. */
  end(): Promise<void>;
}

async function beginSnapshot({ em, events, longestPauseMillis }: DatabaseConnection): Promise<Snapshot> {
  const fork = em.fork();
  try {
    await fork.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  } catch (error) {
    events.observe?.({ kind: 'database failed', code: codeOf(error) });
    throw toStorageError(error);
  }
  const end = (): Promise<void> => fork.rollback().catch(() => undefined);
  const kysely = fork.getKysely<unknown>();
  const send = sendByKysely(kysely, events);
  if (longestPauseMillis === undefined) return { send, end };
  // The server ends idle transactions, but a slow client may pause for longer.
  const allowPauses = sql`select set_config('idle_in_transaction_session_timeout', ${String(longestPauseMillis)}, true)`;
  try {
    await send(asRead(allowPauses.compile(kysely)));
  } catch (error) {
    await end();
    throw error;
  }
  return { send, end };
}
