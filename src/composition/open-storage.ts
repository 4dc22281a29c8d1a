// Chooses the storage adapter. MikroORM is loaded for databases only; without it, a service in memory starts in two thirds of the time.
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { Config } from './config/config.ts';
import type { Storage, StorageOptions } from './storage.ts';

/**
 * Opens the configured storage and migrates its tables. Without `failFast`, retries an unreachable server in the background.
 * @throws Error when the storage is unusable
 */
export async function openStorage(config: Config, options: StorageOptions): Promise<Storage> {
  const { storage } = config;
  switch (storage.kind) {
    case 'memory':
      return {
        unitOfWork: new MemoryUnitOfWork(),
        hasStatements: false,
        unreadyReason: async () => undefined,
        poolUse: () => undefined,
        replicas: () => [],
        close: async () => undefined,
      };
    case 'embedded':
    case 'server': {
      const { openDatabaseStorage } = await import('./database-storage.ts');
      return openDatabaseStorage({ ...config, storage }, options);
    }
  }
}
