// The ledger: which migrations have run in a database, and for which model.
import { sql, type Kysely } from 'kysely';
import type { TableModel } from '../tables/table-model.ts';
import { MIGRATION_TABLE, MODEL_TABLE, requireTableSchema } from './table-schema.ts';

/** The names of the migrations that have run. */
export type Ledger = ReadonlySet<string>;

/** The model of every database that does not remember one. */
const DEFAULT = 'default';

/** The database has the tables of another model. Waiting does not help. */
export class OtherModelError extends Error {
  override readonly name = 'OtherModelError';

  constructor(found: string, served: string) {
    super(`the database belongs to the model ${found}, and this service serves the model ${served}`);
  }
}

/**
 * Reads which migrations have run.
 * @throws OtherModelError if they are those of another model; an empty database fits any
 */
export async function readLedger(kysely: Kysely<unknown>, { name: served }: TableModel): Promise<Ledger> {
  const { isMigrated, hasModel } = await requireTableSchema(kysely);
  if (!isMigrated) return new Set();
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(kysely);
  const found = hasModel ? await readModel(kysely) : DEFAULT;
  if (rows.length > 0 && found !== served) throw new OtherModelError(found, served);
  return new Set(rows.map(({ name }) => name));
}

async function readModel(kysely: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(MODEL_TABLE)}`.execute(kysely);
  const [row] = rows;
  if (row === undefined) throw new Error('the table model is empty');
  return row.name;
}

/** Lets a new database remember its model. */
export async function rememberModel(kysely: Kysely<unknown>, model: TableModel): Promise<void> {
  if (!isRemembered(model)) return;
  await sql`create table ${sql.table(MODEL_TABLE)} (name text primary key)`.execute(kysely);
  await sql`insert into ${sql.table(MODEL_TABLE)} (name) values (${model.name})`.execute(kysely);
}

/** True if the databases of a model have the table with its name. */
export function isRemembered({ name }: TableModel): boolean {
  return name !== DEFAULT;
}
