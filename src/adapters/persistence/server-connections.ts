// The connections to a server, straight from the driver's pool. What is asked at once is sent in one piece, without waiting for the answers
// to what went before (pipelining), and what is met again is prepared.
import { CollisionError } from '../../application/errors.ts';
import { cutAfter } from './connection-deadline.ts';
import type { Access, Connection, Connections, Rows, SqlTransaction } from './connections.ts';
import type { DriverClient, DriverPool } from './driver-pool.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Statement } from './sql.ts';
import { StatementBatch, type StatementResult } from './statement-batch.ts';
import { codeOf, isConnectionLost } from './storage-errors.ts';

export interface ServerConnectionOptions {
  /** Whether statements that are met again are prepared. */
  readonly preparing: boolean;
  /** After so long without an answer a connection is cut; undefined: never. */
  readonly silenceMillis: number | undefined;
}

export class ServerConnections implements Connections {
  readonly #pool: DriverPool;
  readonly #options: ServerConnectionOptions;
  readonly #prepared = new WeakMap<DriverClient, OnConnection>();
  /** Grows when what connections have prepared is out of date. */
  #generation = 0;

  constructor(pool: DriverPool, options: ServerConnectionOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async acquire(): Promise<ServerConnection> {
    const client = await this.#pool.connect();
    const { preparing, silenceMillis } = this.#options;
    return new ServerConnection(client, silenceMillis, preparing ? this.#preparedOn(client) : undefined, () => {
      // What one connection has prepared is as old on all others.
      this.#generation += 1;
    });
  }

  async begin(access: Access): Promise<SqlTransaction> {
    return new ServerTransaction(await this.acquire(), access);
  }

  #preparedOn(client: DriverClient): PreparedStatements {
    const generation = this.#generation;
    const known = this.#prepared.get(client) ?? { statements: new PreparedStatements(), generation };
    if (known.generation !== generation) known.statements.dropAll();
    known.generation = generation;
    this.#prepared.set(client, known);
    return known.statements;
  }
}

interface OnConnection {
  readonly statements: PreparedStatements;
  generation: number;
}

class ServerConnection implements Connection {
  readonly #client: DriverClient;
  readonly #silenceMillis: number | undefined;
  readonly #prepared: PreparedStatements | undefined;
  readonly #forget: () => void;
  #isLost = false;

  constructor(
    client: DriverClient,
    silenceMillis: number | undefined,
    prepared: PreparedStatements | undefined,
    forget: () => void,
  ) {
    this.#client = client;
    this.#silenceMillis = silenceMillis;
    this.#prepared = prepared;
    this.#forget = forget;
  }

  async run(statement: Statement): Promise<Rows> {
    const batch = this.batch();
    const result = this.add(batch, statement);
    this.send(batch);
    return (await result).rows;
  }

  release(): void {
    this.#client.release(this.#isLost);
  }

  /** Makes room for statements that are sent together. */
  batch(): StatementBatch {
    return new StatementBatch(this.#prepared?.takeDropped());
  }

  /** Puts a statement into a batch that is sent next. */
  async add(batch: StatementBatch, { text, values }: Statement): Promise<StatementResult> {
    const prepared = CURSOR.test(text) ? undefined : this.#prepared?.nameOf(text);
    try {
      return await batch.add({ text, values, name: prepared?.name, isKnown: prepared?.isKnown === true });
    } catch (error) {
      this.#isLost ||= isConnectionLost(error);
      if (prepared?.isKnown === false) this.#prepared?.drop(text);
      // Which one of the batch it was nobody tells.
      if (!batch.hasNames || !OUTDATED.has(codeOf(error))) throw error;
      this.#forget();
      throw new CollisionError('a prepared statement is out of date', { cause: error });
    }
  }

  /** Gives up a batch that is not sent. Its statements are never answered. */
  abandon(batch: StatementBatch): void {
    for (const text of batch.named) this.#prepared?.drop(text);
    this.#prepared?.takeBack(batch.closing);
  }

  send(batch: StatementBatch): void {
    if (this.#silenceMillis !== undefined) batch.watch(cutAfter(this.#silenceMillis, this.#client));
    try {
      this.#client.query(batch);
    } catch (error) {
      // What has been written of it is not known.
      this.#isLost = true;
      batch.handleError(error);
    }
  }
}

/** Statements about a cursor cannot be prepared: its rows are different ones the next time. */
const CURSOR = /^(?:declare|fetch|close) /;

/** A prepared statement that does not fit a changed table ("cached plan must not change result type"), or that the server has forgotten. */
const OUTDATED = new Set(['0A000', '26000']);

const BEGIN: Readonly<Record<Access, Statement>> = {
  read: { text: 'begin isolation level repeatable read read only', values: [] },
  write: { text: 'begin', values: [] },
};
const COMMIT: Statement = { text: 'commit', values: [] };
const ROLLBACK: Statement = { text: 'rollback', values: [] };

class ServerTransaction implements SqlTransaction {
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

  async run(statement: Statement): Promise<Rows> {
    if (this.#isClosed) throw new Error('something was asked after the end of the transaction');
    return (await this.#add(statement)).rows;
  }

  /** The transaction begins with its first statement: should it not begin, the statement is not run either. */
  #add(statement: Statement): Promise<StatementResult> {
    if (this.#next === undefined) {
      this.#next = this.#connection.batch();
      process.nextTick(() => this.#send());
    }
    if (!this.#hasBegun && !this.isEnding) {
      this.#hasBegun = true;
      // The statement fails with the same error.
      this.#connection.add(this.#next, BEGIN[this.#access]).catch(() => undefined);
    }
    return this.#connection.add(this.#next, statement);
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
    const { command } = await this.#add(COMMIT);
    if (command !== 'COMMIT') throw new Error(`the transaction has failed, and ended with ${command}`);
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
