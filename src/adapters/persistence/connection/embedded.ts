import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM } from '@mikro-orm/pglite';
import { sql } from 'kysely';
import { resolve } from 'node:path';
import { openMigrator } from '../migrations/migrate.ts';
import { databaseOf, ormOptions } from '../orm.ts';
import { makeCheckpoints } from './checkpoints.ts';
import { hasDatabase, markIncomplete } from './data-folder.ts';
import type { DatabaseEvents } from './database-events.ts';
import type { Database } from './database.ts';
import { embeddedDialect } from './dialect.ts';
import { lockFolder } from './folder-lock.ts';
import { sendByKysely } from './send.ts';
import { codeOf } from './storage-errors.ts';

/**
 * Opens a database that runs in this process.
 * @param folder for the data; created if it does not exist
 * @param checkpointMillis how often to make a checkpoint, if enough was written
 * @throws Error when the folder cannot be used, or another process uses it
 */
export async function openEmbedded(
  folder: string,
  events: DatabaseEvents = {},
  checkpointMillis = 60_000,
): Promise<Database> {
  const lock = await lockFolder(folder);
  try {
    const dataFolder = resolve(folder);
    const isNew = !hasDatabase(dataFolder);
    const complete = isNew ? markIncomplete(dataFolder) : () => undefined;
    if (!isNew && lock.wasAbandoned) events.onRecovery?.(dataFolder);
    const orm = new MikroORM({ ...ormOptions, dbName: dataFolder, driverOptions: { extensions: { pg_trgm } } });
    const kysely = orm.em.getKysely<unknown>();
    await sql`select 1`.execute(kysely);
    complete();
    const endCheckpoints = makeCheckpoints(kysely, checkpointMillis, (error) => events.onFailure?.(codeOf(error)));
    return databaseOf(orm, {
      dialect: embeddedDialect,
      events,
      send: sendByKysely(kysely, events),
      counts: 'kept',
      migrate: async (settle) => {
        const migrator = await openMigrator(orm);
        await migrator.up();
        await kysely.transaction().execute(settle);
      },
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
      admit: () => undefined,
      admitStream: () => () => undefined,
      longestPauseMillis: undefined,
    });
  } catch (error) {
    await lock.release();
    if (error instanceof Error) throw error;
    throw new Error(`${folder} cannot be read or written; is the disk full?`, { cause: error });
  }
}

/** Lets transactions that wait for the only connection run first: PGlite would leave them waiting for ever. */
async function closeAfterTransactions(orm: MikroORM): Promise<void> {
  await orm.em
    .fork()
    .transactional(() => Promise.resolve())
    .catch(() => undefined);
  await orm.close();
}
