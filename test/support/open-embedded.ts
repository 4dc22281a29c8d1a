import type { Database } from '#adapters/persistence/storage/database';
import { openEmbedded as openFolder, type EmbeddedOptions } from '#adapters/persistence/storage/embedded';
import { product } from '#composition/product';

/** Opens the embedded database in a folder, for the served model by default. */
export function openEmbedded(
  folder: string,
  options: Partial<EmbeddedOptions> = {},
  checkpointMillis?: number,
): Promise<Database> {
  return openFolder(folder, { model: product.tables, ...options }, checkpointMillis);
}
