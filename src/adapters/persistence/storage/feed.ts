// The operator's actions on the changes feed. They apply to all processes at once, because each reads the state from the database every time.
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { toStorageError } from '../connection/driver/storage-errors.ts';
import { RESTART_FEED } from '../tables/restart-feed.ts';
import type { DatabaseConnection } from './database.ts';

/**
 * Stops storing changes.
 * @throws StorageUnavailableError; any other database error, such as a missing privilege
 */
export async function turnFeedOff({ em }: DatabaseConnection): Promise<void> {
  await inOneTransaction(em, (kysely) => keepChanges(kysely, false));
}

/**
 * Stores changes again, and restarts the feed.
 * @param onWait called if it has to wait for running transactions
 * @returns false if the feed was already on, so that nothing has changed
 * @throws like `turnFeedOff`
 */
export async function turnFeedOn(database: DatabaseConnection, onWait: () => void): Promise<boolean> {
  const { em, kysely } = database;
  if (await isOn(kysely)) return false;
  await inOneTransaction(em, async (transaction) => {
    await restartFeedIn(transaction);
    await keepChanges(transaction, true);
  });
  // Writes that are still running may have found the feed off, so it restarts once more after them. New readers then start over.
  await restartFeed(database, onWait);
  return true;
}

/**
 * Restarts the feed once all running transactions have ended, because they may belong to a writer that stores no changes.
 * @param onWait called if it has to wait
 * @returns false if the feed is off, and stays so
 * @throws like `turnFeedOff`
 */
export async function restartFeed({ em, kysely }: DatabaseConnection, onWait: () => void): Promise<boolean> {
  await untilOthersEnd(kysely, onWait);
  await inOneTransaction(em, restartFeedIn);
  return isOn(kysely);
}

/** Restarts the feed in a transaction. A feed whose state is lost gets a new one. */
export async function restartFeedIn(transaction: Kysely<unknown>): Promise<void> {
  // Two restarts at the same time would leave two states.
  await sql`lock table change_head in exclusive mode`.execute(transaction);
  const { rows } = await sql`select 1 from change_head`.execute(transaction);
  if (rows.length === 0)
    await sql`insert into change_head (seq, low, restart, secret, is_kept)
      values (0, 0, '', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), true)`.execute(
      transaction,
    );
  for (const statement of RESTART_FEED) await sql.raw(statement).execute(transaction);
}

async function isOn(kysely: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ readonly isKept: boolean }>`select is_kept as "isKept" from change_head`.execute(kysely);
  return rows[0]?.isKept === true;
}

async function keepChanges(transaction: Kysely<unknown>, isKept: boolean): Promise<void> {
  await sql`update change_head set is_kept = ${isKept}`.execute(transaction);
}

const PAUSE_MILLIS = 50;
const LONG_MILLIS = 1000;

async function untilOthersEnd(kysely: Kysely<unknown>, onWait: () => void): Promise<void> {
  const { rows } = await sql<{ readonly xid: string }>`select pg_current_xact_id()::text as xid`.execute(kysely);
  const begun = performance.now();
  let isTold = false;
  while (!(await haveEnded(kysely, rows[0]?.xid ?? '0'))) {
    if (!isTold && performance.now() - begun > LONG_MILLIS) {
      isTold = true;
      onWait();
    }
    await pause(PAUSE_MILLIS);
  }
}

/** True if all transactions with an identifier up to this one have ended. */
async function haveEnded(kysely: Kysely<unknown>, xid: string): Promise<boolean> {
  const { rows } = await sql<{ readonly ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) > ${xid}::xid8 as ended`.execute(kysely);
  return rows[0]?.ended === true;
}

async function inOneTransaction(
  em: DatabaseConnection['em'],
  work: (kysely: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  try {
    await em.transactional((transaction) => work(transaction.getKysely<unknown>()));
  } catch (error) {
    throw toStorageError(error);
  }
}
