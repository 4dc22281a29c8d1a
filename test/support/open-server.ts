import type { ServerOptions } from '#adapters/persistence/connection/driver/server-options';
import { openServer as openAddress, type ServerDatabase } from '#adapters/persistence/storage/server';
import { readDatabaseUrl } from '#composition/config/database-url';

/**
 * Opens the database at a URL, regardless of the environment.
 * @throws Error for a URL that the configuration would refuse
 */
export function openServer(url: string, options: ServerOptions = {}): ServerDatabase {
  const address = readDatabaseUrl(url, {});
  if ('refusal' in address) throw new Error(`the URL ${address.refusal}`);
  return openAddress(address.value, options);
}
