import type { Config } from '../../config/config.ts';
import { examineFolder } from './examine-folder.ts';
import { examineServer } from './examine-server.ts';
import { warning, type Finding } from './finding.ts';

/**
 * Examines the configured storage. Changes nothing: neither tables nor the data folder.
 * @param isServing true if a service with this configuration is running
 */
export async function examineStorage(config: Config, isServing: boolean): Promise<readonly Finding[]> {
  switch (config.storage.kind) {
    case 'memory':
      return [warning('storage', 'memory: nothing is kept when the service stops', 'unset DATABASE_URL to keep data')];
    case 'embedded':
      return examineFolder(config.dataFolder, isServing);
    case 'server':
      return examineServer(config, config.storage.address);
  }
}
