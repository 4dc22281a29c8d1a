import { Socket } from 'node:net';
import { Pool, TypeOverrides, types, type PoolClient } from 'pg';
import { PreparingClient } from './driver/preparing-client.ts';
import type { ServerAddress } from './driver/server-address.ts';
import { DEFAULT_POOL_SIZE, driverOptions, type ServerOptions } from './driver/server-options.ts';
import { isStalePlanCode, isWrongServerCode, toConnectError } from './driver/storage-errors.ts';
import { openHostSelector, type HostSelector } from './hosts/host-selector.ts';
import { SharedConnections } from './shared-connections.ts';

type OnConnected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Pools connections to a server, or to the chosen one of several hosts. MikroORM gets it through a Kysely dialect. */
export class ServerPool extends Pool {
  readonly #hostSelector: HostSelector | undefined;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #size: number;
  readonly #retirement: Retirement;
  /** For quick statements outside any transaction. */
  readonly shared: SharedConnections;

  constructor(address: ServerAddress, options: ServerOptions) {
    const selector = openHostSelector(address, options);
    const driver = driverOptions(address, options);
    const sockets = new Set<Socket>();
    super({
      ...driver,
      Client: selector?.Client ?? driver.Client,
      types: mappedTypes,
      stream: () => {
        const socket = new Socket();
        sockets.add(socket);
        return socket.once('close', () => sockets.delete(socket));
      },
    });
    this.#size = driver.max;
    this.#hostSelector = selector;
    this.#sockets = sockets;
    this.#retirement = new Retirement(this);
    this.shared = new SharedConnections(this, sharedCount(options));
    // Without listeners, a broken connection would end the process. The pool drops it, and its user gets the error from
    // the statement.
    this.on('error', ignore);
    this.on('connect', (client) => client.on('error', ignore));
  }

  override connect(): Promise<PoolClient>;
  override connect(onConnected: OnConnected): void;
  /**
   * Maps connection errors, because only here can they be told from statement errors.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  override connect(onConnected?: OnConnected): Promise<PoolClient> | undefined {
    const connect = (): Promise<PoolClient> => super.connect();
    const connected = this.#hostSelector === undefined ? connect() : this.#hostSelector.connect(connect);
    if (onConnected === undefined)
      return connected.catch((error: unknown) => {
        throw toConnectError(error);
      });
    // Only the driver's own `query` passes a callback.
    connected.then(
      (client) => onConnected(undefined, client, (error) => client.release(error)),
      (error: unknown) => onConnected(toConnectError(error), undefined, ignore),
    );
    return undefined;
  }

  /**
   * Replaces connections, each once it is free, if the error of one statement affects them as well.
   * @param code the code of the error
   */
  handleErrorCode(code: string): void {
    this.#retirement.handleErrorCode(code);
    this.shared.giveBackRetired();
    this.#hostSelector?.handleErrorCode(code);
  }

  /** True if a connection is idle, or another one may be opened. */
  get hasRoom(): boolean {
    return this.idleCount > 0 || this.totalCount < this.#size;
  }

  /** True if a connection will be replaced once it is free. */
  isRetired(client: PoolClient): boolean {
    return this.#retirement.isRetired(client);
  }

  /** The highest timeline seen on any of several hosts. */
  get timeline(): number | undefined {
    return this.#hostSelector?.timeline;
  }

  /** Can be called twice, because Kysely also ends the pool, but only if it has used it. */
  override async end(): Promise<void> {
    try {
      this.shared.close();
      if (!this.ending) await super.end();
    } finally {
      this.#hostSelector?.close();
    }
  }

  /** Closes all connections at once, even those that wait for a response. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Dates, timestamps and intervals stay text, as in a pool that MikroORM creates. */
const mappedTypes = new TypeOverrides();
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins;
for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL]) mappedTypes.setTypeParser(type, (text) => text);

const ignore = (): void => undefined;

/** A server that stays read-only fails every write. Without a pause, each failure would reopen all connections. */
const MIN_PAUSE_MILLIS = 500;

const MOST_SHARED = 2;

/** The number of shared connections. A pool needs some that are not shared. */
function sharedCount({ poolSize = DEFAULT_POOL_SIZE, pipeline = true }: ServerOptions): number {
  return pipeline ? Math.min(MOST_SHARED, Math.floor(poolSize / 4)) : 0;
}

/**
 * Replaces connections of a pool:
 * - all of them after a failover: the host name now resolves to another server, but open connections stay with the old
 *   one, which is read-only or no longer responds;
 * - all of them after a table has changed, so that prepared statements no longer match it;
 * - each that has prepared too many statements.
 */
class Retirement {
  readonly #pool: Pool;
  readonly #open = new Set<PoolClient>();
  readonly #retired = new WeakSet<PoolClient>();
  #lastFailover = -Infinity;

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#open.add(client));
    pool.on('remove', (client) => this.#open.delete(client));
    // A client that is ending when it is released does not return to the pool.
    pool.on('release', (_error, client) => {
      if (this.isRetired(client)) client.end().catch(() => undefined);
    });
  }

  isRetired(client: PoolClient): boolean {
    return this.#retired.has(client) || (client instanceof PreparingClient && client.isSpent);
  }

  handleErrorCode(code: string): void {
    if (isStalePlanCode(code)) this.#retireAll();
    if (!isWrongServerCode(code) || performance.now() - this.#lastFailover < MIN_PAUSE_MILLIS) return;
    this.#lastFailover = performance.now();
    this.#retireAll();
  }

  #retireAll(): void {
    for (const client of this.#open) this.#retired.add(client);
    // Take and release idle ones, so that the listener above ends them. Those in use will be released anyway.
    for (let count = this.#pool.idleCount; count > 0; count -= 1)
      this.#pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
  }
}
