import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';

/**
 * Gives the text columns the collation of a language, as in a database created with one. No result may depend on it. Does nothing
 * where the collation is missing, as in the embedded database.
 */
export async function setForeignCollation({ kysely, tables }: Database): Promise<void> {
  const { rows } = await sql`select from pg_collation where collname = 'sv-x-icu'`.execute(kysely);
  if (rows.length === 0) return;
  for (const { name } of Object.values(tables))
    for (const { column, type } of await textColumns(kysely, name))
      await sql`alter table ${sql.table(name)}
        alter ${sql.id(column)} type ${sql.raw(type)} collate "sv-x-icu"`.execute(kysely);
}

interface TextColumn {
  readonly column: string;
  readonly type: string;
}

async function textColumns(kysely: Database['kysely'], table: string): Promise<readonly TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attcollation <> 0`.execute(kysely);
  return rows;
}
