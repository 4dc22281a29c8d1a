import { resolve } from 'node:path';
import type { Log } from '#adapters/http/koa/log';
import { createFolder, hasDatabase } from '#adapters/persistence/connection/data-folder';
import type { Config } from '../config/config.ts';

/**
 * Creates the data folder of the embedded database if it is missing. Logs that a database will be created, since that
 * takes seconds without any other output.
 * @throws Error when it is not a folder or cannot be created
 */
export function prepareFolder({ storage, dataFolder }: Pick<Config, 'storage' | 'dataFolder'>, log: Log): void {
  if (storage.kind !== 'embedded') return;
  createFolder(dataFolder);
  if (hasDatabase(dataFolder)) return;
  log.info({}, `creating the database in ${resolve(dataFolder)}, which takes a few seconds`);
}
