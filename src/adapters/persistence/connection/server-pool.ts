import { Socket } from 'node:net';
import { Pool, TypeOverrides, types, type PoolClient } from 'pg';
import { PreparingClient } from './driver/preparing-client.ts';
import type { ServerAddress } from './driver/server-address.ts';
import { driverOptions, type ServerOptions } from './driver/server-options.ts';
import { isStalePlanCode, isWrongServerCode, toConnectError } from './driver/storage-errors.ts';
import { openHostSelector, type HostSelector } from './hosts/host-selector.ts';

type OnConnected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** The connections to a server, or to the chosen one of several hosts. MikroORM takes it in a dialect, and adds nothing to it. */
export class ServerPool extends Pool {
  readonly #hosts: HostSelector | undefined;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #retire: (code: string) => void;

  constructor(address: ServerAddress, options: ServerOptions) {
    const hosts = openHostSelector(address, options);
    const driver = driverOptions(address, options);
    const sockets = new Set<Socket>();
    super({
      ...driver,
      Client: hosts?.Client ?? driver.Client,
      types: mappedTypes,
      stream: () => {
        const socket = new Socket();
        sockets.add(socket);
        return socket.once('close', () => sockets.delete(socket));
      },
    });
    this.#hosts = hosts;
    this.#sockets = sockets;
    this.#retire = retireConnections(this);
    // A connection that breaks ends the process if nobody listens. The pool drops it; whoever uses it learns of it from the statement.
    this.on('error', ignore);
    this.on('connect', (client) => client.on('error', ignore));
  }

  override connect(): Promise<PoolClient>;
  override connect(onConnected: OnConnected): void;
  /** @throws StorageUnavailableError, QueryTimeoutError: only here do failures to connect differ from those of statements */
  override connect(onConnected?: OnConnected): Promise<PoolClient> | undefined {
    const connect = (): Promise<PoolClient> => super.connect();
    const connected = this.#hosts === undefined ? connect() : this.#hosts.connect(connect);
    if (onConnected === undefined)
      return connected.catch((error: unknown) => {
        throw toConnectError(error);
      });
    // The driver's `query` passes a callback, everyone else awaits.
    connected.then(
      (client) => onConnected(undefined, client, (error) => client.release(error)),
      (error: unknown) => onConnected(toConnectError(error), undefined, ignore),
    );
    return undefined;
  }

  /** @param code of the error of a statement, which may concern other connections, too: makes new ones, once those are free */
  handleErrorCode(code: string): void {
    this.#retire(code);
    this.#hosts?.handleErrorCode(code);
  }

  /** The highest that any of several hosts has shown. */
  get timeline(): number | undefined {
    return this.#hosts?.timeline;
  }

  /** Kysely ends the pool only if it has used it, so it may be ended again. */
  override async end(): Promise<void> {
    try {
      if (!this.ending) await super.end();
    } finally {
      this.#hosts?.close();
    }
  }

  /** Breaks off all connections, whatever they wait for. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** As in a pool that MikroORM makes, dates, moments and intervals stay text. */
const mappedTypes = new TypeOverrides();
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins;
for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL]) mappedTypes.setTypeParser(type, (text) => text);

const ignore = (): void => undefined;

/** A server that stays read-only fails every write; without a pause each of them would reopen all connections. */
const MIN_PAUSE_MILLIS = 500;

/**
 * Replaces connections of a pool:
 * - all of them after a failover, when the host name leads to another server but open connections stay with the old one, which
 *   is read-only now or no longer answers;
 * - all of them after a table has changed, when prepared statements no longer match it;
 * - any that has prepared too many statements.
 * @returns a function to call with the code of every error
 */
function retireConnections(pool: Pool): (code: string) => void {
  const open = new Set<PoolClient>();
  const retired = new WeakSet<PoolClient>();
  let lastFailover = -Infinity;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  // A client that is ending when it is released does not return to the pool.
  pool.on('release', (_error, client) => {
    const isSpent = client instanceof PreparingClient && client.isSpent;
    if (isSpent || retired.has(client)) client.end().catch(() => undefined);
  });
  const retireAll = (): void => {
    for (const client of open) retired.add(client);
    // Connections in use are released anyway.
    for (let count = pool.idleCount; count > 0; count -= 1)
      pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
  };
  return (code) => {
    if (isStalePlanCode(code)) retireAll();
    if (!isWrongServerCode(code) || performance.now() - lastFailover < MIN_PAUSE_MILLIS) return;
    lastFailover = performance.now();
    retireAll();
  };
}
