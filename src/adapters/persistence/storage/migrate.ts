import type { IMigrator } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { IsolationLevel, type MikroORM } from '@mikro-orm/postgresql';
import type { SqlEntityManager, SqlMikroORM } from '@mikro-orm/sql';
import { sql, type ControlledTransaction, type Kysely } from 'kysely';
import { codeOf, throwStorageError, toStorageError } from '../connection/driver/storage-errors.ts';
import { hasMismatchedCounts, type CountsMode } from '../tables/counts/counts.ts';
import { erasedTypes, loadMigrations } from '../tables/migrations/find-migrations.ts';
import { pendingOf, seriesOf } from '../tables/migrations/series.ts';
import type { TableModel } from '../tables/table-model.ts';
import { readLedger, rememberModel, type Ledger } from './ledger.ts';
import { requireTableSchema } from './table-schema.ts';

/** The advisory lock for migrating: any number that no other lock of the database uses. */
export const MIGRATION_LOCK = '7263540001';

/** After the lock, each statement must see what the previous process has migrated, at any default level. */
const TRANSACTION = { isolationLevel: IsolationLevel.READ_COMMITTED };

/**
 * Makes the server check every second, for the rest of the transaction, that the client is still connected. Otherwise
 * it would finish the statement of a stopped service and hold its locks for as long. Servers on Windows cannot do this.
 */
const noticeDisconnection = sql`
  do $$
  begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when invalid_parameter_value then
    null;
  end $$`;

/**
 * Loads the migrations that a database lacks into MikroORM's migrator, which runs them in the order given.
 * @param schema the schema with the table of finished migrations. MikroORM ignores the search path and assumes `public`.
 */
export async function openMigrator(
  orm: SqlMikroORM,
  model: TableModel,
  ran: Ledger = new Set(),
  schema = 'public',
): Promise<IMigrator> {
  const migrationsList = await loadMigrations(pendingOf(seriesOf(model), ran));
  orm.config.set('schema', schema);
  orm.config.set('migrations', { ...orm.config.get('migrations'), migrationsList });
  return new Migrator(orm.em);
}

/** Runs after the migrations, in their transaction. */
type Settle = (transaction: Kysely<unknown>) => Promise<void>;

/**
 * Runs the pending migrations of a server in one transaction. Processes that start at the same time take turns.
 * @throws OtherModelError
 */
export async function migrateServer(orm: MikroORM, model: TableModel, settle: Settle): Promise<void> {
  try {
    const { name } = await requireTableSchema(orm.em.getKysely());
    if (UNUSABLE.test(name))
      throw new Error(`the schema ${name} must be renamed because its name contains one of . ' ? % $`);
    await orm.em.fork().transactional(async (locked) => {
      await noticeDisconnection.execute(locked.getKysely());
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(locked.getKysely());
      const ran = await readLedger(locked.getKysely(), model);
      await runMigrations(locked, await openMigrator(orm, model, ran, name));
      if (ran.size === 0) await rememberModel(locked.getKysely(), model);
      await settle(locked.getKysely());
    }, TRANSACTION);
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) await requireUsableExtension(orm.em.getKysely());
    throw toStorageError(error);
  }
}

/**
 * Runs the pending migrations of the embedded database. It needs no lock, because no other process uses it.
 * @throws OtherModelError
 */
export async function migrateEmbedded(orm: SqlMikroORM, model: TableModel, settle: Settle): Promise<void> {
  const ran = await readLedger(orm.em.getKysely(), model);
  const migrator = await openMigrator(orm, model, ran);
  // Creates the ledger first. Inside the transaction, it would wait for the only connection, which the transaction holds.
  await migrator.getExecuted();
  await orm.em.fork().transactional(async (transaction) => {
    await runMigrations(transaction, migrator);
    if (ran.size === 0) await rememberModel(transaction.getKysely(), model);
    await settle(transaction.getKysely());
  });
}

async function runMigrations(em: SqlEntityManager, migrator: IMigrator): Promise<void> {
  const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
  if (transaction === undefined) throw new Error('no transaction to migrate in');
  await migrator.up({ transaction });
}

/** MikroORM reads the part before a dot as the schema. The other characters have a special meaning in MikroORM or in function definitions. */
const UNUSABLE = /[.'?%$]/;

/** @throws Error if text indexes cannot be created because pg_trgm is in a schema that the role may not use, such as another service's */
async function requireUsableExtension(kysely: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly schema: string; readonly role: string }>`
    select extnamespace::regnamespace::text as schema, quote_ident(current_user) as role from pg_extension
    where extname = 'pg_trgm' and not has_schema_privilege(extnamespace, 'usage')`.execute(kysely);
  for (const { schema, role } of rows)
    throw new Error(
      `the extension pg_trgm is in the schema ${schema}, which ${role} may not use: move it (alter extension pg_trgm set schema …), or grant usage on schema ${schema} to ${role}`,
    );
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Advice for the operator if text indexes are missing, that is, a column has a word index but no trigram index.
 * @throws StorageUnavailableError, QueryTimeoutError
 */
export async function missingIndexes(kysely: Kysely<unknown>): Promise<string | undefined> {
  const { rows } = await sql`
    select 1 from pg_indexes where schemaname = current_schema() and indexname like '%\\_words'
      and to_regclass(format('%I.%I', schemaname, regexp_replace(indexname, '_words$', '_text'))) is null`
    .execute(kysely)
    .catch(throwStorageError);
  if (rows.length === 0) return undefined;
  return 'text indexes are missing because the extension pg_trgm is not available: filters for a part of a text scan whole tables; once it is installed, run: select index_texts()';
}

/**
 * The types whose stored changes the pending migrations erase. Changes nothing.
 * @throws OtherModelError, StorageUnavailableError
 */
export async function typesToErase(kysely: Kysely<unknown>, model: TableModel): Promise<readonly string[]> {
  try {
    const types = await erasedTypes(pendingOf(seriesOf(model), await readLedger(kysely, model)));
    if (types.length === 0) return [];
    const { rows: tables } = await sql`select 1 where to_regclass('change') is not null`.execute(kysely);
    if (tables.length === 0) return [];
    const { rows } = await sql<{ readonly type: string }>`
      select type from unnest(${sql.val(types)}::text[]) with ordinality as erased (type, place)
      where exists (select from change where change.type = erased.type and state is not null) order by place`.execute(
      kysely,
    );
    return rows.map(({ type }) => type);
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * The names of the pending migrations; also `COUNTS=…` if the row counts are in the other mode. Changes nothing.
 * @param counted names of the tables whose rows are counted
 * @throws OtherModelError, StorageUnavailableError
 */
export async function pendingMigrations(
  kysely: Kysely<unknown>,
  model: TableModel,
  counted: readonly string[],
  counts: CountsMode,
): Promise<readonly string[]> {
  try {
    const pending = pendingOf(seriesOf(model), await readLedger(kysely, model)).map(({ name }) => name);
    return (await hasMismatchedCounts(kysely, counted, counts)) ? [...pending, `COUNTS=${counts}`] : pending;
  } catch (error) {
    throw toStorageError(error);
  }
}
