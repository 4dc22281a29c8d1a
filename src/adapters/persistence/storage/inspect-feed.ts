// Compares rows with their last change in the feed. Changes nothing.
import { sql, type Kysely } from 'kysely';
import { toStorageError } from '../connection/driver/storage-errors.ts';
import type { Sql } from '../tables/sql-fragment.ts';
import type { Table } from '../tables/tables.ts';
import type { Database } from './database.ts';

export interface FeedInspection {
  readonly state: 'on' | 'off' | 'lost';
  /** Some resources that differ from their last change, such as `person 7`, because they were written without the service. */
  readonly untold: readonly string[];
}

/** The number of newest changes, and of newest rows per type, to examine. */
const EXAMINED = 1000;
/** The most resources to name per type. */
const NAMED = 3;

/**
 * Examines the resources of the newest changes and the newest rows of each type. Runs one statement per type, so that a concurrent write is seen
 * whole or not at all.
 * @throws StorageUnavailableError, QueryTimeoutError
 */
export async function inspectFeed(
  database: Pick<Database, 'kysely' | 'tables' | 'tableSchema'>,
): Promise<FeedInspection> {
  const { kysely, tables } = database;
  try {
    const { rows } = await sql<{ readonly isKept: boolean }>`select is_kept as "isKept" from change_head`.execute(
      kysely,
    );
    const [head] = rows;
    if (head === undefined) return { state: 'lost', untold: [] };
    if (!head.isKept) return { state: 'off', untold: [] };
    const schema = await database.tableSchema();
    const untold: string[] = [];
    for (const table of Object.values(tables)) untold.push(...(await untoldOf(table, schema, kysely)));
    return { state: 'on', untold };
  } catch (error) {
    throw toStorageError(error);
  }
}

async function untoldOf(
  { name, properties }: Table,
  schema: string,
  kysely: Kysely<unknown>,
): Promise<readonly string[]> {
  const type = sql.val(name);
  // A state that lacks a column was stored before a migration.
  const differs = properties.map(
    ({ column }) =>
      sql`last.state ? ${column} and ${sql.ref(`present.${column}`)} is distinct from ${sql.ref(`told.${column}`)}`,
  );
  const { rows } = await sql<{ readonly id: string }>`
    with newest as materialized (
      select type, resource, action, write from change order by write desc, n desc limit ${EXAMINED}::int
    ), examined as (
      select resource as id from newest where type = ${type}
      union select id from (select id from ${sql.table(name)} order by id desc limit ${EXAMINED}::int) youngest
    ), first as (
      select min(resource) as id from newest where type = ${type} and action = 'c' and ${isTold(sql`newest.write`)}
    )
    select examined.id::text as id from examined
      left join ${sql.table(name)} present on present.id = examined.id
      left join lateral (
        select * from change where type = ${type} and resource = examined.id order by write desc limit 1
      ) last on ${isTold(sql`last.write`)}
      left join lateral jsonb_populate_record(null::${sql.id(schema, name)}, last.state) told on true
    where case
      when last.write is null then present.id > (select id from first)
      when present.id is null then last.action <> 'd'
      else last.action = 'd' or present.version < last.version or ${sql.join(
        [sql`false`, ...differs].map((each) => sql`(${each})`),
        sql` or `,
      )} end
    order by examined.id desc limit ${NAMED}::int`.execute(kysely);
  return rows.map(({ id }) => `${name} ${id}`);
}

/** True if the write is in the feed or pending, so neither purged nor lost in a restart. */
function isTold(write: Sql): Sql {
  return sql`(exists (select from change_order where change_order.write = ${write})
    or exists (select from change_pending where change_pending.write = ${write}))`;
}
