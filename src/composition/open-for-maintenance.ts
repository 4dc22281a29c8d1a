import { FolderInUseError } from '#adapters/persistence/connection/folder-lock';
import type { Database } from '#adapters/persistence/storage/database';
import { openEmbedded } from '#adapters/persistence/storage/embedded';
import type { Config } from './config/config.ts';
import { type MigrationConfig, openMigrationServer } from './open-migration-server.ts';

export type MaintenanceConfig = MigrationConfig & Pick<Config, 'storage' | 'dataFolder'>;

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
  config: MaintenanceConfig,
  { onAdvice, adviceInUse }: Notices,
): Promise<Database> {
  const { storage, dataFolder } = config;
  if (storage.kind === 'server') return openMigrationServer(storage.address, config, onAdvice);
  try {
    return await openEmbedded(dataFolder, { onAdvice });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error(`${error.message}; ${adviceInUse}`, { cause: error });
  }
}
