import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import type { QueryResultRow } from 'pg';
import { StorageOverloadedError } from '#application/model/errors';
import type { Observation } from '#application/ports/observation';
import { PipeliningDialect } from '../connection/driver/pipelining-dialect.ts';
import { Probe, type ProbeOptions } from '../connection/driver/probe.ts';
import { sendByPool } from '../connection/driver/send-statement.ts';
import type { ServerAddress } from '../connection/driver/server-address.ts';
import { DEFAULT_POOL_SIZE, driverOptions, type ServerOptions } from '../connection/driver/server-options.ts';
import { READ_ONLY } from '../connection/driver/storage-errors.ts';
import { ServerPool } from '../connection/server-pool.ts';
import { serverDialect } from '../tables/dialect.ts';
import type { TableModel } from '../tables/table-model.ts';
import type { Database, PoolUse } from './database.ts';
import { migrateServer } from './migrate.ts';
import { databaseOf, ormOptions } from './orm.ts';

export interface ServerDatabase extends Database {
  /** Queries the server over a connection outside the pool. */
  probe<Row extends QueryResultRow>(options: Omit<ProbeOptions, 'driver'>): Probe<Row>;
  /** Closes all connections of the pool at once, even those that wait for a response. */
  cut(): void;
}

export interface ServerDatabaseOptions extends ServerOptions {
  readonly model: TableModel;
}

/** Opens a database on a server. Connects with the first statement. */
export function openServer(address: ServerAddress, options: ServerDatabaseOptions): ServerDatabase {
  const { model, poolSize = DEFAULT_POOL_SIZE, maxWaiting = Infinity, pipeline = true } = options;
  const pool = new ServerPool(address, options);
  const maxStreams = Math.min(options.maxStreams ?? Math.floor(poolSize / 2), poolSize - pool.shared.most - 1);
  let streaming = 0;
  const orm = new MikroORM({
    ...ormOptions(model),
    // MikroORM uses it in a query of the catalogue without escaping it.
    dbName: address.database.replaceAll("'", "''"),
    driverOptions: pipeline ? new PipeliningDialect({ pool }) : new PostgresDialect({ pool }),
  });
  const events = {
    ...options,
    observe: (observation: Observation): void => {
      if (observation.kind === 'database failed') pool.handleErrorCode(observation.code);
      options.observe?.(observation);
    },
  };
  const poolUse = (): PoolUse => {
    const idle = pool.idleCount + pool.shared.idleCount;
    return { open: pool.totalCount, idle, waiting: pool.waitingCount, streaming };
  };
  const database = databaseOf(orm, {
    dialect: serverDialect,
    events,
    send: sendByPool(pool, events),
    model,
    counts: options.counts ?? 'kept',
    migrate: (settle) => migrateServer(orm, model, settle),
    close: async () => {
      try {
        await orm.close();
      } finally {
        await pool.end();
      }
    },
    timeline: () => pool.timeline,
    replaceConnections: () => pool.handleErrorCode(READ_ONLY),
    poolUse,
    admitUnitOfWork: () => {
      const waiting = pool.waitingCount;
      const free = poolSize - pool.totalCount + pool.idleCount;
      if (waiting >= maxWaiting + free)
        throw new StorageOverloadedError(
          'connections',
          `${waiting} units of work are already waiting for a connection`,
        );
    },
    admitStream: () => {
      if (streaming >= maxStreams)
        throw new StorageOverloadedError('streams', `${streaming} responses are already being streamed`);
      streaming += 1;
      return () => {
        streaming -= 1;
      };
    },
    longestPauseMillis: options.longestPauseMillis,
  });
  return {
    ...database,
    probe: (asked) => new Probe(address.endpoints[0], { ...asked, driver: driverOptions(address, options) }),
    cut: () => pool.cut(),
  };
}
