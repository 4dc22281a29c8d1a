import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { reasonOf } from '#application/model/describe-error';
import type { Config } from './config/config.ts';
import { prepareTables, type Preparation } from './prepare-tables.ts';
import type { Storage, StorageEvents } from './storage.ts';

/** Migrates the tables of a database, or goes on trying to; closes it when that is in vain. */
export async function storageOn(database: Database, config: Config, events: StorageEvents): Promise<Storage> {
  const preparation = await prepareTables(database, config, events).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const unitOfWork = new SqlUnitOfWork(database);
  return {
    unitOfWork,
    // The embedded database has no successor.
    positions: database.dialect.concurrent ? unitOfWork : undefined,
    hasStatements: true,
    unreadyReason: () => unreadyReason(database, preparation),
    poolUse: () => database.poolUse(),
    replicas: () => [],
    close: async () => {
      await preparation.stop();
      await database.close();
    },
  };
}

async function unreadyReason(database: Database, { pendingReason }: Preparation): Promise<string | undefined> {
  if (pendingReason !== undefined) return pendingReason;
  try {
    await database.ping();
    return undefined;
  } catch (error) {
    return `storage: ${reasonOf(error)}`;
  }
}
