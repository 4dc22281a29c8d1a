import { sql, type Kysely } from 'kysely';

const columns = { person: 'name', computer: 'serial' } as const;

/** Stores rows of 750 bytes each, and drops the indexes of words and trigrams first, which would take most of the time. */
export async function storeLongRows(kysely: Kysely<unknown>, table: keyof typeof columns, rows: number): Promise<void> {
  const column = columns[table];
  for (const index of ['text', 'words']) await sql`drop index ${sql.id(`${table}_${column}_${index}`)}`.execute(kysely);
  await sql`insert into ${sql.table(table)} (${sql.id(column)})
    select repeat('長', 250) from generate_series(1, ${sql.lit(rows)})`.execute(kysely);
}
