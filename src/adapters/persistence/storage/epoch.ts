import { sql } from 'kysely';
import { toStorageError } from '../connection/driver/storage-errors.ts';
import type { DatabaseConnection } from './database.ts';
import { restartFeedIn } from './feed.ts';

/**
 * Reads the epoch of the database.
 * @throws StorageUnavailableError, QueryTimeoutError; Error if its row is gone
 */
export async function readEpoch({ kysely, send }: DatabaseConnection): Promise<string> {
  const [row = []] = await send(sql`select value from epoch`.compile(kysely));
  const [epoch] = row;
  if (typeof epoch !== 'string') throw new Error('the table epoch is empty: a restored backup needs a new epoch');
  return epoch;
}

/**
 * Gives the database a new epoch, even if it has none, and restarts the changes feed. A running service keeps the epoch it has read.
 * @throws StorageUnavailableError; any other database error, such as a missing privilege
 */
export async function replaceEpoch({ em }: DatabaseConnection): Promise<void> {
  try {
    await em.transactional(async (transaction) => {
      const kysely = transaction.getKysely<unknown>();
      // Two at the same time would leave two epochs.
      await sql`lock table epoch in share row exclusive mode`.execute(kysely);
      await sql`delete from epoch`.execute(kysely);
      await sql`insert into epoch (value) values (replace(gen_random_uuid()::text, '-', ''))`.execute(kysely);
      await restartFeedIn(kysely);
    });
  } catch (error) {
    throw toStorageError(error);
  }
}
