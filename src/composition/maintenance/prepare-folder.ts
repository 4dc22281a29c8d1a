import { resolve } from 'node:path';
import type { Log } from '#adapters/http/koa/log';
import { createFolder, hasDatabase } from '#adapters/persistence/connection/data-folder';
import type { Config } from '../config/config.ts';
import { requireFreePort } from './require-free-port.ts';

type Prepared = Pick<Config, 'storage' | 'dataFolder' | 'host' | 'port' | 'adminHost' | 'adminPort'>;

/**
 * Creates the data folder of the embedded database if it is missing. Logs that a database will be created, since that
 * takes seconds without any other output; fails first if a port is in use.
 * @throws Error when it is not a folder or cannot be created, or a port is taken
 */
export async function prepareFolder(config: Prepared, log: Log): Promise<void> {
  const { storage, dataFolder, host, port, adminHost, adminPort } = config;
  if (storage.kind !== 'embedded' || hasDatabase(dataFolder)) return;
  await requireFreePort(host, port);
  if (adminPort !== undefined) await requireFreePort(adminHost, adminPort);
  createFolder(dataFolder);
  log.info({}, `creating the database in ${resolve(dataFolder)}, which takes a few seconds`);
}
