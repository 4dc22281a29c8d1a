import { CollisionError } from '../../application/errors.ts';
import type { Position } from '../../application/model/position.ts';
import type { Positions } from '../../application/ports/positions.ts';
import type { Reads, Transaction, UnitOfWork } from '../../application/ports/unit-of-work.ts';
import type { DatabaseConnection, DatabaseSchema } from './connection/database.ts';
import { isCollision } from './connection/storage-errors.ts';
import { purgeAnswers, sqlAnswerStore } from './answer-store.ts';
import { SqlResourceReader } from './reading/resource-reader.ts';
import { inTransaction, WRITE } from './in-transaction.ts';
import { SqlReads } from './sql-reads.ts';
import { perType } from '../../domain/schema.ts';
import { sqlRepository } from './repository.ts';
import { readEpoch } from './read-epoch.ts';
import type { Session } from './session.ts';
import { TimelineCheck } from './timeline-check.ts';

export class SqlUnitOfWork extends SqlReads implements UnitOfWork, Positions {
  readonly #database: DatabaseConnection & DatabaseSchema;
  readonly #timelines: TimelineCheck;
  #epoch: Promise<string> | undefined;

  constructor(database: DatabaseConnection & DatabaseSchema) {
    super(database);
    this.#database = database;
    this.#timelines = new TimelineCheck(database);
  }

  /** This is the only place to read, and it shows everything, unless it is a former primary. */
  since(position: Position | undefined): Reads {
    return position === undefined ? this : this.#timelines.guard(this, position.timeline);
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
    this.#database.admit();
    try {
      return await inTransaction(this.#database, WRITE, (session) => work(this.#transactionOf(session)));
    } catch (error) {
      if (error instanceof CollisionError || !isCollision(error)) throw error;
      throw new CollisionError('the transaction collided with another', [], { cause: error });
    }
  }

  async purgeAnswers(limit: number): Promise<number> {
    this.#database.admit();
    return purgeAnswers(this.#database.kysely, limit);
  }

  #transactionOf(session: Session): Transaction {
    const { send } = session;
    const { tables, statements } = this.#database;
    return {
      repositories: perType((type) => sqlRepository(type, send, tables[type], statements[type])),
      reader: new SqlResourceReader(send, this.#database.statementCache),
      answers: sqlAnswerStore(send),
    };
  }
}
