// Gives the writes of the feed their numbers. Numberings follow each other under one lock.
import { CommitOutcomeUnknownError, StorageUnavailableError } from '#application/model/errors';
import { fill } from '../tables/sql-fragment.ts';
import { randomMark } from './change-writer.ts';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';
import { inTransaction, WRITE } from './session.ts';

export class ChangeNumbering {
  readonly #database: DatabaseConnection & DatabaseSchema;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #passed: Passed | undefined;

  constructor(database: DatabaseConnection & DatabaseSchema) {
    this.#database = database;
  }

  /**
   * Numbers every write that was committed before the call. Callers that come while a numbering runs share the next one.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  numberPending(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  #start(): Promise<void> {
    this.#running = this.#number().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #number(): Promise<void> {
    const { send, changeStatements } = this.#database;
    const [[isPending, newest] = []] = await send(changeStatements.findPending);
    if (isPending !== 'true') return;
    const mark = randomMark();
    const { number, xid, seq, mark: passedMark } = this.#passed ?? NOTHING_PASSED;
    try {
      const [last, ownXid, hasNumbered] = await inTransaction(this.#database, WRITE, async (session) => {
        await session.send(changeStatements.lockHead);
        const [row = []] = await session.send(
          fill(changeStatements.numberPending, [mark, number, xid, seq, passedMark]),
        );
        return row;
      });
      if (newest && last && ownXid && hasNumbered === 'true')
        this.#passed = { number: newest, xid: ownXid, seq: last, mark };
    } catch (error) {
      // Numbering once more does no harm.
      if (error instanceof CommitOutcomeUnknownError)
        throw new StorageUnavailableError(error.message, { cause: error });
      throw error;
    }
  }
}

/**
 * A number that was the last before a transaction got its identifier. All transactions that took a number up to it had theirs already, so once all
 * transactions up to `xid` have ended, no number up to `number` can still appear among the pending ones.
 */
interface Passed {
  readonly number: string;
  readonly xid: string;
  /**
   * The last number that a numbering has given out since, and its mark. A database that does not have them has lost the transactions by a failover, and gives
   * out their numbers and identifiers once more.
   */
  readonly seq: string;
  readonly mark: string;
}

const NOTHING_PASSED = { number: null, xid: null, seq: null, mark: null };
