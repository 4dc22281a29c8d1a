// Opens a database through MikroORM, which keeps the connections, the description of the tables and the migrations.
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as PgliteMikroORM } from '@mikro-orm/pglite';
import { MikroORM as PostgreSqlMikroORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { MetadataStorage } from '@mikro-orm/core';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { resolve } from 'node:path';
import { StorageUnavailableError } from '../../application/errors.ts';
import type { Connections } from './connections.ts';
import { ChangeStatements } from './change-statements.ts';
import { cutWhenSilent } from './connection-deadline.ts';
import { replaceMisdirected } from './connection-replacement.ts';
import type { DatabaseEvents } from './database-events.ts';
import type { Database, PoolUse } from './database.ts';
import { EmbeddedConnections } from './embedded-connections.ts';
import { embeddedDialect, serverDialect, type Dialect } from './dialect.ts';
import type { DriverPool } from './driver-pool.ts';
import { ComputerEntity, PersonEntity } from './entities.ts';
import { FindStatements } from './find-statements.ts';
import { lockFolder } from './folder-lock.ts';
import {
  migrateEmbedded,
  migrateServer,
  MIGRATION_TABLE,
  missingIndexes,
  pendingMigrations,
  type MigratingOrm,
} from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { ServerConnections } from './server-connections.ts';
import { driverOptions, type ServerOptions } from './server-options.ts';
import { toStorageError } from './storage-errors.ts';
import { readTables, type Tables } from './tables.ts';

/** What a statement may take beyond its timeout before its connection is taken for dead. */
const GRACE_MILLIS = 2000;
/**
 * Opens a database on a server. Connects with the first statement.
 * @param url as libpq takes it: `postgres://user:password@host:port/database?sslmode=…`
 */
export function openServer(url: string, options: ServerOptions = {}): Database {
  const { poolSize = 10, maxWaiting = Infinity, statementTimeoutMillis, preparedStatements = true } = options;
  const maxStreams = Math.min(options.maxStreams ?? Math.floor(poolSize / 2), poolSize - 1);
  const silenceMillis = statementTimeoutMillis === undefined ? undefined : statementTimeoutMillis + GRACE_MILLIS;
  let streaming = 0;
  let pool: DriverPool | undefined;
  let replace: ((code: string) => void) | undefined;
  const onPoolCreated = (created: DriverPool): void => {
    pool = created;
    replace = replaceMisdirected(created);
    if (silenceMillis !== undefined) created.on('connect', cutWhenSilent(silenceMillis));
  };
  const onFailure = (code: string): void => {
    replace?.(code);
    options.onFailure?.(code);
  };
  const orm = new PostgreSqlMikroORM({
    ...common,
    clientUrl: url,
    // The driver reads the whole URL itself, parameters included.
    driverOptions: { connectionString: url, ...driverOptions(options), onPoolCreated },
  });
  const poolUse = (): PoolUse =>
    pool === undefined
      ? { open: 0, idle: 0, waiting: 0, streaming }
      : { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, streaming };
  return databaseOf(
    orm,
    serverDialect,
    { ...options, onFailure },
    {
      migrate: () => migrateServer(orm),
      close: () => orm.close(),
      poolUse,
      connect: () => {
        if (pool === undefined) throw new Error('the driver has no pool');
        return new ServerConnections(pool, { preparing: preparedStatements, silenceMillis });
      },
      admit: () => {
        const { open, idle, waiting } = poolUse();
        const free = poolSize - open + idle;
        if (waiting >= maxWaiting + free)
          throw new StorageUnavailableError(`${waiting} units of work wait for a connection already`);
      },
      admitStream: () => {
        if (streaming >= maxStreams) throw new StorageUnavailableError(`${streaming} lists are being streamed already`);
        streaming += 1;
        return () => {
          streaming -= 1;
        };
      },
      longestPauseMillis: options.longestPauseMillis,
    },
  );
}

/**
 * Opens a database that runs in this process, with its data in a folder, which is created if need be.
 * @throws Error when the folder cannot be used, or another process uses it
 */
export async function openEmbedded(folder: string, events: DatabaseEvents = {}): Promise<Database> {
  const lock = await lockFolder(folder);
  try {
    const orm = new PgliteMikroORM({ ...common, dbName: resolve(folder), driverOptions: { extensions: { pg_trgm } } });
    const database = databaseOf(orm, embeddedDialect, events, {
      migrate: () => migrateEmbedded(orm),
      close: () => orm.close().finally(() => lock.release()),
      poolUse: () => undefined,
      connect: (kysely) => new EmbeddedConnections(kysely),
      admit: () => undefined,
      admitStream: () => () => undefined,
      longestPauseMillis: undefined,
    });
    await sql`select 1`.execute(database.kysely);
    return database;
  } catch (error) {
    await lock.release();
    if (error instanceof Error) throw error;
    throw new Error(`${folder} cannot be written or read; is the disk full?`, { cause: error });
  }
}

const common = {
  entities: [PersonEntity, ComputerEntity],
  extensions: [Migrator],
  // Neither creates a database that is not there nor looks for files.
  ensureDatabase: false,
  migrations: { migrationsList: migrations, tableName: MIGRATION_TABLE, snapshot: false, silent: true },
};

interface OpenOrm extends MigratingOrm {
  readonly em: SqlEntityManager;
  getMetadata(): MetadataStorage;
}

type Actions = Pick<Database, 'migrate' | 'close' | 'poolUse' | 'admit' | 'admitStream' | 'longestPauseMillis'> & {
  readonly connect: (kysely: Kysely<unknown>) => Connections;
};

function databaseOf(
  orm: OpenOrm,
  dialect: Dialect,
  events: DatabaseEvents,
  { connect, migrate, ...actions }: Actions,
): Database {
  const kysely = orm.em.getKysely<unknown>();
  const tables = readTables(orm.getMetadata());
  return {
    connections: connect(kysely),
    kysely,
    dialect,
    tables,
    finds: new FindStatements({ dialect, tables }),
    changes: new ChangeStatements({ dialect, tables }),
    events,
    pendingMigrations: () => pendingMigrations(kysely),
    migrate: async () => {
      const pending = await pendingMigrations(kysely);
      await migrate();
      const missing = pending.length === 0 ? undefined : await missingIndexes(kysely);
      if (missing !== undefined) events.onAdvice?.(missing);
    },
    ping: async () => {
      try {
        await probe(tables).execute(kysely);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    ...actions,
  };
}

/** Names all that requests read and reads no row. */
function probe(tables: Tables): RawBuilder<unknown> {
  const counts = Object.values(tables).map(({ name, columns, foreignKeys }) => {
    const names = ['id', 'version', ...Object.values(columns), ...Object.values(foreignKeys)];
    return sql`(select count(*) from (select ${sql.join(names.map((each) => sql.ref(each)))} from ${sql.table(name)} where false) as none)`;
  });
  return sql`select ${sql.join(counts)}`;
}
