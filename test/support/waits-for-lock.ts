import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { eventually } from './eventually.ts';

/** Resolves once exactly one connection to the database waits for a lock. */
export function untilOneWaits({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return eventually('one waits for a lock', async () => (await waiting.execute(kysely)).rows.length === 1);
}
