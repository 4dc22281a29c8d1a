import type { Access, Rows, SqlTransaction } from './connections.ts';
import type { ServerConnection } from './server-connection.ts';
import type { Statement } from './sql.ts';
import type { StatementBatch } from './statement-batch.ts';

const BEGIN: Readonly<Record<Access, Statement>> = {
  read: { text: 'begin isolation level repeatable read read only', values: [] },
  write: { text: 'begin', values: [] },
};
const COMMIT: Statement = { text: 'commit', values: [] };
const ROLLBACK: Statement = { text: 'rollback', values: [] };

/** A transaction on a server. What is asked at once is sent in one piece, without waiting for the answers to what went before. */
export class ServerTransaction implements SqlTransaction {
  readonly #connection: ServerConnection;
  readonly #access: Access;
  #hasBegun = false;
  #isEnding = false;
  #isClosed = false;
  /** The commit that was sent with the last questions. */
  #ending: Promise<void> | undefined;
  /** What is asked until the present work pauses: it leaves in one piece, since each write to a socket costs as much as a short statement. */
  #next: StatementBatch | undefined;
  /** What was sent last is over. */
  #over: Promise<void> = Promise.resolve();

  constructor(connection: ServerConnection, access: Access) {
    this.#connection = connection;
    this.#access = access;
  }

  run(statement: Statement): Promise<Rows> {
    if (this.#isClosed) return Promise.reject(new Error('something was asked after the end of the transaction'));
    return this.#add(statement);
  }

  /** The transaction begins with its first statement: should it not begin, the statement is not run either. */
  #add(statement: Statement): Promise<Rows> {
    const batch = this.#batch();
    if (!this.#hasBegun && !this.isEnding) {
      this.#hasBegun = true;
      // The statement fails with the same error.
      this.#connection.add(batch, BEGIN[this.#access]).catch(() => undefined);
    }
    return this.#connection.add(batch, statement);
  }

  /** The batch that leaves next. */
  #batch(): StatementBatch {
    if (this.#next === undefined) {
      this.#next = this.#connection.batch();
      process.nextTick(() => this.#send());
    }
    return this.#next;
  }

  #send(): void {
    const batch = this.#next;
    if (batch === undefined) return;
    this.#next = undefined;
    this.#over = batch.over;
    this.#connection.send(batch);
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** A transaction that has not begun is a single batch, and needs neither beginning nor end. */
  end<Result>(ask: () => Promise<Result>): Promise<Result> {
    this.#isEnding = true;
    const answer = ask();
    this.#isClosed = true;
    if (this.#hasBegun) {
      this.#ending = this.#commit();
      // The unit of work asks for it when it has the answer.
      this.#ending.catch(() => undefined);
    }
    return answer;
  }

  async #commit(): Promise<void> {
    const batch = this.#batch();
    await this.#add(COMMIT);
    if (batch.lastCommand !== 'COMMIT')
      throw new Error(`the transaction has failed, and ended with ${batch.lastCommand}`);
    this.#hasBegun = false;
  }

  async commit(): Promise<void> {
    this.#isClosed = true;
    if (this.#hasBegun) await (this.#ending ?? this.#commit());
    this.#send();
    await this.#over;
    this.#connection.release();
  }

  async rollBack(): Promise<void> {
    this.#isClosed = true;
    if (this.#next === undefined) await this.#ending?.catch(() => undefined);
    else this.#connection.abandon(this.#next);
    this.#next = undefined;
    await this.#over;
    if (this.#hasBegun) await this.#add(ROLLBACK).catch(() => undefined);
    this.#connection.release();
  }
}
