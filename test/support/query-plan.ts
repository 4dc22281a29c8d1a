// The plan of the statement that the service sends.
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import type { Query } from '#application/model/query';

/**
 * Explains the statement of a query.
 * @param mode of the plan cache
 * @param options of `explain`
 * @returns a line for each node
 */
export function planOf(
  { kysely, statementCache }: Database,
  query: Query,
  mode: string,
  options = 'costs off',
): Promise<string> {
  const { sql: statement, parameters: values } = statementCache.statementFor(query);
  return kysely.connection().execute(async (connection) => {
    await sql`set plan_cache_mode = ${sql.raw(mode)}`.execute(connection);
    await sql`prepare asked as ${sql.raw(statement)}`.execute(connection);
    const parameters = values.length === 0 ? sql`` : sql`(${sql.join(values.map((value) => sql.lit(String(value))))})`;
    const { rows } = await sql<
      Readonly<Record<string, string>>
    >`explain (${sql.raw(options)}) execute asked${parameters}`.execute(connection);
    await sql`deallocate asked`.execute(connection);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
