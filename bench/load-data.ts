// The same rows in every run: values that look random are digests of the identifier.
import type { Pool } from 'pg';
import { withoutIndexes } from './without-indexes.ts';

export interface DataSize {
  readonly persons: number;
  readonly computers: number;
}

/** @param scale 1 is 100,000 persons and 300,000 computers */
export function sizeAt(scale: number): DataSize {
  return { persons: Math.round(100_000 * scale), computers: Math.round(300_000 * scale) };
}

/** One computer in ten has no owner. Only those are linked by the rows that write. */
const WITHOUT_OWNER = 10;

/**
 * Fills empty tables. Every tenth computer has no owner, 3,000 belong to the last person, the others have random owners.
 * @param pool with one connection, to a migrated database
 */
export async function loadData(pool: Pool, { persons, computers }: DataSize): Promise<void> {
  await withoutIndexes(pool, ['person', 'computer'], async () => {
    await pool.query({
      text: `
        insert into person (name, email, birth_date)
        select 'Person ' || substr(md5('name' || n), 1, 8) || ' Müller', case when n % 10 > 0 then 'p' || n || '@example.org' end,
          ${birthDate('n')}
        from generate_series(1, ${persons}) n`,
    });
    await pool.query({
      text: `
        insert into computer (serial, owner_id)
        select 'SN-' || upper(substr(md5('serial' || n), 1, 12)),
          case when n % ${WITHOUT_OWNER} = 0 then null
            when n % ${Math.floor(computers / 3000)} = 1 then ${persons}
            else 1 + ('x' || substr(md5('owner' || n), 1, 8))::bit(32)::bigint % (${persons} - 1) end
        from generate_series(1, ${computers}) n`,
    });
  });
  await settle(pool);
}

/** Undoes the writes of a round, and vacuums, so that every round starts with the same tables. */
export async function restoreData(pool: Pool, { persons }: DataSize): Promise<void> {
  await pool.query({ text: `delete from person where id > ${persons}` });
  // Not all that write raise versions: see peers.
  await pool.query({
    text: `
      update person set birth_date = ${birthDate('id')}, version = 1
      where version > 1 or birth_date is distinct from ${birthDate('id')}`,
  });
  await pool.query({
    text: `
      update computer set owner_id = null, version = 1
      where version > 1 or (id % ${WITHOUT_OWNER} = 0 and owner_id is not null)`,
  });
  await settle(pool);
}

/** Describes what has been written since the data was loaded, without identifiers of new rows. */
export async function changes(pool: Pool, { persons }: DataSize): Promise<string> {
  const { rows } = await pool.query<object>({
    text: `
      select 'person' as type, case when id <= ${persons} then id end as id, version, name, email, to_char(birth_date, 'YYYY-MM-DD') as more
      from person where id > ${persons} or version > 1
      union all
      select 'computer', id, version, serial, null, owner_id::text from computer where version > 1
      order by 1, 2, 4`,
  });
  return JSON.stringify(rows, undefined, 1);
}

/** One person in ten has none. */
function birthDate(id: string): string {
  return `case when ${id} % 10 <> 5 then date '1940-01-01' + (('x' || substr(md5('born' || ${id}), 1, 8))::bit(32)::bigint % 20000)::int end`;
}

async function settle(pool: Pool): Promise<void> {
  for (const text of ['vacuum analyze', 'checkpoint']) await pool.query({ text });
}
