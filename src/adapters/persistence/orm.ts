// What MikroORM is told of the database, and what is made of it, whichever kind of PostgreSQL it is.
import type { MetadataStorage } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';
import { StorageUnavailableError } from '../../application/errors.ts';
import type { DatabaseEvents } from './connection/database-events.ts';
import type { Database } from './connection/database.ts';
import type { Dialect } from './connection/dialect.ts';
import type { Send } from './connection/send.ts';
import { toStorageError, tryReadTwice } from './connection/storage-errors.ts';
import { entities } from './entities.ts';
import { MIGRATION_TABLE, missingIndexes, pendingMigrations } from './migrations/migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { StatementCache } from './reading/statement-cache.ts';
import { compileStatements } from './table-statements.ts';
import { readTables, type Tables } from './tables.ts';

/** The options of MikroORM that all databases share. */
export const ormOptions = {
  entities,
  extensions: [Migrator],
  // Neither creates a database that is not there nor looks for files.
  ensureDatabase: false,
  migrations: { migrationsList: migrations, tableName: MIGRATION_TABLE, snapshot: false, silent: true },
};

/** What is used of an open MikroORM. */
interface OpenOrm {
  readonly em: SqlEntityManager;
  getMetadata(): MetadataStorage;
}

/** What differs between the kinds of PostgreSQL. */
interface Connected extends Omit<
  Database,
  'em' | 'kysely' | 'statementCache' | 'statements' | 'tables' | 'ping' | 'pendingMigrations'
> {
  readonly dialect: Dialect;
  readonly events: DatabaseEvents;
  readonly send: Send;
}

/** The database that an open MikroORM stands for. */
export function databaseOf(orm: OpenOrm, connected: Connected): Database {
  // A fork does not look for the transaction of whoever calls.
  const em = orm.em.fork();
  const kysely = em.getKysely<unknown>();
  const tables = readTables(orm.getMetadata());
  let isClosed = false;
  // MikroORM would connect again.
  const requireOpen = (): void => {
    if (isClosed) throw new StorageUnavailableError('the database is closed');
  };
  return {
    ...connected,
    em,
    kysely,
    tables,
    statementCache: new StatementCache(kysely, tables, connected.dialect),
    statements: compileStatements(kysely, tables, connected.dialect),
    admit: () => {
      requireOpen();
      connected.admit();
    },
    ping: async () => {
      requireOpen();
      await ping(kysely, tables);
    },
    pendingMigrations: async () => {
      requireOpen();
      return pendingMigrations(kysely);
    },
    migrate: async () => {
      requireOpen();
      const pending = await pendingMigrations(kysely);
      await connected.migrate();
      const missing = pending.length === 0 ? undefined : await missingIndexes(kysely);
      if (missing !== undefined) connected.events.onAdvice?.(missing);
    },
    close: () => {
      isClosed = true;
      return connected.close();
    },
  };
}

/** Names all that requests read and reads no row. */
async function ping(kysely: Kysely<unknown>, tables: Tables): Promise<void> {
  const counts = Object.values(tables).map(({ name, properties }) => {
    const columns = ['id', 'version', ...properties.map(({ column }) => column)];
    return sql`(select count(*) from (select ${sql.join(columns.map((each) => sql.ref(each)))} from ${sql.table(name)} where false) as none)`;
  });
  await tryReadTwice(async () => {
    try {
      await sql`select ${sql.join(counts)}`.execute(kysely);
    } catch (error) {
      throw toStorageError(error);
    }
  });
}
