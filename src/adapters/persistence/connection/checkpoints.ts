// PGlite has none of the background processes of a server, so nothing makes checkpoints but closing the database. Until then the
// write-ahead log would grow without limit, and a start after a crash would replay all of it.
import { sql, type Kysely } from 'kysely';

/** How much is written before a checkpoint, which takes some 0.1 s, is worth it. Replaying as much takes less than a second. */
const WORTHWHILE_BYTES = 32 * 1024 * 1024;

/**
 * Makes checkpoints from time to time, if enough was written.
 * @param onFailure is called with the error of a failed one; the next one is tried as usual
 * @returns ends it
 */
export function makeCheckpoints(
  kysely: Kysely<unknown>,
  millis: number,
  onFailure: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => void checkpoint(kysely).catch(onFailure), millis).unref();
  return () => clearInterval(timer);
}

async function checkpoint(kysely: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly due: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${WORTHWHILE_BYTES}::int as due
    from pg_control_checkpoint()`.execute(kysely);
  if (rows[0]?.due === true) await sql`checkpoint`.execute(kysely);
}
