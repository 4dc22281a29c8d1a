// Numbers the writes of the feed. Numberings run one at a time, under a lock.
import { CommitOutcomeUnknownError, StorageUnavailableError } from '#application/model/errors';
import { fill } from '../tables/sql-fragment.ts';
import { randomMark } from './change-writer.ts';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';
import { inTransaction, WRITE } from './session.ts';

export class ChangeNumbering {
  readonly #database: DatabaseConnection & DatabaseSchema;
  #running: Promise<void> | undefined;
  /** True if the running numbering may wait for other processes. */
  #isPatient = false;
  #next: Promise<void> | undefined;
  #passed: Passed | undefined;

  constructor(database: DatabaseConnection & DatabaseSchema) {
    this.#database = database;
  }

  /**
   * Numbers every write that was committed before the call. Calls made while a numbering runs share the next one.
   * @param waits if false, does not wait for another process, nor for a numbering in this process that may wait. Some writes may then stay without
   * a number
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  numberPending(waits = true): Promise<void> {
    if (this.#running === undefined) return this.#start(waits);
    if (!waits) return this.#isPatient ? Promise.resolve() : this.#running;
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#start(true);
      });
    return this.#next;
  }

  #start(waits: boolean): Promise<void> {
    this.#isPatient = waits;
    const running = this.#number(waits).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #number(waits: boolean): Promise<void> {
    const { send, changeStatements } = this.#database;
    const [[isPending, newest] = []] = await send(changeStatements.findPending);
    if (isPending !== 'true') return;
    const mark = randomMark();
    const { number, xid, seq, mark: passedMark } = this.#passed ?? NOTHING_PASSED;
    try {
      const [last, ownXid, hasNumbered] = await inTransaction(this.#database, WRITE, async (session) => {
        const locked = await session.send(waits ? changeStatements.lockHead : changeStatements.tryLockHead);
        if (locked.length === 0) return [];
        const [row = []] = await session.send(
          fill(changeStatements.numberPending, [mark, number, xid, seq, passedMark]),
        );
        return row;
      });
      if (newest && last && ownXid && hasNumbered === 'true')
        this.#passed = { number: newest, xid: ownXid, seq: last, mark };
    } catch (error) {
      // Numbering again is harmless.
      if (error instanceof CommitOutcomeUnknownError)
        throw new StorageUnavailableError(error.message, { cause: error });
      throw error;
    }
  }
}

/**
 * The last number taken before a transaction got its identifier. Every transaction that took a number up to this one already had its identifier. So
 * once all transactions up to `xid` have ended, no number up to `number` can still become pending.
 */
interface Passed {
  readonly number: string;
  readonly xid: string;
  /**
   * The last number that this numbering assigned, and its mark. A database without them has lost these transactions in a failover, and assigns
   * their numbers and identifiers again.
   */
  readonly seq: string;
  readonly mark: string;
}

const NOTHING_PASSED = { number: null, xid: null, seq: null, mark: null };
