import {
  openServer as openAddress,
  type ServerDatabase,
  type ServerDatabaseOptions,
} from '#adapters/persistence/storage/server';
import { readDatabaseUrl } from '#composition/config/database-url';
import { served } from '#composition/product/served';

/**
 * Opens the database at a URL, regardless of the environment and by default for the served model.
 * @throws Error for a URL that the configuration would refuse
 */
export function openServer(url: string, options: Partial<ServerDatabaseOptions> = {}): ServerDatabase {
  const address = readDatabaseUrl(url, {});
  if ('refusal' in address) throw new Error(`the URL ${address.refusal}`);
  return openAddress(address.value, { model: served.tables, ...options });
}

/** Like `openServer`, for the tests' own statements: connecting can take long while many parts run. */
export function openPatiently(url: string): ServerDatabase {
  return openServer(url, { connectTimeoutMillis: 60_000 });
}
