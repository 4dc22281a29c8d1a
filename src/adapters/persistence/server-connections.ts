// The connections to a server, straight from the driver's pool.
import type { Access, Connections, SqlTransaction } from './connections.ts';
import type { DriverClient, DriverPool } from './driver-pool.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { ServerConnection } from './server-connection.ts';
import { ServerTransaction } from './server-transaction.ts';

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
