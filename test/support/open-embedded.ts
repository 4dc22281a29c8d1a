import type { Database } from '#adapters/persistence/storage/database';
import { openEmbedded as openFolder, type EmbeddedOptions } from '#adapters/persistence/storage/embedded';
import { served } from '#composition/product/served';

/** Opens the embedded database in a folder, by default for the served model. */
export function openEmbedded(
  folder: string,
  options: Partial<EmbeddedOptions> = {},
  checkpointMillis?: number,
): Promise<Database> {
  return openFolder(folder, { model: served.tables, ...options }, checkpointMillis);
}
