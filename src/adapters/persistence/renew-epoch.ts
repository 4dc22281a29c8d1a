import { sql } from 'kysely';
import type { DatabaseConnection } from './connection/database.ts';
import { toStorageError } from './connection/storage-errors.ts';

/**
 * Gives the database a new epoch, also if it has none. A running service keeps the one it has read.
 * @throws StorageUnavailableError; any other error of the database, such as a missing privilege
 */
export async function renewEpoch({ em }: DatabaseConnection): Promise<void> {
  try {
    await em.transactional(async (transaction) => {
      const kysely = transaction.getKysely<unknown>();
      // Two at the same time would leave an epoch each.
      await sql`lock table epoch in share row exclusive mode`.execute(kysely);
      await sql`delete from epoch`.execute(kysely);
      await sql`insert into epoch (value) values (replace(gen_random_uuid()::text, '-', ''))`.execute(kysely);
    });
  } catch (error) {
    throw toStorageError(error);
  }
}
