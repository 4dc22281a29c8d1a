import { openServer } from '../adapters/persistence/connection/server.ts';
import type { ServerAddress } from '../adapters/persistence/connection/server-address.ts';
import type { NewestWrite } from '../adapters/persistence/replication/newest-write.ts';
import type { Config } from './config/config.ts';
import { storageOn } from './database-storage.ts';
import { openReplicas } from './replicas.ts';
import type { Storage, StorageEvents } from './storage.ts';

/** A database server, and its replicas if there are any. */
export async function openServerStorage(
  address: ServerAddress,
  config: Config,
  events: StorageEvents,
  newest: NewestWrite,
): Promise<Storage> {
  const options = serverOptions(config, events);
  const primary = openServer(address, options);
  const storage = await storageOn(primary, config, events);
  if (config.replicas.length === 0) return storage;
  const replicas = openReplicas(primary, storage.unitOfWork, config, { ...options, ...events, newest });
  return {
    ...storage,
    unitOfWork: replicas.unitOfWork,
    positions: replicas.unitOfWork,
    replicas: () => replicas.states(),
    // Reads go on without the primary.
    unreadyReason: async () => (replicas.areReady ? undefined : (replicas.formerReason ?? storage.unreadyReason())),
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
