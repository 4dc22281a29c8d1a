// Opens a database through MikroORM, which keeps the connections, the description of the tables and the migrations.
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as PgliteMikroORM } from '@mikro-orm/pglite';
import { MikroORM as PostgreSqlMikroORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { MetadataStorage } from '@mikro-orm/core';
import { sql } from 'kysely';
import { resolve } from 'node:path';
import type { Database } from './database.ts';
import { embeddedDialect, serverDialect, type Dialect } from './dialect.ts';
import { ComputerEntity, PersonEntity } from './entities.ts';
import { lockFolder } from './folder-lock.ts';
import { migrateEmbedded, migrateServer, MIGRATION_TABLE, pendingMigrations, type MigratingOrm } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { StatementListener } from './sql-session.ts';
import { readTables } from './tables.ts';

export interface DatabaseOptions {
  readonly onStatement?: StatementListener | undefined;
}

export interface ServerOptions extends DatabaseOptions {
  /** The most connections that are open at once, at least 2 (a migration needs as many); 10 when undefined. */
  readonly poolSize?: number | undefined;
  /** How long to wait for a free or a new connection, in milliseconds; 2000 when undefined. */
  readonly connectTimeoutMillis?: number | undefined;
}

/**
 * Opens a database on a server. Connects with the first statement.
 * @param url as libpq takes it: `postgres://user:password@host:port/database?sslmode=…`
 */
export function openServer(url: string, options: ServerOptions = {}): Database {
  const { poolSize = 10, connectTimeoutMillis = 2000, onStatement } = options;
  const orm = new PostgreSqlMikroORM({
    ...common,
    clientUrl: url,
    // The driver reads the whole URL itself, parameters included; a limit for the time of a statement has its place here, too.
    driverOptions: { connectionString: url, max: poolSize, connectionTimeoutMillis: connectTimeoutMillis },
  });
  return databaseOf(orm, serverDialect, onStatement, { migrate: () => migrateServer(orm), close: () => orm.close() });
}

/**
 * Opens a database that runs in this process, with its data in a folder, which is created if need be.
 * @throws Error when the folder cannot be used, or another process uses it
 */
export async function openEmbedded(folder: string, { onStatement }: DatabaseOptions = {}): Promise<Database> {
  const lock = await lockFolder(folder);
  try {
    const orm = new PgliteMikroORM({ ...common, dbName: resolve(folder) });
    const database = databaseOf(orm, embeddedDialect, onStatement, {
      migrate: () => migrateEmbedded(orm),
      close: () => orm.close().finally(() => lock.release()),
    });
    await sql`select 1`.execute(database.kysely);
    return database;
  } catch (error) {
    await lock.release();
    throw error;
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

function databaseOf(
  orm: OpenOrm,
  dialect: Dialect,
  onStatement: StatementListener | undefined,
  actions: Pick<Database, 'migrate' | 'close'>,
): Database {
  const kysely = orm.em.getKysely<unknown>();
  return {
    kysely,
    dialect,
    tables: readTables(orm.getMetadata()),
    onStatement,
    pendingMigrations: () => pendingMigrations(kysely),
    ...actions,
  };
}
