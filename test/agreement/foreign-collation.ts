import { sql } from 'kysely';
import type { Database } from '../../src/adapters/persistence/connection/database.ts';

/**
 * Gives the text columns the order of a language, as they have in a database that was created with one. No answer may depend on it. Does
 * nothing where there is no such collation, as in the embedded database.
 */
export async function setForeignCollation({ kysely }: Database): Promise<void> {
  const { rows } = await sql`select from pg_collation where collname = 'sv-x-icu'`.execute(kysely);
  if (rows.length === 0) return;
  await sql`alter table person
    alter name type varchar(255) collate "sv-x-icu", alter email type varchar(254) collate "sv-x-icu"`.execute(kysely);
  await sql`alter table computer alter serial type varchar(255) collate "sv-x-icu"`.execute(kysely);
}
