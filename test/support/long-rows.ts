import { sql, type Kysely } from 'kysely';
import { atDepth } from './depth.ts';
import { openPatiently } from './open-server.ts';
import { testServer } from './postgres-server.ts';

/** A list of this many long rows exceeds the buffers of both ends of a connection, which hold 4 MB. */
export const LONG_LIST = atDepth({ gate: 10_000, campaign: 20_000 });

let database: Promise<string> | undefined;

/** Resolves to the URL of a database with `LONG_LIST` persons. Test files share it, so none may change their number. */
export function longPersons(): Promise<string> {
  database ??= create();
  return database;
}

async function create(): Promise<string> {
  const url = await (await testServer()).createDatabase();
  const administrator = openPatiently(url);
  await storeLongRows(administrator.kysely, 'person', LONG_LIST);
  await administrator.close();
  return url;
}

const columns = { person: 'name', computer: 'serial' } as const;

/** Stores rows of 750 bytes each, and drops the indexes of words and trigrams first, which would take most of the time. */
export async function storeLongRows(kysely: Kysely<unknown>, table: keyof typeof columns, rows: number): Promise<void> {
  const column = columns[table];
  for (const index of ['text', 'words']) await sql`drop index ${sql.id(`${table}_${column}_${index}`)}`.execute(kysely);
  await sql`insert into ${sql.table(table)} (${sql.id(column)})
    select repeat('長', 250) from generate_series(1, ${sql.lit(rows)})`.execute(kysely);
}
