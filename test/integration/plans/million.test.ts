import { sql, type Kysely } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { serverEngine } from '../../support/database-engines.ts';
import { describeBoundCosts } from './bounds.ts';
import { describeCursorCosts } from './cursors.ts';
import { describeIndexes } from './indexes.ts';

describe('Among a million persons', () => {
  let database: Database | undefined;
  const filled = (): Database => {
    if (database === undefined) throw new Error('the database is not open');
    return database;
  };

  before(async () => {
    database = await serverEngine.open();
    await load(database.kysely);
  });
  after(() => database?.close());

  describeIndexes(filled);
  describeCursorCosts(filled);
  describeBoundCosts(filled);
});

/**
 * A tenth of the names are equal, a tenth of the e-mail addresses, birth dates and owners are unset. Drops the indexes while loading, which is
 * faster, and recreates them.
 */
async function load(kysely: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('person', 'computer') and indexname !~ 'pkey$'`.execute(kysely);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(kysely);
  await sql`insert into person (name, email, birth_date)
    select case when n % 10 = 3 then 'Person 8' else 'Person ' || substr(md5('name' || n), 1, 8) || ' Müller' end,
      case when n % 10 > 0 then 'p' || n || '@example.org' end,
      case when n % 10 <> 5 then date '1000-01-01' + n % 900000 end
    from generate_series(1, 1000000) n`.execute(kysely);
  await sql`insert into computer (serial, owner_id)
    select 'SN-' || upper(substr(md5('serial' || n), 1, 12)), case when n % 10 > 0 then 1 + n * 7 % 150000 * 6 end
    from generate_series(1, 200000) n`.execute(kysely);
  await kysely.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '256MB'`.execute(connection);
    for (const { definition } of rows) await sql.raw(definition).execute(connection);
  });
  await sql`vacuum analyze person, computer`.execute(kysely);
}
