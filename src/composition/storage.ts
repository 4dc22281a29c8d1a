// Chooses the storage adapter; the only place that knows them all.
import { MemoryUnitOfWork } from '../adapters/memory/unit-of-work.ts';
import type { DatabaseEvents } from '../adapters/persistence/connection/database-events.ts';
import type { Database, PoolUse } from '../adapters/persistence/connection/database.ts';
import { openEmbedded } from '../adapters/persistence/connection/embedded.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import { OwnNewestWrite, type NewestWrite } from '../adapters/persistence/replication/newest-write.ts';
import type { ServerAddress } from '../adapters/persistence/connection/server-address.ts';
import { SqlUnitOfWork } from '../adapters/persistence/unit-of-work.ts';
import type { ReplicaState } from '../adapters/admin/replica-metrics.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import type { Config } from './config/config.ts';
import { gatedUnitOfWork } from './gated-unit-of-work.ts';
import { reasonOf } from './logging/describe-error.ts';
import { prepareTables, type Preparation } from './prepare-tables.ts';
import { openReplicas, type ReplicaReports } from './replicas.ts';

export interface Storage {
  /** Throws StorageUnavailableError until the tables are up to date. */
  readonly unitOfWork: UnitOfWork;
  /** Whether it executes SQL statements. */
  readonly hasStatements: boolean;
  /** Why the service should get no requests now; undefined when it is ready. */
  unreadyReason(): Promise<string | undefined>;
  poolUse(): PoolUse | undefined;
  /** Empty without replicas. */
  replicas(): readonly ReplicaState[];
  close(): Promise<void>;
}

export interface StorageEvents extends DatabaseEvents, ReplicaReports {
  /** The storage is not available yet and will be retried. */
  readonly onDelay?: ((reason: string) => void) | undefined;
}

/**
 * Opens the configured storage and migrates its tables. Without `failFast`, a server that is away is retried in the background.
 * @throws Error when the storage is unusable
 */
export async function openStorage(
  config: Config,
  events: StorageEvents = {},
  newest: NewestWrite = new OwnNewestWrite(),
): Promise<Storage> {
  const { storage } = config;
  switch (storage.kind) {
    case 'memory':
      return {
        unitOfWork: new MemoryUnitOfWork(),
        hasStatements: false,
        unreadyReason: async () => undefined,
        poolUse: () => undefined,
        replicas: () => [],
        close: async () => undefined,
      };
    case 'embedded':
      return storageOf(await openEmbedded(config.dataFolder, events), config, events);
    case 'server':
      return openServers(storage.address, config, events, newest);
  }
}

/** A database server, and its replicas if there are any. */
async function openServers(
  address: ServerAddress,
  config: Config,
  events: StorageEvents,
  newest: NewestWrite,
): Promise<Storage> {
  const options = serverOptions(config, events);
  const primary = openServer(address, options);
  const storage = await storageOf(primary, config, events);
  if (config.replicas.length === 0) return storage;
  const replicas = openReplicas(primary, storage.unitOfWork, config, { ...options, ...events, newest });
  return {
    ...storage,
    unitOfWork: replicas.unitOfWork,
    replicas: () => replicas.states(),
    // Reads go on without the primary.
    unreadyReason: async () => (replicas.areReady ? undefined : storage.unreadyReason()),
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

async function storageOf(database: Database, config: Config, events: StorageEvents): Promise<Storage> {
  const preparation = await prepareTables(database, config, events.onDelay).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return {
    unitOfWork: gatedUnitOfWork(
      new SqlUnitOfWork(database, config.requestTimeoutMillis),
      () => preparation.pendingReason,
    ),
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
