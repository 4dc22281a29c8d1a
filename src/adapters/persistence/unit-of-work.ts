import { IsolationLevel } from '@mikro-orm/core';
import { setTimeout as pause } from 'node:timers/promises';
import { namesOthers } from '../../application/collisions.ts';
import { CollisionError, CommitOutcomeUnknownError, StorageUnavailableError } from '../../application/errors.ts';
import { typeOf } from '../../application/model/owned-resources.ts';
import { ownedRepositories } from '../../application/ports/repository.ts';
import type { ResourceReader, StreamingReader } from '../../application/ports/resource-reader.ts';
import type { Transaction, UnitOfWork } from '../../application/ports/unit-of-work.ts';
import type { Database } from './connection/database.ts';
import { codeOf, isCollision, isConnectionLost, toStorageError, tryReadTwice } from './connection/storage-errors.ts';
import { purgeAnswers, sqlAnswerStore } from './answer-store.ts';
import { SqlResourceReader } from './reading/resource-reader.ts';
import { streamOn } from './reading/stream.ts';
import { sqlOwnedRepository, sqlRepository } from './repository.ts';
import { readEpoch } from './read-epoch.ts';
import { Session } from './session.ts';

/** Collisions that name no further person, after which a write is given up. */
const FUTILE_TRIES = 10;
const DEFAULT_PATIENCE_MILLIS = 30_000;
const LONGEST_PAUSE_MILLIS = 500;
/** Once a lock is granted, the next statement has to see what its last holder committed: stricter levels would fail instead. */
const WRITE = { isolationLevel: IsolationLevel.READ_COMMITTED };
const SNAPSHOT = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };

export class SqlUnitOfWork implements UnitOfWork {
  readonly reader: ResourceReader;
  readonly #database: Database;
  readonly #patienceMillis: number;
  #epoch: Promise<string> | undefined;

  /** @param patienceMillis how long a write is tried again, counted from its start */
  constructor(database: Database, patienceMillis = DEFAULT_PATIENCE_MILLIS) {
    this.#database = database;
    this.#patienceMillis = patienceMillis;
    const reader = new SqlResourceReader(database.send, database.statementCache);
    this.reader = { find: (query) => this.#readOnce(() => reader.find(query)) };
  }

  epoch(): Promise<string> {
    this.#epoch ??= this.#readOnce(() => readEpoch(this.#database)).catch((error: unknown) => {
      this.#epoch = undefined;
      throw error;
    });
    return this.#epoch;
  }

  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result> {
    return this.#readOnce(() => this.#inSnapshot((session) => work(this.#readerOf(session))));
  }

  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item> {
    return streamOn(this.#database, work);
  }

  async write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#patienceMillis;
    let collisions: readonly CollisionError[] = [];
    let futile = 0;
    for (let tries = 1; ; tries += 1) {
      try {
        this.#database.admit();
        const before = collisions;
        return await this.#inTransaction(WRITE, (session) => work(this.#transactionOf(session, before)));
      } catch (error) {
        if (!isCollision(error)) throw error;
        if (!(error instanceof CollisionError && namesOthers(error, collisions))) futile += 1;
        if (futile === FUTILE_TRIES || performance.now() > end)
          throw new StorageUnavailableError(`the transaction collided with others ${tries} times`, { cause: error });
        if (error instanceof CollisionError) collisions = [...collisions, error];
      }
      this.#database.events.onCollision?.();
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MILLIS, 10 * 2 ** tries));
    }
  }

  async purgeAnswers(limit: number): Promise<number> {
    this.#database.admit();
    return purgeAnswers(this.#database.kysely, limit);
  }

  async #readOnce<Result>(read: () => Promise<Result>): Promise<Result> {
    this.#database.admit();
    return tryReadTwice(read);
  }

  /** A read has nothing to commit: once `work` is done, its result stands even if the connection breaks before the transaction ends. */
  async #inSnapshot<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    let answer: { readonly result: Result } | undefined;
    try {
      return await this.#inTransaction(SNAPSHOT, async (session) => {
        answer = { result: await work(session) };
        session.requireIntact();
        return answer.result;
      });
    } catch (error) {
      if (error instanceof CommitOutcomeUnknownError && answer !== undefined) return answer.result;
      throw error;
    }
  }

  /** @throws CommitOutcomeUnknownError if the connection broke between the commit and its answer */
  async #inTransaction<Result>(
    options: typeof WRITE | typeof SNAPSHOT,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    let phase: 'begin' | 'work' | 'commit' = 'begin';
    try {
      return await this.#database.em.transactional(async (em) => {
        phase = 'work';
        const session = new Session(em.getKysely<unknown>(), this.#database.events);
        const result = await work(session);
        session.requireIntact();
        phase = 'commit';
        return result;
      }, options);
    } catch (error) {
      throw this.#failureIn(phase, error);
    }
  }

  #failureIn(phase: 'begin' | 'work' | 'commit', error: unknown): unknown {
    if (phase === 'work') return error;
    this.#database.events.onFailure?.(codeOf(error));
    return phase === 'commit' && isConnectionLost(error)
      ? new CommitOutcomeUnknownError('the connection was lost during commit', { cause: error })
      : toStorageError(error);
  }

  #readerOf({ send }: Session): ResourceReader {
    return new SqlResourceReader(send, this.#database.statementCache);
  }

  #transactionOf(session: Session, collisions: readonly CollisionError[]): Transaction {
    const { send } = session;
    const { tables, statements } = this.#database;
    return {
      persons: sqlRepository(send, tables.person, statements.persons),
      ...ownedRepositories((relationship) =>
        sqlOwnedRepository(send, tables[typeOf(relationship)], statements.owned[relationship]),
      ),
      reader: this.#readerOf(session),
      answers: sqlAnswerStore(send),
      collisions,
    };
  }
}
