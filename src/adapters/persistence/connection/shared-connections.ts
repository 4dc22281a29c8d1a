import { DatabaseError, type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import type { Querying } from './driver/send-statement.ts';
import { isConnectionLost } from './driver/storage-errors.ts';

/** Statements under way on one connection. Each waits for those before it. */
const MOST_UNDER_WAY = 16;

/** A connection goes back to the pool after this time, which replaces it if it has become too old. */
const LENT_MILLIS = 60_000;

/** The pool that lends the connections. */
export interface Lender extends Querying {
  connect(): Promise<PoolClient>;
  /** Whether the pool would replace a connection, were it given back. */
  isRetired(client: PoolClient): boolean;
}

/**
 * A few connections of a pool, each shared by many statements at a time. Waking the server costs more than a quick
 * statement does, and those under way together wake it once. What is slow would hold up the others: it needs a connection
 * of its own.
 */
export class SharedConnections implements Querying {
  readonly #lender: Lender;
  readonly #most: number;
  #shared: readonly SharedConnection[] = [];

  /** @param most how many connections may be shared; 0: every statement has its own */
  constructor(lender: Lender, most: number) {
    this.#lender = lender;
    this.#most = most;
  }

  /** How many are open, but have nothing to do. */
  get idleCount(): number {
    return this.#shared.filter(({ isOpen, underWay }) => isOpen && underWay === 0).length;
  }

  /** Sends a quick statement, outside any transaction. Throws what the pool would. */
  query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    this.giveBackRetired();
    const shared = this.#choose();
    return shared === undefined ? this.#lender.query<Row>(query) : shared.query<Row>(query);
  }

  /** Gives connections back that the pool wants to replace, each as soon as it is free. */
  giveBackRetired(): void {
    if (this.#shared.some((each) => each.isRetired())) this.#giveBack((each) => each.isRetired());
  }

  /** Gives all back, each as soon as it is free. */
  close(): void {
    this.#giveBack(() => true);
  }

  /** The least busy one; while all are busy, another is opened. Undefined if all have enough to do. */
  #choose(): SharedConnection | undefined {
    const least = leastBusy(this.#shared.filter(({ isOpen }) => isOpen));
    if (least?.underWay === 0) return least;
    const opened = this.#shared.length < this.#most ? this.#open() : undefined;
    const chosen = least ?? opened ?? leastBusy(this.#shared);
    return chosen !== undefined && chosen.underWay < MOST_UNDER_WAY ? chosen : undefined;
  }

  #open(): SharedConnection {
    const opened = new SharedConnection(this.#lender, () => {
      this.#shared = this.#shared.filter((each) => each !== opened);
    });
    this.#shared = [...this.#shared, opened];
    return opened;
  }

  #giveBack(isMeant: (shared: SharedConnection) => boolean): void {
    const given = this.#shared.filter(isMeant);
    this.#shared = this.#shared.filter((each) => !given.includes(each));
    for (const each of given) each.giveBack();
  }
}

function leastBusy(shared: readonly SharedConnection[]): SharedConnection | undefined {
  return shared.toSorted((one, other) => one.underWay - other.underWay)[0];
}

class SharedConnection {
  /** Statements that are not answered yet. */
  underWay = 0;
  readonly #lender: Lender;
  readonly #onLost: () => void;
  readonly #connected: Promise<PoolClient>;
  readonly #end = performance.now() + LENT_MILLIS;
  #client: PoolClient | undefined;
  #isLeaving = false;

  /** @param onLost called if it cannot be opened, or breaks */
  constructor(lender: Lender, onLost: () => void) {
    this.#lender = lender;
    this.#onLost = onLost;
    this.#connected = lender.connect();
    this.#connected.then((client) => {
      this.#client = client.once('error', this.#lose);
    }, onLost);
  }

  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  isRetired(): boolean {
    return performance.now() > this.#end || (this.#client !== undefined && this.#lender.isRetired(this.#client));
  }

  async query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    this.underWay += 1;
    try {
      const client = this.#client ?? (await this.#connected);
      return await client.query<Row>(query);
    } catch (error) {
      // The server reports the end of a session before the connection breaks. Until then nothing must be sent again on it.
      if (!(error instanceof DatabaseError) || isConnectionLost(error)) this.#lose(error);
      throw error;
    } finally {
      this.underWay -= 1;
      if (this.#isLeaving && this.underWay === 0) this.#release();
    }
  }

  giveBack(): void {
    this.#isLeaving = true;
    if (this.underWay === 0) this.#connected.then(() => this.#release(), ignore);
  }

  readonly #lose = (error: unknown): void => {
    this.#onLost();
    this.#release(error instanceof Error ? error : true);
  };

  #release(error?: Error | true): void {
    const client = this.#client;
    if (client === undefined) return;
    this.#client = undefined;
    client.off('error', this.#lose);
    client.release(error);
  }
}

const ignore = (): void => undefined;
