import { setTimeout as pause } from 'node:timers/promises';
import { CommitOutcomeUnknownError, StorageUnavailableError } from '../../application/errors.ts';
import type { ResourceReader, StreamingReader } from '../../application/ports/resource-reader.ts';
import type { Repositories, Transaction, UnitOfWork } from '../../application/ports/unit-of-work.ts';
import type { Access, Connection, SqlTransaction } from './connections.ts';
import type { Database } from './database.ts';
import { SqlComputerRepository } from './sql-computer-repository.ts';
import { SqlPersonRepository } from './sql-person-repository.ts';
import { SqlResourceReader } from './sql-resource-reader.ts';
import { SqlSession } from './sql-session.ts';
import { streamOn } from './sql-stream.ts';
import { codeOf, isCollision, isConnectionLost, mayBeReadAgain, toStorageError } from './storage-errors.ts';

const TRIES = 10;
const LONGEST_PAUSE_MILLIS = 500;

export class SqlUnitOfWork implements UnitOfWork {
  readonly reader: ResourceReader;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.reader = {
      find: (query) => this.#readOnce(() => this.#onConnection((session) => this.#readerOf(session).find(query))),
    };
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#readOnce(() => this.#inTransaction('read', (session) => work(this.#readerOf(session))));
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return streamOn(this.#database, work);
  }

  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#untilDone(() =>
      this.#inTransaction('write', (session, transaction) => work(this.#transactionOf(session, transaction))),
    );
  }

  writeAtOnce<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result> {
    return this.#untilDone(() =>
      this.#onConnection((session) => this.#committing(work(this.#repositoriesOf(session)))),
    );
  }

  /** A statement by itself commits at its end. */
  async #committing<Result>(statement: Promise<Result>): Promise<Result> {
    try {
      return await statement;
    } catch (error) {
      throw outcomeOf(error);
    }
  }

  async #untilDone<Result>(write: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#database.admit();
        return await write();
      } catch (error) {
        if (!isCollision(error)) throw error;
        if (tries === TRIES)
          throw new StorageUnavailableError(`the transaction collided with others ${TRIES} times`, { cause: error });
      }
      this.#database.events.onCollision?.();
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MILLIS, 10 * 2 ** tries));
    }
  }

  /**
   * A read has no effect, so it is tried once more when its connection broke (the pool may have held what a restart of the server had cut),
   * or when what it had prepared is out of date.
   */
  async #readOnce<Result>(read: () => Promise<Result>): Promise<Result> {
    this.#database.admit();
    try {
      return await read();
    } catch (error) {
      if (!mayBeReadAgain(error)) throw error;
    }
    try {
      return await read();
    } catch (error) {
      if (!isCollision(error)) throw error;
      throw new StorageUnavailableError('what was prepared is out of date again', { cause: error });
    }
  }

  /** Each statement is a transaction of its own. */
  async #onConnection<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    let connection: Connection;
    try {
      connection = await this.#database.connections.acquire();
    } catch (error) {
      throw this.#failed(error);
    }
    try {
      return await work(new SqlSession(connection, this.#database.events));
    } finally {
      connection.release();
    }
  }

  async #inTransaction<Result>(
    access: Access,
    work: (session: SqlSession, transaction: SqlTransaction) => Promise<Result>,
  ): Promise<Result> {
    let transaction: SqlTransaction;
    try {
      transaction = await this.#database.connections.begin(access);
    } catch (error) {
      throw this.#failed(error);
    }
    try {
      const session = new SqlSession(transaction, this.#database.events);
      const result = await work(session, transaction);
      session.requireIntact();
      if (access === 'write') await this.#commit(transaction);
      // Nothing depends on how a snapshot ends, so nobody waits for that.
      else transaction.commit().catch(() => transaction.rollBack());
      return result;
    } catch (error) {
      await transaction.rollBack();
      throw transaction.isEnding ? outcomeOf(error) : error;
    }
  }

  /** @throws CommitOutcomeUnknownError when the connection broke after the commit was sent and before it was answered */
  async #commit(transaction: SqlTransaction): Promise<void> {
    try {
      await transaction.commit();
    } catch (error) {
      const failure = this.#failed(error);
      if (isConnectionLost(error))
        throw new CommitOutcomeUnknownError('the connection was lost during commit', { cause: error });
      throw failure;
    }
  }

  #failed(error: unknown): unknown {
    this.#database.events.onFailure?.(codeOf(error));
    return toStorageError(error);
  }

  #readerOf(session: SqlSession): ResourceReader {
    return new SqlResourceReader(session, this.#database);
  }

  #transactionOf(session: SqlSession, transaction: SqlTransaction): Transaction {
    return {
      ...this.#repositoriesOf(session),
      reader: this.#readerOf(session),
      end: (ask) => transaction.end(ask),
    };
  }

  #repositoriesOf(session: SqlSession): Repositories {
    return {
      persons: new SqlPersonRepository(session, this.#database),
      computers: new SqlComputerRepository(session, this.#database),
    };
  }
}

/** The error of statements that commit by themselves or together with the commit: whether they did is not known when the connection was lost. */
function outcomeOf(error: unknown): unknown {
  return error instanceof StorageUnavailableError && isConnectionLost(error.cause)
    ? new CommitOutcomeUnknownError('the connection was lost during a write', { cause: error })
    : error;
}
