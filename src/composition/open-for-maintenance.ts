import type { Database } from '../adapters/persistence/connection/database.ts';
import { openEmbedded } from '../adapters/persistence/connection/embedded.ts';
import { FolderInUseError } from '../adapters/persistence/connection/folder-lock.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import type { Config } from './config/config.ts';

export type MaintenanceConfig = Pick<Config, 'storage' | 'dataFolder' | 'migrateAddress' | 'poolWaitMillis' | 'counts'>;

interface Notices {
  /** Is given a sentence for the operator. */
  readonly onAdvice?: (text: string) => void;
  /** What to do where a service uses the embedded database. */
  readonly adviceInUse: string;
}

/**
 * Opens the configured database as the role that may change tables, if there is one.
 * @throws Error when it cannot be opened
 */
export async function openForMaintenance(
  { storage, dataFolder, migrateAddress, poolWaitMillis, counts }: MaintenanceConfig,
  { onAdvice, adviceInUse }: Notices,
): Promise<Database> {
  // No statement timeout: building an index can take long.
  if (storage.kind === 'server')
    return openServer(migrateAddress ?? storage.address, {
      poolSize: 2,
      connectTimeoutMillis: poolWaitMillis,
      counts,
      onAdvice,
    });
  try {
    return await openEmbedded(dataFolder, { onAdvice });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error(`${error.message}; ${adviceInUse}`, { cause: error });
  }
}
