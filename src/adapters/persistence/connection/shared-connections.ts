import { DatabaseError, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import type { Querying } from './driver/send-statement.ts';
import { isSessionSpoilt } from './driver/storage-errors.ts';

/** The most statements under way on one connection. Each waits for those before it. */
const MOST_UNDER_WAY = 16;

/** A statement that takes longer holds up those after it, so no more are added. */
const STALL_MILLIS = 50;

/** A connection goes back to the pool after this time, unless work waits for one, so that the pool can replace it when it is too old. */
const LENT_MILLIS = 60_000;

/** The pool that lends the connections. */
export interface Lender extends Querying {
  connect(): Promise<PoolClient>;
  /** True if `connect` need not wait for a connection that is in use. */
  readonly hasRoom: boolean;
  readonly waitingCount: number;
  /** True if the pool will replace a connection once it is given back. */
  isRetired(client: PoolClient): boolean;
}

/**
 * A few connections of a pool, each shared by many statements at a time. Waking the server costs more than a quick
 * statement does, and statements under way together wake it once. A slow statement would hold up the others, so it needs
 * a connection of its own.
 */
export class SharedConnections implements Querying {
  /** The most connections to share; 0: every statement has its own. */
  readonly most: number;
  readonly #lender: Lender;
  #shared: readonly SharedConnection[] = [];
  #isOpening = false;
  #isClosed = false;

  constructor(lender: Lender, most: number) {
    this.#lender = lender;
    this.most = most;
  }

  /** The number of shared connections that are open and idle. */
  get idleCount(): number {
    return this.#shared.filter(({ underWay }) => underWay === 0).length;
  }

  /** Sends a quick statement, outside any transaction. Throws what the pool would. */
  query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    this.giveBackRetired();
    const [least] = this.#shared.filter((each) => each.hasRoom).toSorted((one, other) => one.underWay - other.underWay);
    if (least?.underWay !== 0) this.#openOneMore();
    return (least ?? this.#lender).query<Row>(query);
  }

  /** Gives back the connections that the pool wants to replace, each as soon as it is free. */
  giveBackRetired(): void {
    for (const each of this.#shared) if (this.#lender.isRetired(each.client)) each.giveBack();
  }

  /** Gives all back, each as soon as it is free. */
  close(): void {
    this.#isClosed = true;
    for (const each of this.#shared) each.giveBack();
  }

  /** Opens a connection for later statements, so nobody waits for it. Only the first one waits for a connection that is in use. */
  #openOneMore(): void {
    const { length } = this.#shared;
    if (this.#isOpening || length >= this.most || (length > 0 && !this.#lender.hasRoom)) return;
    this.#isOpening = true;
    this.#lender
      .connect()
      .then((client) => this.#share(client), ignore)
      .finally(() => (this.#isOpening = false));
  }

  #share(client: PoolClient): void {
    const shared = new SharedConnection(client, this.#lender, () => {
      this.#shared = this.#shared.filter((each) => each !== shared);
    });
    this.#shared = [...this.#shared, shared];
    if (this.#isClosed) shared.giveBack();
  }
}

/** Statements that need a connection get the same error, and report it. */
const ignore = (): void => undefined;

class SharedConnection implements Querying {
  readonly client: PoolClient;
  readonly #lender: Lender;
  /** Takes it out of the list, so that it gets no more statements. */
  readonly #leave: () => void;
  /** The statements under way, in the order of their responses, with the time at which each was sent. */
  readonly #sent = new Set<{ readonly at: number }>();
  #timer: NodeJS.Timeout;
  #isLeaving = false;
  #isReleased = false;

  constructor(client: PoolClient, lender: Lender, leave: () => void) {
    this.client = client.once('error', this.#lose);
    this.#lender = lender;
    this.#leave = leave;
    this.#timer = this.#startTimer();
  }

  /** The number of statements without a response so far. */
  get underWay(): number {
    return this.#sent.size;
  }

  /** True if another statement would get a response soon. */
  get hasRoom(): boolean {
    const [oldest] = this.#sent;
    const isStalled = oldest !== undefined && performance.now() - oldest.at > STALL_MILLIS;
    return !isStalled && this.#sent.size < MOST_UNDER_WAY;
  }

  async query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    const statement = { at: performance.now() };
    this.#sent.add(statement);
    try {
      return await this.client.query<Row>(query);
    } catch (error) {
      if (!(error instanceof DatabaseError) || isSessionSpoilt(error)) this.#lose(error);
      throw error;
    } finally {
      this.#sent.delete(statement);
      if (this.#isLeaving && this.underWay === 0) this.#release();
    }
  }

  giveBack(): void {
    this.#isLeaving = true;
    this.#leave();
    if (this.underWay === 0) this.#release();
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      // Otherwise, a waiting unit of work would get the connection, and quick statements would have to wait as well.
      if (this.#lender.waitingCount > 0) this.#timer = this.#startTimer();
      else this.giveBack();
    }, LENT_MILLIS).unref();
  }

  readonly #lose = (error: unknown): void => {
    this.#leave();
    this.#release(error instanceof Error ? error : true);
  };

  #release(error?: Error | true): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearTimeout(this.#timer);
    this.client.off('error', this.#lose);
    this.client.release(error);
  }
}
