import { reasonOf } from '#application/model/describe-error';
import { openForMaintenance, type MaintenanceConfig } from './open-for-maintenance.ts';

/**
 * Runs the pending migrations of the configured storage.
 * @param onAdvice is given a sentence for the operator
 * @returns the names of those that were pending; undefined for a storage without tables
 * @throws Error with the reason when the storage cannot be reached or migrated
 */
export async function migrateStorage(
  config: MaintenanceConfig,
  onAdvice: (text: string) => void,
): Promise<readonly string[] | undefined> {
  if (config.storage.kind === 'memory') return undefined;
  const adviceInUse = 'stop the service that uses it; it migrated the database when it started';
  const database = await openForMaintenance(config, { onAdvice, adviceInUse });
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
