import { hasDatabase } from '#adapters/persistence/connection/data-folder';
import { renewEpoch as renewEpochOf } from '#adapters/persistence/storage/epoch';
import { reasonOf } from '#application/model/describe-error';
import { openForMaintenance, type MaintenanceConfig } from './open-for-maintenance.ts';

/**
 * Gives the configured database a new epoch.
 * @throws Error with the reason when there is none, or it cannot be changed
 */
export async function renewEpoch(config: MaintenanceConfig): Promise<void> {
  const { storage, dataFolder } = config;
  if (storage.kind === 'memory') throw new Error('DATABASE_URL is memory: where every start has a new epoch');
  // Opening the folder would create one.
  if (storage.kind === 'embedded' && !hasDatabase(dataFolder)) throw new Error(`there is no database in ${dataFolder}`);
  const database = await openForMaintenance(config, { adviceInUse: 'stop the service that uses it' });
  try {
    const pending = await database.pendingMigrations();
    if (pending.length > 0) throw new Error(`migrations are pending: ${pending.join(', ')}; run migrate first`);
    await renewEpochOf(database);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await database.close();
  }
}
