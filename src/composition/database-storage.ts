import { openReplicas } from '#adapters/persistence/replication/replicas';
import type { Database } from '#adapters/persistence/storage/database';
import { openServer } from '#adapters/persistence/storage/server';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { reasonOf } from '#application/model/describe-error';
import type { Config } from './config/config.ts';
import { prepareTables, type Preparation } from './maintenance/prepare-tables.ts';
import { served } from './product/served.ts';
import type { Storage, StorageOptions } from './storage.ts';

/**
 * Opens the configured database, and its replicas if there are any. Migrates the tables, or keeps trying in the background.
 * @throws Error if retrying is pointless; the database is then closed
 */
export async function openDatabaseStorage(config: DatabaseConfig, options: StorageOptions): Promise<Storage> {
  const database = await openDatabase(config, options);
  const preparation = await prepareTables(database, { ...config, joins: options.joins }, options.observe).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const unitOfWork = new SqlUnitOfWork(database);
  const { replicas: addresses, maxReplicaLagMillis, replicaWaitMillis } = config;
  const replicaOptions = {
    ...serverOptions(config, options),
    newest: options.newest,
    maxReplicaLagMillis,
    replicaWaitMillis,
  };
  const replicas = addresses.length === 0 ? undefined : openReplicas(database, unitOfWork, addresses, replicaOptions);
  // The embedded database is never replaced by another server.
  const positions = database.dialect.concurrent ? unitOfWork : undefined;
  const ofPrimary = (): Promise<string | undefined> => unreadyReason(database, preparation);
  return {
    unitOfWork: replicas?.unitOfWork ?? unitOfWork,
    positions: replicas?.unitOfWork ?? positions,
    hasStatements: true,
    unreadyReason: () => replicas?.unreadyReason(ofPrimary) ?? ofPrimary(),
    poolUse: () => database.poolUse(),
    replicas: () => replicas?.statuses() ?? [],
    close: async () => {
      await replicas?.close();
      await preparation.stop();
      await database.close();
    },
  };
}

type DatabaseConfig = Config & { readonly storage: { readonly kind: 'embedded' | 'server' } };

async function openDatabase(config: DatabaseConfig, options: StorageOptions): Promise<Database> {
  const { storage, dataFolder } = config;
  if (storage.kind === 'server') return openServer(storage.address, serverOptions(config, options));
  const { openEmbedded } = await import('#adapters/persistence/storage/embedded');
  return openEmbedded(dataFolder, { ...options, model: served.tables });
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

function serverOptions(config: Config, { observe, onStatement }: StorageOptions) {
  const { poolSize, poolWaitMillis, maxWaiting, maxStreams, statementTimeoutMillis, sessionSettings, counts } = config;
  return {
    model: served.tables,
    poolSize,
    connectTimeoutMillis: poolWaitMillis,
    maxWaiting,
    maxStreams,
    // An idle connection is cut after one to two times this timeout.
    longestPauseMillis: 2 * config.idleTimeoutMillis + PAUSE_SLACK_MILLIS,
    statementTimeoutMillis,
    sessionSettings,
    preparedStatements: config.preparedStatements === 'on',
    pipeline: config.pipeline === 'on',
    counts,
    observe,
    onStatement,
  };
}

/** So that the connection of a client that has stopped reading is cut first. */
const PAUSE_SLACK_MILLIS = 10_000;
