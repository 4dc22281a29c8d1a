import { setTimeout as pause } from 'node:timers/promises';
import { namesOthers } from '../../application/collisions.ts';
import { CollisionError, StorageOverloadedError } from '../../application/errors.ts';
import { typeOf } from '../../application/model/owned-resources.ts';
import type { Position } from '../../application/model/position.ts';
import { ownedRepositories } from '../../application/ports/repository.ts';
import type { Reads, Transaction, UnitOfWork } from '../../application/ports/unit-of-work.ts';
import type { Database } from './connection/database.ts';
import { isCollision } from './connection/storage-errors.ts';
import { purgeAnswers, sqlAnswerStore } from './answer-store.ts';
import { SqlResourceReader } from './reading/resource-reader.ts';
import { inTransaction, WRITE } from './in-transaction.ts';
import { SqlReads } from './sql-reads.ts';
import { sqlOwnedRepository, sqlRepository } from './repository.ts';
import { readEpoch } from './read-epoch.ts';
import type { Session } from './session.ts';
import { TimelineCheck } from './timeline-check.ts';

/** Collisions that name no further person, after which a write is given up. */
const FUTILE_TRIES = 10;
const DEFAULT_PATIENCE_MILLIS = 30_000;
const LONGEST_PAUSE_MILLIS = 500;

export class SqlUnitOfWork extends SqlReads implements UnitOfWork {
  readonly #database: Database;
  readonly #patienceMillis: number;
  readonly #timelines: TimelineCheck;
  #epoch: Promise<string> | undefined;

  /** @param patienceMillis how long a write is tried again, counted from its start */
  constructor(database: Database, patienceMillis = DEFAULT_PATIENCE_MILLIS) {
    super(database);
    this.#database = database;
    this.#patienceMillis = patienceMillis;
    this.#timelines = new TimelineCheck(database);
  }

  /** This is the only place to read, and it shows everything, unless it is a former primary. */
  since(position: Position | undefined): Reads {
    // The embedded database has no successor.
    if (position === undefined || !this.#database.dialect.concurrent) return this;
    return this.#timelines.guard(this, position.timeline);
  }

  timeline(): number | undefined {
    return this.#database.timeline();
  }

  async position(): Promise<undefined> {
    return undefined;
  }

  epoch(): Promise<string> {
    this.#epoch ??= this.readOnce(() => readEpoch(this.#database)).catch((error: unknown) => {
      this.#epoch = undefined;
      throw error;
    });
    return this.#epoch;
  }

  async write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const end = performance.now() + this.#patienceMillis;
    let collisions: readonly CollisionError[] = [];
    let futile = 0;
    for (let tries = 1; ; tries += 1) {
      try {
        this.#database.admit();
        const before = collisions;
        return await inTransaction(this.#database, WRITE, (session) => work(this.#transactionOf(session, before)));
      } catch (error) {
        if (!isCollision(error)) throw error;
        if (!(error instanceof CollisionError && namesOthers(error, collisions))) futile += 1;
        if (futile === FUTILE_TRIES || performance.now() > end)
          throw new StorageOverloadedError('collisions', `the transaction collided with others ${tries} times`, {
            cause: error,
          });
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

  #transactionOf(session: Session, collisions: readonly CollisionError[]): Transaction {
    const { send } = session;
    const { tables, statements } = this.#database;
    return {
      persons: sqlRepository(send, tables.person, statements.persons),
      ...ownedRepositories((relationship) =>
        sqlOwnedRepository(send, tables[typeOf(relationship)], statements.owned[relationship]),
      ),
      reader: new SqlResourceReader(send, this.#database.statementCache),
      answers: sqlAnswerStore(send),
      collisions,
    };
  }
}
