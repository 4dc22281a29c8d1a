// Inserts changes by SQL, because the API would take too long. The rows are updates of persons.
import type { Pool } from 'pg';

/**
 * Adds writes of one change each, already numbered.
 * @param persons whose changes they are, in turn
 * @param age in seconds
 */
export async function fillChanges(pool: Pool, number: number, persons: number, age = 0): Promise<void> {
  await pool.query({
    text: `
      insert into change (write, n, mark, at, type, resource, version, action, state, was, subject, request)
      select last + n, 0, hashint8extended(last + n, 1), now() - make_interval(secs => ${age}), 'person', 1 + n % ${persons}, 2 + n / ${persons}, 'u',
        jsonb_build_object('name', 'Person ' || n || ' Müller', 'email', 'p' || n || '@example.org', 'birth_date', date '1940-01-01' + n % 20000),
        jsonb_build_object('birth_date', date '2000-01-01' + n % 5000), 'anonymous', gen_random_uuid()::text
      from generate_series(1, ${number}) n, (select coalesce(pg_sequence_last_value('change_write'), 0) as last) sequence`,
  });
  await pool.query({
    text: `
      insert into change_order (seq, write, mark)
      select seq + row_number() over (order by write), write, 1 from change, change_head
      where write > coalesce(pg_sequence_last_value('change_write'), 0)`,
  });
  for (const text of [
    `select setval('change_write', (select max(write) from change))`,
    `update change_head set seq = (select max(seq) from change_order), low = (select max(write) from change)`,
    'vacuum analyze',
    'checkpoint',
  ])
    await pool.query({ text });
}
