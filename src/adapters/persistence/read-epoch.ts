import { sql } from 'kysely';
import type { DatabaseConnection } from './connection/database.ts';

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
