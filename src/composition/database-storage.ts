import type { ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import { openReplicas } from '#adapters/persistence/replication/replicas';
import type { Database } from '#adapters/persistence/storage/database';
import { openServer } from '#adapters/persistence/storage/server';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { reasonOf } from '#application/model/describe-error';
import type { Config } from './config/config.ts';
import { prepareTables, type Preparation } from './maintenance/prepare-tables.ts';
import type { Storage, StorageEvents, StorageOptions } from './storage.ts';

/** Migrates the tables of a database, or goes on trying to; closes it when that is in vain. */
export async function storageOn(database: Database, config: Config, events: StorageEvents): Promise<Storage> {
  const preparation = await prepareTables(database, config, events).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const unitOfWork = new SqlUnitOfWork(database);
  return {
    unitOfWork,
    // The embedded database has no successor.
    positions: database.dialect.concurrent ? unitOfWork : undefined,
    hasStatements: true,
    unreadyReason: () => unreadyReason(database, preparation),
    poolUse: () => database.poolUse(),
    replicas: () => [],
    close: async () => {
      await preparation.stop();
      await database.close();
    },
  };
}

async function unreadyReason(database: Database, { pendingReason }: Preparation): Promise<string | undefined> {
  if (pendingReason !== undefined) return pendingReason;
  try {
    await database.ping();
    return undefined;
  } catch (error) {
    return `storage: ${reasonOf(error)}`;
  }
}

/** A database server, and its replicas if there are any. */
export async function openServerStorage(
  address: ServerAddress,
  config: Config,
  options: StorageOptions,
): Promise<Storage> {
  const { replicas: addresses, maxReplicaLagMillis, replicaWaitMillis } = config;
  const server = serverOptions(config, options);
  const primary = openServer(address, server);
  const storage = await storageOn(primary, config, options);
  if (addresses.length === 0) return storage;
  const replicas = openReplicas(primary, storage.unitOfWork, addresses, {
    ...server,
    ...options,
    maxReplicaLagMillis,
    replicaWaitMillis,
  });
  return {
    ...storage,
    unitOfWork: replicas.unitOfWork,
    positions: replicas.unitOfWork,
    replicas: () => replicas.states(),
    unreadyReason: () => replicas.unreadyReason(() => storage.unreadyReason()),
    close: async () => {
      await replicas.close();
      await storage.close();
    },
  };
}

function serverOptions(config: Config, events: StorageEvents) {
  const { poolSize, poolWaitMillis, maxWaiting, maxStreams, statementTimeoutMillis, sessionSettings, counts } = config;
  return {
    poolSize,
    connectTimeoutMillis: poolWaitMillis,
    maxWaiting,
    maxStreams,
    // An idle connection is cut after one to two times this timeout.
    longestPauseMillis: 2 * config.idleTimeoutMillis + PAUSE_SLACK_MILLIS,
    statementTimeoutMillis,
    sessionSettings,
    preparedStatements: config.preparedStatements === 'on',
    counts,
    ...events,
  };
}

/** So that the connection of a client that has stopped reading is cut first. */
const PAUSE_SLACK_MILLIS = 10_000;
