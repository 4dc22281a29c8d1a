// The choice of the storage adapter: the only place that knows them all.
import { MemoryUnitOfWork } from '../adapters/memory/unit-of-work.ts';
import type { DatabaseEvents } from '../adapters/persistence/connection/database-events.ts';
import type { Database, PoolUse } from '../adapters/persistence/connection/database.ts';
import { openEmbedded } from '../adapters/persistence/connection/embedded.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import { SqlUnitOfWork } from '../adapters/persistence/unit-of-work.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import type { Config } from './config/config.ts';
import { gated } from './gated-unit-of-work.ts';
import { messageOf } from './logging/describe-error.ts';
import { prepareTables, type Preparation } from './prepare-tables.ts';

export interface Storage {
  /** Refuses work as unavailable until the tables are there. */
  readonly unitOfWork: UnitOfWork;
  /** Whether statements to a database do the work. */
  readonly hasStatements: boolean;
  /** Why no requests should come at the moment; undefined when they should. */
  unreadyBecause(): Promise<string | undefined>;
  poolUse(): PoolUse | undefined;
  close(): Promise<void>;
}

/** Told of what goes on with the storage. */
export interface StorageEvents extends DatabaseEvents {
  /** The storage is not available yet; it is tried again. */
  readonly onDelay?: ((reason: string) => void) | undefined;
}

/**
 * Opens the configured storage and brings its tables up to date. A server that is away is waited for in the background, unless the
 * configuration says to fail fast.
 * @throws Error when the storage cannot be used
 */
export async function openStorage(config: Config, events: StorageEvents = {}): Promise<Storage> {
  const { storage } = config;
  switch (storage.kind) {
    case 'memory':
      return {
        unitOfWork: new MemoryUnitOfWork(),
        hasStatements: false,
        unreadyBecause: () => Promise.resolve(undefined),
        poolUse: () => undefined,
        close: () => Promise.resolve(),
      };
    case 'embedded':
      return storageOf(await openEmbedded(config.dataFolder, events), config, events);
    case 'server':
      return storageOf(openServer(storage.url, serverOptions(config, events)), config, events);
  }
}

function serverOptions(config: Config, events: StorageEvents) {
  const { poolSize, poolWaitMillis, maxWaiting, maxStreams, statementTimeoutMillis, sessionSettings } = config;
  return {
    poolSize,
    connectTimeoutMillis: poolWaitMillis,
    maxWaiting,
    maxStreams,
    // A connection is cut when nothing has moved for this time and, at worst, as long again.
    longestPauseMillis: 2 * config.idleTimeoutMillis + PAUSE_SLACK_MILLIS,
    statementTimeoutMillis,
    sessionSettings,
    preparedStatements: config.preparedStatements === 'on',
    ...events,
  };
}

/** What a client that has stopped reading is given beyond the time after which its connection is cut. */
const PAUSE_SLACK_MILLIS = 10_000;

async function storageOf(database: Database, config: Config, events: StorageEvents): Promise<Storage> {
  const preparation = await prepareTables(database, config, events.onDelay).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return {
    unitOfWork: gated(new SqlUnitOfWork(database), () => preparation.pendingBecause),
    hasStatements: true,
    unreadyBecause: () => unreadyBecause(database, preparation),
    poolUse: () => database.poolUse(),
    close: async () => {
      await preparation.stop();
      await database.close();
    },
  };
}

async function unreadyBecause(database: Database, { pendingBecause }: Preparation): Promise<string | undefined> {
  if (pendingBecause !== undefined) return pendingBecause;
  try {
    await database.ping();
    return undefined;
  } catch (error) {
    return `storage: ${messageOf(error)}`;
  }
}
