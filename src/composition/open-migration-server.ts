import type { ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import type { Database } from '#adapters/persistence/storage/database';
import { openServer } from '#adapters/persistence/storage/server';
import type { Config } from './config/config.ts';

export type MigrationConfig = Pick<
  Config,
  'migrateAddress' | 'poolWaitMillis' | 'counts' | 'sessionSettings' | 'preparedStatements'
>;

/**
 * Opens a server as the role that may change tables, if there is one.
 * @param address that of the service
 * @param onAdvice is given a sentence for the operator
 */
export function openMigrationServer(
  address: ServerAddress,
  { migrateAddress, poolWaitMillis, counts, sessionSettings, preparedStatements }: MigrationConfig,
  onAdvice?: (text: string) => void,
): Database {
  return openServer(migrateAddress ?? address, {
    // No statement timeout: building an index can take long.
    poolSize: 2,
    connectTimeoutMillis: poolWaitMillis,
    sessionSettings,
    preparedStatements: preparedStatements === 'on',
    counts,
    onAdvice,
  });
}
