import { MikroORM } from '@mikro-orm/postgresql';
import type { Client, Pool } from 'pg';
import { StorageOverloadedError } from '../../../application/errors.ts';
import { migrateServer } from '../migrations/migrate.ts';
import { databaseOf, ormOptions } from '../orm.ts';
import type { Database, PoolUse } from './database.ts';
import { serverDialect } from './dialect.ts';
import { openHosts } from './hosts/open-hosts.ts';
import { mapConnectErrors } from './map-connect-errors.ts';
import { retireConnections } from './retire-connections.ts';
import { sendByPool } from './send.ts';
import { READ_ONLY } from './storage-errors.ts';
import type { ServerAddress } from './server-address.ts';
import { DEFAULT_POOL_SIZE, driverOptions, type ServerOptions } from './server-options.ts';

/** Opens a database on a server. Connects with the first statement. */
export function openServer(address: ServerAddress, options: ServerOptions = {}): Database {
  const { poolSize = DEFAULT_POOL_SIZE, maxWaiting = Infinity } = options;
  const maxStreams = Math.min(options.maxStreams ?? Math.floor(poolSize / 2), poolSize - 1);
  let streaming = 0;
  const hosts = openHosts(address, options);
  const { pool, orm } = createPool(address, options, hosts?.Client);
  hosts?.lead(pool);
  mapConnectErrors(pool);
  const retire = retireConnections(pool);
  const events = {
    ...options,
    onFailure: (code: string): void => {
      retire(code);
      hosts?.afterFailure(code);
      options.onFailure?.(code);
    },
  };
  const poolUse = (): PoolUse => {
    return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, streaming };
  };
  return databaseOf(orm, {
    dialect: serverDialect,
    events,
    send: sendByPool(pool, events),
    counts: options.counts ?? 'kept',
    migrate: (settle) => migrateServer(orm, settle),
    close: () => orm.close().finally(() => hosts?.close()),
    timeline: () => hosts?.timeline,
    replaceConnections: () => {
      retire(READ_ONLY);
      hosts?.afterFailure(READ_ONLY);
    },
    poolUse,
    admit: () => {
      const { open, idle, waiting } = poolUse();
      const free = poolSize - open + idle;
      if (waiting >= maxWaiting + free)
        throw new StorageOverloadedError(
          'connections',
          `${waiting} units of work are already waiting for a connection`,
        );
    },
    admitStream: () => {
      if (streaming >= maxStreams)
        throw new StorageOverloadedError('streams', `${streaming} answers are already being streamed`);
      streaming += 1;
      return () => {
        streaming -= 1;
      };
    },
    longestPauseMillis: options.longestPauseMillis,
  });
}

/** MikroORM creates the driver's pool, which connects later. */
function createPool(
  address: ServerAddress,
  options: ServerOptions,
  HostClient: typeof Client | undefined,
): { readonly pool: Pool; readonly orm: MikroORM } {
  let pool: Pool | undefined;
  const orm = new MikroORM({
    ...ormOptions,
    // MikroORM looks it up in the catalogue, without escaping it. Connections take the driver's options.
    dbName: address.database.replaceAll("'", "''"),
    driverOptions: {
      ...driverOptions(address, options),
      ...(HostClient !== undefined && { Client: HostClient }),
      onPoolCreated: (created: Pool) => (pool = created),
    },
  });
  orm.em.getKysely();
  if (pool === undefined) throw new Error('the driver has no pool');
  return { pool, orm };
}
