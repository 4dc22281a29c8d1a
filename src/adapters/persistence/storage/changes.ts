import { FeedOffError, PositionExpiredError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import type { ChangeQuery, ChangeFeed, FeedFigures, LookedAt } from '#application/ports/change-feed';
import type { Rows } from '../connection/driver/send-statement.ts';
import { tryReadTwice } from '../connection/driver/storage-errors.ts';
import { readLooked, readState, STATE_LOST, type FeedState } from '../sql/change-page-rows.ts';
import { fill, type Statement } from '../tables/sql-fragment.ts';
import { ChangeNumbering } from './change-numbering.ts';
import type { DatabaseConnection, DatabaseSchema } from './database.ts';

/** Reads the feed of one database, which must be the primary. */
export class SqlChanges implements ChangeFeed {
  readonly #database: DatabaseConnection & DatabaseSchema;
  readonly #numbering: ChangeNumbering;
  #secret: Promise<string> | undefined;

  constructor(database: DatabaseConnection & DatabaseSchema) {
    this.#database = database;
    this.#numbering = new ChangeNumbering(database);
  }

  async look(query: ChangeQuery): Promise<LookedAt> {
    const { rows, state } = await this.#readPage(query);
    const { looked, next } = readLooked(rows, state, query.most, this.#database.tables);
    return {
      changes: looked.flatMap(({ change }) => change ?? []),
      place: next === undefined ? endOf(state) : (looked.at(-1)?.place ?? query.after ?? next),
      isEnd: next === undefined,
    };
  }

  async end(): Promise<FeedPlace> {
    const { state } = await this.#readPage({ after: undefined, most: 0 });
    return endOf(state);
  }

  secret(): Promise<string> {
    this.#secret ??= this.#readSecret().catch((error: unknown) => {
      this.#secret = undefined;
      throw error;
    });
    return this.#secret;
  }

  settle(): Promise<void> {
    return this.#numbering.numberPending();
  }

  async purge(seconds: number, limit: number): Promise<number> {
    this.#database.admitUnitOfWork();
    // A write without a number must not be lost, no matter how long its transaction took.
    await this.settle();
    const { send, changeStatements } = this.#database;
    await send(fill(changeStatements.purgeNumbers, [seconds, limit]));
    const [[number] = []] = await send(fill(changeStatements.purge, [seconds, limit]));
    return Number(number);
  }

  async measure(): Promise<FeedFigures> {
    const [[pending, oldest] = []] = await this.#read(this.#database.changeStatements.measure);
    return { pending: Number(pending), oldestSeconds: Number(oldest) };
  }

  /** @throws FeedOffError, PositionExpiredError */
  async #readPage(query: ChangeQuery): Promise<{ readonly rows: Rows; readonly state: FeedState }> {
    const { settling = 'wait' } = query;
    if (settling !== 'skip') await this.#numbering.numberPending(settling === 'wait');
    const rows = await this.#read(this.#database.changeStatements.pages.statementFor(query));
    const state = readState(rows);
    requireKept(state, query.after);
    return { rows, state };
  }

  async #readSecret(): Promise<string> {
    const [[secret] = []] = await this.#read(this.#database.changeStatements.secret);
    if (typeof secret !== 'string') throw new Error(STATE_LOST);
    return secret;
  }

  async #read(statement: Statement): Promise<Rows> {
    this.#database.admitUnitOfWork();
    const read = (): Promise<Rows> => this.#database.send(statement);
    return tryReadTwice(read, read);
  }
}

function endOf({ restart, seq, mark }: FeedState): FeedPlace {
  return { restart, seq, told: 'all', mark };
}

/** @throws FeedOffError, PositionExpiredError */
function requireKept({ isKept, restart, seq, givenMark, goesOn }: FeedState, place: FeedPlace | undefined): void {
  if (!isKept) throw new FeedOffError();
  if (place === undefined) return;
  if (place.restart !== restart || place.seq > seq) throw new PositionExpiredError('other-history');
  if (givenMark === undefined) throw new PositionExpiredError('too-old');
  if (givenMark !== place.mark) throw new PositionExpiredError('other-history');
  if (place.told !== 'all' && !goesOn) throw new PositionExpiredError('too-old');
}
