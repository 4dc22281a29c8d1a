import { sql } from 'kysely';
import type { DatabaseConnection } from './connection/database.ts';
import { TIMELINE } from './connection/timeline.ts';

/**
 * Reads the timeline of a server.
 * @throws StorageUnavailableError, QueryTimeoutError; Error of the driver from a relative of PostgreSQL that has none
 */
export async function readTimeline({ kysely, send }: DatabaseConnection): Promise<number> {
  const [row = []] = await send(sql`select (${sql.raw(TIMELINE)})::text as timeline`.compile(kysely));
  return Number(row[0]);
}
