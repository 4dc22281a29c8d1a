import { openServer as openAddress, type ServerDatabase } from '../../src/adapters/persistence/connection/server.ts';
import type { ServerOptions } from '../../src/adapters/persistence/connection/server-options.ts';
import { readDatabaseUrl } from '../../src/composition/config/database-url.ts';

/**
 * Opens the database at a URL, whatever the environment says.
 * @throws Error for a URL that the configuration would refuse
 */
export function openServer(url: string, options: ServerOptions = {}): ServerDatabase {
  const address = readDatabaseUrl(url, {});
  if ('refusal' in address) throw new Error(`the URL ${address.refusal}`);
  return openAddress(address.value, options);
}
