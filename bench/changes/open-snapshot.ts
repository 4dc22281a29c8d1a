// Measures numbering while a transaction stays open: dead rows of `change_pending` accumulate, because it might still see them.
import { Client, type Pool } from 'pg';
import type { ChangeFeed } from '#application/ports/change-feed';
import { median } from '../median.ts';
import type { Figure } from './figure.ts';

const AT_ONCE = 1000;
/** The target for the time of one numbering. */
const MOST_GROWTH = 1.5;

/**
 * Numbers a single write after every thousand others.
 * @param writes the number of writes while the transaction stays open
 */
export async function measureNumbering(
  databaseUrl: string,
  pool: Pool,
  changes: Pick<ChangeFeed, 'settle'>,
  writes: number,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { title, begin, most } of KINDS) {
    const holder = new Client({ connectionString: databaseUrl });
    await holder.connect();
    try {
      await changes.settle();
      for (const text of begin) await holder.query({ text });
      const millis: number[] = [];
      for (let written = 0; written < writes; written += AT_ONCE) {
        await writeSome(pool, AT_ONCE - 1);
        await changes.settle();
        await writeSome(pool, 1);
        const start = performance.now();
        await changes.settle();
        millis.push(performance.now() - start);
      }
      const tenth = Math.ceil(millis.length / 10);
      const [first, last] = [median(millis.slice(0, tenth)), median(millis.slice(-tenth))];
      const { rows } = await pool.query<{ pending: string }>({
        text: `select count(*)::text as pending from change_pending`,
      });
      if (rows[0]?.pending !== '0') throw new Error('writes are left without a number');
      figures.push(
        { title: `${title}: a numbering in the first tenth`, value: first, unit: 'ms' },
        {
          title: `${title}: the last tenth, divided by the first`,
          value: last / first,
          unit: '',
          ...(most !== undefined && { most }),
        },
      );
    } finally {
      await holder.end();
    }
  }
  return figures;
}

const SNAPSHOT = ['begin isolation level repeatable read', 'select count(*) from change_pending'];
const KINDS = [
  { title: 'no open transaction', begin: [], most: undefined },
  { title: 'an open snapshot', begin: SNAPSHOT, most: MOST_GROWTH },
  // It might have taken a number, so `low` has to wait for its end.
  {
    title: 'an open transaction that has written',
    begin: [...SNAPSHOT, 'select pg_current_xact_id()'],
    most: undefined,
  },
] as const;

/** Each in its own transaction. */
async function writeSome(pool: Pool, number: number): Promise<void> {
  await pool.query({ text: 'set synchronous_commit = off' });
  await pool.query({
    text: `
      do $$ begin
        for each in 1..${number} loop
          with pending as (insert into change_pending (write) values (nextval('change_write')) returning write)
            insert into change (write, n, mark, at, type, resource, version, action, state, subject)
            select write, 0, 1, now(), 'person', 1, 1, 'c', '{"name": "Ada"}', 'anonymous' from pending;
          commit;
        end loop;
      end $$`,
  });
}
