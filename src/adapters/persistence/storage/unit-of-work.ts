import { CollisionError } from '#application/model/errors';
import type { LogPosition } from '#application/model/log-position';
import type { ChangeFeed } from '#application/ports/change-feed';
import type { Positions } from '#application/ports/positions';
import type { Reads, Transaction, UnitOfWork } from '#application/ports/unit-of-work';
import { perType } from '#domain/schema';
import { isCollision } from '../connection/driver/storage-errors.ts';
import { SqlChanges } from './changes.ts';
import { sqlChangeWriter } from './change-writer.ts';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';
import { readEpoch } from './epoch.ts';
import { purgeAnswers, sqlIdempotencyStore } from './idempotency-store.ts';
import { SqlReads } from './reads.ts';
import { sqlRepository } from './repository.ts';
import { SqlResourceReader } from './resource-readers.ts';
import { inTransaction, WRITE, type Session } from './session.ts';
import { TimelineCheck } from './timeline-check.ts';

export class SqlUnitOfWork extends SqlReads implements UnitOfWork, Positions {
  readonly changes: ChangeFeed;
  readonly #database: DatabaseConnection & DatabaseSchema;
  readonly #timelines: TimelineCheck;
  #epoch: Promise<string> | undefined;

  constructor(database: DatabaseConnection & DatabaseSchema) {
    super(database);
    this.#database = database;
    this.changes = new SqlChanges(database);
    this.#timelines = new TimelineCheck(database);
  }

  /** The only server shows every write, unless it is a former primary. The reads check that first. */
  readsSince(position: LogPosition | undefined): Reads {
    return position === undefined ? this : this.#timelines.checkedReads(this, position.timeline);
  }

  timeline(): number | undefined {
    return this.#database.timeline();
  }

  async currentPosition(): Promise<undefined> {
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
    this.#database.admitUnitOfWork();
    try {
      return await inTransaction(this.#database, WRITE, (session) => work(this.#transactionOf(session)));
    } catch (error) {
      if (error instanceof CollisionError || !isCollision(error)) throw error;
      throw new CollisionError('the transaction collided with another', [], { cause: error });
    }
  }

  async purgeAnswers(limit: number): Promise<number> {
    this.#database.admitUnitOfWork();
    return purgeAnswers(this.#database.kysely, limit);
  }

  #transactionOf(session: Session): Transaction {
    const { send } = session;
    const { tables, statements, changeStatements } = this.#database;
    return {
      repositories: perType((type) => sqlRepository(type, send, tables[type], statements[type])),
      reader: new SqlResourceReader(send, this.#database.statementCache),
      answers: sqlIdempotencyStore(send),
      changes: sqlChangeWriter(send, tables, changeStatements),
    };
  }
}
