// The ledger lists the migrations that have run in a database. A second table can name the model they belong to.
import { sql, type Kysely } from 'kysely';
import { DEFAULT_MODEL, isDefault, type TableModel } from '../tables/table-model.ts';
import { MIGRATION_TABLE, MODEL_TABLE, requireTableSchema } from './table-schema.ts';

/** The names of the migrations that have run. */
export type Ledger = ReadonlySet<string>;

/** The database has the tables of another model. Retrying does not help. */
export class OtherModelError extends Error {
  override readonly name = 'OtherModelError';

  /** @param found undefined if the role may not read it */
  constructor(found: string | undefined, served: string) {
    const owner = found === undefined ? 'another model' : `the model ${found}`;
    super(`the database belongs to ${owner}, and this service serves the model ${served}`);
  }
}

/**
 * Reads which migrations have run. An empty database fits any model.
 * @throws OtherModelError if they belong to another model
 */
export async function readLedger(kysely: Kysely<unknown>, { name: served }: TableModel): Promise<Ledger> {
  const { isMigrated } = await requireTableSchema(kysely);
  if (!isMigrated) return new Set();
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(kysely);
  if (rows.length === 0) return new Set();
  const found = await findModel(kysely, served);
  if (found !== served) throw new OtherModelError(found, served);
  return new Set(rows.map(({ name }) => name));
}

/** Run this only after a migration was found, because both tables are created in one transaction. Reading both in one statement fails on Citus. */
async function findModel(kysely: Kysely<unknown>, served: string): Promise<string | undefined> {
  // Any other table of that name has more columns.
  const tables = await sql<{ readonly isReadable: boolean }>`
    select has_table_privilege(oid, 'select') as "isReadable" from pg_class
    where relname = ${MODEL_TABLE} and relnamespace = quote_ident(current_schema())::regnamespace and relnatts = 1`.execute(
    kysely,
  );
  const [table] = tables.rows;
  if (table === undefined) return DEFAULT_MODEL;
  if (!table.isReadable && served === DEFAULT_MODEL) return undefined;
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(MODEL_TABLE)}`.execute(kysely);
  const [row] = rows;
  if (row === undefined) throw new Error('the table model is empty');
  return row.name;
}

/** Stores the model's name in a new database, unless it is the default. */
export async function rememberModel(kysely: Kysely<unknown>, model: TableModel): Promise<void> {
  if (isDefault(model)) return;
  await sql`create table ${sql.table(MODEL_TABLE)} (name text primary key)`.execute(kysely);
  await sql`insert into ${sql.table(MODEL_TABLE)} (name) values (${model.name})`.execute(kysely);
}
