import { sql, type Kysely } from 'kysely';

/** Lists the valid indexes of a table, in PostgreSQL's notation without casts and options. */
export async function indexesOf(kysely: Kysely<unknown>, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass and indisvalid`.execute(kysely);
  return rows.map(({ definition }) =>
    definition
      .replace(/^.* USING /, '')
      .replace(/ WITH \(.*$/, '')
      .replaceAll(/\(([\w"-]+)\)::text/g, '$1'),
  );
}
