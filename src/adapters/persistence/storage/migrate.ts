import type { IMigrator } from '@mikro-orm/core';
import { IsolationLevel, type MikroORM } from '@mikro-orm/postgresql';
import type { SqlMikroORM } from '@mikro-orm/sql';
import { sql, type ControlledTransaction, type Kysely } from 'kysely';
import { codeOf, toStorageError } from '../connection/driver/storage-errors.ts';
import { hasMismatchedCounts, type CountsMode } from '../tables/counts/counts.ts';
import { loadMigrations, migrationNames } from '../tables/migrations/find-migrations.ts';
import { requireTableSchema, MIGRATION_TABLE } from './table-schema.ts';

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
 * Loads all migrations into MikroORM's migrator.
 * @param schema the schema with the table of finished migrations. MikroORM ignores the search path and assumes `public`.
 */
export async function openMigrator(orm: SqlMikroORM, schema = 'public'): Promise<IMigrator> {
  orm.config.set('schema', schema);
  orm.config.set('migrations', { ...orm.config.get('migrations'), migrationsList: await loadMigrations() });
  return orm.migrator;
}

/**
 * Runs the pending migrations of a server in one transaction. Processes that start at the same time take turns.
 * @param settle is run last, in the same transaction
 */
export async function migrateServer(
  orm: MikroORM,
  settle: (transaction: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  try {
    const { name } = await requireTableSchema(orm.em.getKysely());
    if (UNUSABLE.test(name))
      throw new Error(`the schema ${name} must be renamed because its name contains one of . ' ? % $`);
    const migrator = await openMigrator(orm, name);
    await orm.em.fork().transactional(async (locked) => {
      await noticeDisconnection.execute(locked.getKysely());
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(locked.getKysely());
      const transaction = locked.getTransactionContext<ControlledTransaction<unknown>>();
      if (transaction === undefined) throw new Error('no transaction to migrate in');
      await migrator.up({ transaction });
      await settle(locked.getKysely());
    }, TRANSACTION);
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) await requireUsableExtension(orm.em.getKysely());
    throw toStorageError(error);
  }
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

/** Advice for the operator when text indexes are missing: a column has an index of words, but none of trigrams. */
export async function missingIndexes(kysely: Kysely<unknown>): Promise<string | undefined> {
  const { rows } = await sql`
    select 1 from pg_indexes where schemaname = current_schema() and indexname like '%\\_words'
      and to_regclass(format('%I.%I', schemaname, regexp_replace(indexname, '_words$', '_text'))) is null`.execute(
    kysely,
  );
  if (rows.length === 0) return undefined;
  return 'text indexes are missing, since the extension pg_trgm is not available: like, ilike and endswith scan whole tables; once it is installed, run: select index_texts()';
}

/**
 * The names of the pending migrations; also `COUNTS=…` if the row counts are in the other mode. Changes nothing.
 * @param counted names of the tables whose rows are counted
 */
export async function pendingMigrations(
  kysely: Kysely<unknown>,
  counted: readonly string[],
  counts: CountsMode,
): Promise<readonly string[]> {
  try {
    const { isMigrated } = await requireTableSchema(kysely);
    const run = isMigrated
      ? await sql<{ readonly name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(kysely)
      : { rows: [] };
    const names = new Set(run.rows.map(({ name }) => name));
    const pending = migrationNames.filter((name) => !names.has(name));
    return (await hasMismatchedCounts(kysely, counted, counts)) ? [...pending, `COUNTS=${counts}`] : pending;
  } catch (error) {
    throw toStorageError(error);
  }
}
