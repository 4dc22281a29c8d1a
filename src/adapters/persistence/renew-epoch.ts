import { sql } from 'kysely';
import type { Database } from './connection/database.ts';
import { toStorageError } from './connection/storage-errors.ts';

/**
 * Gives the database a new epoch, also if it has none. A running service keeps the one it has read.
 * @throws StorageUnavailableError; any other error of the database, such as a missing privilege
 */
export async function renewEpoch({ kysely }: Database): Promise<void> {
  try {
    await sql`insert into epoch (value) values (replace(gen_random_uuid()::text, '-', ''))
      on conflict ((true)) do update set value = excluded.value`.execute(kysely);
  } catch (error) {
    throw toStorageError(error);
  }
}
