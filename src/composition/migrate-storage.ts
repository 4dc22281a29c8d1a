import type { Database } from '../adapters/persistence/connection/database.ts';
import { openEmbedded } from '../adapters/persistence/connection/embedded.ts';
import { FolderInUseError } from '../adapters/persistence/connection/folder-lock.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import type { Config } from './config/config.ts';
import { reasonOf } from './logging/describe-error.ts';

type MigrationConfig = Pick<Config, 'storage' | 'dataFolder' | 'migrateAddress' | 'poolWaitMillis'>;

/**
 * Runs the pending migrations of the configured storage.
 * @param onAdvice is given a sentence for the operator
 * @returns the names of those that were pending; undefined for a storage without tables
 * @throws Error with the reason when the storage cannot be reached or migrated
 */
export async function migrateStorage(
  config: MigrationConfig,
  onAdvice: (text: string) => void,
): Promise<readonly string[] | undefined> {
  if (config.storage.kind === 'memory') return undefined;
  const database = await open(config, onAdvice);
  try {
    const pending = await database.pendingMigrations();
    await database.migrate();
    return pending;
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await database.close();
  }
}

async function open(config: MigrationConfig, onAdvice: (text: string) => void): Promise<Database> {
  const { storage, dataFolder, migrateAddress, poolWaitMillis } = config;
  // No statement timeout: building an index can take long.
  if (storage.kind === 'server')
    return openServer(migrateAddress ?? storage.address, {
      poolSize: 2,
      connectTimeoutMillis: poolWaitMillis,
      onAdvice,
    });
  try {
    return await openEmbedded(dataFolder, { onAdvice });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const advice = 'stop the service that runs in it, which has migrated its database when it started';
    throw new Error(`${error.message}; ${advice}`, { cause: error });
  }
}
