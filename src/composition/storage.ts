// The choice of the storage adapter: the only place that knows them all.
import { openMemory } from '../adapters/memory/open-memory.ts';
import type { Database } from '../adapters/persistence/database.ts';
import { openEmbedded, openServer } from '../adapters/persistence/orm.ts';
import { SqlUnitOfWork } from '../adapters/persistence/sql-unit-of-work.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import type { Config } from './config.ts';

/** Is told every SQL statement before it is sent. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void;

export interface Storage {
  readonly unitOfWork: UnitOfWork;
  close(): Promise<void>;
}

type StorageConfig = Pick<Config, 'storage' | 'dataFolder' | 'migrate' | 'poolSize' | 'poolWaitMillis'>;

/**
 * Opens the configured storage and brings its tables up to date.
 * @throws Error when it cannot be reached or used, or when migrations are pending that must not run
 */
export async function openStorage(config: StorageConfig, onStatement?: StatementListener): Promise<Storage> {
  const { storage } = config;
  switch (storage.kind) {
    case 'memory':
      return { unitOfWork: openMemory().unitOfWork, close: () => Promise.resolve() };
    case 'embedded':
      return migrated(await openEmbedded(config.dataFolder, { onStatement }), config);
    case 'server': {
      const { poolSize, poolWaitMillis: connectTimeoutMillis } = config;
      return migrated(openServer(storage.url, { poolSize, connectTimeoutMillis, onStatement }), config);
    }
  }
}

async function migrated(database: Database, { migrate }: StorageConfig): Promise<Storage> {
  try {
    if (migrate === 'auto') await database.migrate();
    else await requireMigrated(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
}

async function requireMigrated(database: Database): Promise<void> {
  const pending = await database.pendingMigrations();
  if (pending.length > 0) throw new Error(`MIGRATE is off and migrations are pending: ${pending.join(', ')}`);
}
