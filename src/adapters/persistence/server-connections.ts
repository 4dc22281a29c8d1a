// The connections to a server, straight from the driver's pool. The driver sends what it is given at once, without waiting for the answers
// to what went before (pipelining), and prepares what has a name.
import { CollisionError } from '../../application/errors.ts';
import type { Access, Connection, Connections, Rows, SqlTransaction } from './connections.ts';
import type { DriverClient, DriverPool } from './driver-pool.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Statement } from './sql.ts';
import { codeOf, isConnectionLost } from './storage-errors.ts';

export class ServerConnections implements Connections {
  readonly #pool: DriverPool;
  readonly #isPreparing: boolean;
  #prepared = new WeakMap<DriverClient, PreparedStatements>();

  /** @param isPreparing whether statements that are met again are prepared */
  constructor(pool: DriverPool, isPreparing: boolean) {
    this.#pool = pool;
    this.#isPreparing = isPreparing;
  }

  async acquire(): Promise<ServerConnection> {
    const client = await this.#pool.connect();
    if (!this.#isPreparing) return new ServerConnection(client, undefined, () => undefined);
    const prepared = this.#prepared.get(client) ?? this.#meet(client);
    deallocate(client, prepared.takeDropped());
    return new ServerConnection(client, prepared, () => {
      // What one connection has prepared is as old on all others.
      this.#prepared = new WeakMap();
    });
  }

  #meet(client: DriverClient): PreparedStatements {
    const prepared = new PreparedStatements(Object.keys(client.connection.parsedStatements));
    this.#prepared.set(client, prepared);
    return prepared;
  }

  async begin(access: Access): Promise<SqlTransaction> {
    return new ServerTransaction(await this.acquire(), access);
  }
}

/** Whatever comes of it, the names are not used again. */
function deallocate(client: DriverClient, names: readonly string[]): void {
  for (const name of names) {
    Reflect.deleteProperty(client.connection.parsedStatements, name);
    client.query({ text: `deallocate ${name}`, rowMode: 'array' }).catch(() => undefined);
  }
}

class ServerConnection implements Connection {
  readonly #client: DriverClient;
  readonly #prepared: PreparedStatements | undefined;
  readonly #forget: () => void;
  #isLost = false;
  #isGathering = false;

  constructor(client: DriverClient, prepared: PreparedStatements | undefined, forget: () => void) {
    this.#client = client;
    this.#prepared = prepared;
    this.#forget = forget;
  }

  async run({ text, values }: Statement): Promise<Rows> {
    const name = CURSOR.test(text) ? undefined : this.#prepared?.nameOf(text);
    return (await this.#send(text, values, name)).rows;
  }

  /**
   * Runs a statement that is about the transaction itself.
   * @returns what it has become: `ROLLBACK` for the commit of a transaction that has failed
   */
  async control(text: string): Promise<string> {
    return (await this.#send(text, undefined, undefined)).command;
  }

  release(): void {
    this.#client.release(this.#isLost);
  }

  /** What is asked until the present work pauses leaves in one piece: each write to a socket costs as much as a short statement. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  async #send(text: string, values: Statement['values'] | undefined, name: string | undefined) {
    this.#gather();
    try {
      return await this.#client.query({ name, text, values, rowMode: 'array' });
    } catch (error) {
      this.#isLost ||= isConnectionLost(error);
      if (name === undefined || !OUTDATED.has(codeOf(error))) throw error;
      this.#forget();
      throw new CollisionError('a prepared statement is out of date', { cause: error });
    }
  }
}

/** Statements about a cursor cannot be prepared: its rows are different ones the next time. */
const CURSOR = /^(?:declare|fetch|close) /;

/** A prepared statement that does not fit a changed table ("cached plan must not change result type"), or that the server has forgotten. */
const OUTDATED = new Set(['0A000', '26000']);

const BEGIN: Readonly<Record<Access, string>> = {
  read: 'begin isolation level repeatable read read only',
  write: 'begin',
};

class ServerTransaction implements SqlTransaction {
  readonly #connection: ServerConnection;
  readonly #access: Access;
  #beginning: Promise<void> | undefined;
  #hasBegun = false;
  #isHeld = false;

  constructor(connection: ServerConnection, access: Access) {
    this.#connection = connection;
    this.#access = access;
  }

  /** The transaction begins with its first statement, which need not wait for that if it would do no harm outside. */
  async run(statement: Statement): Promise<Rows> {
    if (this.#hasBegun) return this.#connection.run(statement);
    const beginning = (this.#beginning ??= this.#begin());
    this.#isHeld ||= !statement.text.startsWith('select ');
    if (this.#isHeld) {
      await beginning;
      return this.#connection.run(statement);
    }
    const [rows] = await Promise.all([this.#connection.run(statement), beginning]);
    return rows;
  }

  async #begin(): Promise<void> {
    await this.#connection.control(BEGIN[this.#access]);
    this.#hasBegun = true;
  }

  async commit(): Promise<void> {
    if (this.#beginning !== undefined) {
      const outcome = await this.#connection.control('commit');
      if (outcome !== 'COMMIT') throw new Error(`the transaction has failed, and ended with ${outcome}`);
    }
    this.#connection.release();
  }

  async rollBack(): Promise<void> {
    if (this.#beginning !== undefined) await this.#connection.control('rollback').catch(() => undefined);
    this.#connection.release();
  }
}
