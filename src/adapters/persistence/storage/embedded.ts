import { resolve } from 'node:path';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM } from '@mikro-orm/pglite';
import { sql, type Kysely } from 'kysely';
import { hasDatabase, markIncomplete } from '../connection/data-folder.ts';
import { sendByKysely, type DatabaseEvents } from '../connection/driver/send-statement.ts';
import { codeOf } from '../connection/driver/storage-errors.ts';
import { lockFolder } from '../connection/folder-lock.ts';
import { embeddedDialect } from '../tables/dialect.ts';
import type { TableModel } from '../tables/table-model.ts';
import type { Database } from './database.ts';
import { migrateEmbedded } from './migrate.ts';
import { databaseOf, ormOptions } from './orm.ts';

export interface EmbeddedOptions extends DatabaseEvents {
  readonly model: TableModel;
}

/**
 * Opens a database that runs in this process.
 * @param folder the folder for the data; created if it does not exist
 * @param checkpointMillis how often to make a checkpoint, if enough was written
 * @throws Error when the folder cannot be used, or another process uses it
 */
export async function openEmbedded(
  folder: string,
  { model, ...events }: EmbeddedOptions,
  checkpointMillis = 60_000,
): Promise<Database> {
  const lock = await lockFolder(folder);
  try {
    const dataFolder = resolve(folder);
    const isNew = !hasDatabase(dataFolder);
    const complete = isNew ? markIncomplete(dataFolder) : () => undefined;
    if (!isNew && lock.wasAbandoned) events.observe?.({ kind: 'database recovering', folder: dataFolder });
    const orm = new MikroORM({ ...ormOptions(model), dbName: dataFolder, driverOptions: { extensions: { pg_trgm } } });
    const kysely = orm.em.getKysely<unknown>();
    await sql`select 1`.execute(kysely);
    complete();
    const endCheckpoints = makeCheckpoints(kysely, checkpointMillis, (error) =>
      events.observe?.({ kind: 'database failed', code: codeOf(error) }),
    );
    return databaseOf(orm, {
      dialect: embeddedDialect,
      events,
      send: sendByKysely(kysely, events),
      model,
      counts: 'kept',
      migrate: (settle) => migrateEmbedded(orm, model, settle),
      close: async () => {
        endCheckpoints();
        try {
          await closeAfterTransactions(orm);
        } finally {
          await lock.release();
        }
      },
      timeline: () => undefined,
      replaceConnections: () => undefined,
      poolUse: () => undefined,
      admitUnitOfWork: () => undefined,
      admitStream: () => () => undefined,
      longestPauseMillis: undefined,
    });
  } catch (error) {
    await lock.release();
    if (error instanceof Error) throw error;
    throw new Error(`${folder} cannot be read or written; is the disk full?`, { cause: error });
  }
}

/** First runs the transactions that wait for the only connection, because PGlite would leave them waiting forever. */
async function closeAfterTransactions(orm: MikroORM): Promise<void> {
  await orm.em
    .fork()
    .transactional(() => Promise.resolve())
    .catch(() => undefined);
  await orm.close();
}

// PGlite has no background processes, so only closing the database makes a checkpoint. Until then the write-ahead log
// would grow without limit, and a start after a crash would replay all of it.

/** The amount of log that justifies a checkpoint, which takes about 0.1 s. Replaying this much takes less than a second. */
const WORTHWHILE_BYTES = 32 * 1024 * 1024;

/**
 * Makes a checkpoint at intervals if enough has been written.
 * @param onFailure called with the error of a failed checkpoint; the next one is tried as usual
 * @returns a function that stops it
 */
function makeCheckpoints(kysely: Kysely<unknown>, millis: number, onFailure: (error: unknown) => void): () => void {
  const timer = setInterval(() => void checkpoint(kysely).catch(onFailure), millis).unref();
  return () => clearInterval(timer);
}

async function checkpoint(kysely: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly due: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > ${WORTHWHILE_BYTES}::int as due
    from pg_control_checkpoint()`.execute(kysely);
  if (rows[0]?.due === true) await sql`checkpoint`.execute(kysely);
}
