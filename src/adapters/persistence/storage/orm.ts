// MikroORM's options, and a `Database` on an open MikroORM; for servers and PGlite alike.
import type { MetadataStorage } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';
import { StorageUnavailableError } from '#application/model/errors';
import { toStorageError, tryReadTwice } from '../connection/driver/storage-errors.ts';
import { compileChangeStatements } from '../sql/change-statements.ts';
import { StatementCache } from '../sql/statement-cache.ts';
import { compileStatements } from '../sql/table-statements.ts';
import { applyCountsMode, type CountsMode } from '../tables/counts/counts.ts';
import { entitiesOf } from '../tables/entities.ts';
import { LINK_COLUMNS } from '../tables/link-table-name.ts';
import { declaredLinks } from '../tables/link-tables.ts';
import type { Sql } from '../tables/sql-fragment.ts';
import type { TableModel } from '../tables/table-model.ts';
import { readTables, type Tables } from '../tables/tables.ts';
import type { Database, DatabaseAdministration, DatabaseConnection, DatabaseSchema } from './database.ts';
import { missingGrants } from './inspect.ts';
import { missingIndexes, pendingMigrations, typesToErase } from './migrate.ts';
import { requireTableSchema, MIGRATION_TABLE } from './table-schema.ts';

/** The options that both kinds of PostgreSQL share. */
export function ormOptions(model: TableModel) {
  return {
    entities: [...entitiesOf(model)],
    // Keeps MikroORM from creating a database.
    ensureDatabase: false,
    migrations: { tableName: MIGRATION_TABLE, snapshot: false, silent: true },
  };
}

interface OpenOrm {
  readonly em: SqlEntityManager;
  getMetadata(): MetadataStorage;
}

/** The parts of a database that differ between a server and the embedded one. */
type Connected = Omit<DatabaseConnection, 'em' | 'kysely'> &
  Pick<DatabaseSchema, 'model'> &
  Pick<DatabaseAdministration, 'poolUse' | 'close'> & {
    readonly counts: CountsMode;
    /** @param settle runs after the migrations */
    migrate(settle: (kysely: Kysely<unknown>) => Promise<void>): Promise<void>;
  };

export function databaseOf(orm: OpenOrm, connected: Connected): Database {
  // A fork does not join the caller's transaction.
  const em = orm.em.fork();
  const kysely = em.getKysely<unknown>();
  const tables = readTables(orm.getMetadata());
  const counted = Object.values(tables).map(({ name }) => name);
  const { model, counts } = connected;
  let refusal: string | undefined;
  let isClosed = false;
  // Otherwise MikroORM would reconnect after the close.
  const requireOpen = (): void => {
    if (isClosed) throw new StorageUnavailableError('the database is closed');
  };
  return {
    ...connected,
    em,
    kysely,
    tables,
    statementCache: new StatementCache(kysely, tables, connected.dialect, counts),
    statements: compileStatements(kysely, tables, connected.dialect),
    changeStatements: compileChangeStatements(kysely, tables),
    admitUnitOfWork: () => {
      if (refusal !== undefined) throw new StorageUnavailableError(refusal);
      requireOpen();
      connected.admitUnitOfWork();
    },
    refuseUnitsOfWork: (reason) => {
      refusal = reason;
    },
    ping: async () => {
      requireOpen();
      await ping(kysely, tables);
    },
    pendingMigrations: async () => {
      requireOpen();
      return pendingMigrations(kysely, model, counted, counts);
    },
    missingGrants: async () => {
      requireOpen();
      return connected.dialect.concurrent ? missingGrants({ kysely, tables, model }) : [];
    },
    tableSchema: async () => {
      requireOpen();
      return (await requireTableSchema(kysely)).name;
    },
    migrate: async () => {
      requireOpen();
      const pending = await pendingMigrations(kysely, model, counted, counts);
      // MikroORM would first read the whole schema, which takes a third of the time that opening an embedded database does.
      if (pending.length === 0) return;
      const types = await typesToErase(kysely, model);
      if (types.length > 0) connected.events.observe?.({ kind: 'changes erasing', types });
      await connected.migrate((transaction) => applyCountsMode(transaction, counted, counts));
      const missing = await missingIndexes(kysely);
      if (missing !== undefined) connected.events.observe?.({ kind: 'database advice', advice: missing });
    },
    close: () => {
      isClosed = true;
      return connected.close();
    },
  };
}

/** Selects every column that requests read, but no row: fails if one is missing or not granted. */
async function ping(kysely: Kysely<unknown>, tables: Tables): Promise<void> {
  const columnsRead = (table: string, columns: readonly string[]): Sql =>
    sql`(select count(*) from (select ${sql.join(columns.map((each) => sql.ref(each)))} from ${sql.table(table)} where false) as none)`;
  const counts = [
    ...Object.values(tables).map(({ name, properties }) =>
      columnsRead(name, ['id', 'version', ...properties.map(({ column }) => column)]),
    ),
    ...declaredLinks.map(({ table }) => columnsRead(table, Object.values(LINK_COLUMNS))),
  ];
  const epoch = sql`(select count(*) from (select value from epoch where false) as none)`;
  const answers = sql`(select count(*) from (
    select key, request, expires_at, status, location, etag, content_type, body from answer where false) as none)`;
  await tryReadTwice(async () => {
    try {
      await sql`select ${sql.join([...counts, epoch, answers])}`.execute(kysely);
    } catch (error) {
      throw toStorageError(error);
    }
  });
}
