import type { ServerOptions } from '#adapters/persistence/connection/driver/server-options';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { DatabaseEngine } from '../support/database-engines.ts';
import type { StorageUnderTest } from './storage-under-test.ts';

/** Opens a new database, and counts its deadlocks. */
export async function openStorage(engine: DatabaseEngine, options: ServerOptions = {}): Promise<StorageUnderTest> {
  let deadlocks = 0;
  const database = await engine.open({
    ...options,
    observe: (observation) => {
      if (observation.kind === 'database failed' && observation.code === '40P01') deadlocks += 1;
    },
  });
  return {
    unitOfWork: new SqlUnitOfWork(database),
    deadlocks: () => deadlocks,
    close: () => database.close(),
  };
}
