import { setTimeout as pause } from 'node:timers/promises';
import { MissingObjectError } from '#adapters/persistence/connection/driver/storage-errors';
import type { ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import type { Database, DatabaseAdministration } from '#adapters/persistence/storage/database';
import { openServer } from '#adapters/persistence/storage/server';
import { isDefault } from '#adapters/persistence/tables/table-model';
import { messageOf, reasonOf } from '#application/model/describe-error';
import { QueryTimeoutError, StorageRefusedError, StorageUnavailableError } from '#application/model/errors';
import type { Observe } from '#application/ports/observation';
import type { Config } from '../config/config.ts';
import { served } from '../product/served.ts';

/** Brings the tables up to date. */
export interface Preparation {
  /** The reason why the tables are not up to date yet; undefined when they are. */
  readonly pendingReason: string | undefined;
  /** Aborts retries. */
  stop(): Promise<void>;
}

interface PreparationConfig
  extends MigrationConfig, Pick<Config, 'storage' | 'migrate' | 'failFast' | 'statementTimeoutMillis'> {
  /**
   * True if this process replaces another one while the rest of the service runs. A model in a folder is then not migrated, because the rest still
   * serves the old one.
   */
  readonly joins?: boolean | undefined;
}

const FIRST_RETRY_MILLIS = 100;
/** Together with the time to connect, less than the five seconds in which the service must recover once its server is back. */
const LONGEST_RETRY_MILLIS = 1000;
/** The longest time that `stop` waits for the current attempt, which has no timeout. */
const STOP_MILLIS = 2000;

/**
 * Migrates the tables. The start does not wait for an unreachable database or a long migration, which continues in the
 * background. Until the tables are up to date, the database refuses units of work.
 * @throws Error for a permanent failure; with `failFast` also when the database is unreachable
 */
export async function prepareTables(
  database: DatabaseAdministration,
  config: PreparationConfig,
  observe: Observe,
): Promise<Preparation> {
  const stopped = new AbortController();
  const first = attempt(database, config, observe);
  let pendingReason: string | undefined;
  update(await withinStartupTime(first, config));
  const done = pendingReason === undefined ? Promise.resolve() : keepTrying();

  async function keepTrying(): Promise<void> {
    update(await first.catch(messageOf));
    let millis = FIRST_RETRY_MILLIS;
    while (pendingReason !== undefined && (await hasPassed(millis, stopped.signal))) {
      millis = Math.min(2 * millis, LONGEST_RETRY_MILLIS);
      update(await attempt(database, { ...config, failFast: false }, observe).catch(messageOf));
    }
  }

  function update(reason: string | undefined): void {
    if (reason !== undefined && reason !== pendingReason) observe({ kind: 'storage delayed', reason });
    pendingReason = reason;
    database.refuseUnitsOfWork(reason);
  }

  return {
    get pendingReason() {
      return pendingReason;
    },
    stop: async () => {
      stopped.abort();
      await Promise.race([done, pause(STOP_MILLIS, undefined, { ref: false })]);
    },
  };
}

/** Limits how long the start waits, so that `/live` responds and `/ready` shows the reason for the delay. */
async function withinStartupTime(
  first: Promise<string | undefined>,
  { storage, failFast, poolWaitMillis, statementTimeoutMillis }: PreparationConfig,
): Promise<string | undefined> {
  if (storage.kind !== 'server' || failFast) return first;
  const decided = new AbortController();
  const timeout = hasPassed(poolWaitMillis + statementTimeoutMillis, decided.signal);
  const timedOut = timeout.then(() => 'the tables are still being brought up to date');
  return Promise.race([first, timedOut]).finally(() => decided.abort());
}

/** Waits; resolves to false if aborted. */
function hasPassed(millis: number, signal: AbortSignal): Promise<boolean> {
  return pause(millis, true, { signal }).catch(() => false);
}

/**
 * Migrates if configured to, and checks for pending migrations.
 * @returns the reason for a temporary failure; undefined when the tables are up to date
 * @throws Error for a permanent failure
 */
async function attempt(
  database: DatabaseAdministration,
  config: PreparationConfig,
  observe: Observe,
): Promise<string | undefined> {
  try {
    if (config.joins === true && !isDefault(served.tables)) await requireNoPending(database);
    else if (config.migrate === 'auto') await migrate(database, config, observe);
    const pending = await database.pendingMigrations();
    if (pending.length > 0) return `migrations are pending: ${pending.join(', ')}`;
    if (!isDefault(served.tables)) await requireDeclared(database);
    const grants = await database.missingGrants();
    return grants.length === 0 ? undefined : `grants are missing: ${grants.join('; ')}`;
  } catch (error) {
    if (!isTemporary(error) || config.failFast) throw new Error(reasonOf(error), { cause: error });
    return reasonOf(error);
  }
}

/** The other processes still serve the old model, which the changed tables would not fit. */
async function requireNoPending(database: DatabaseAdministration): Promise<void> {
  const pending = await database.pendingMigrations();
  if (pending.length > 0)
    throw new Error(
      `the model needs migrations (${pending.join(', ')}); restart the whole service, not only its workers`,
    );
}

/** Finds a change of the model without a migration. Missing privileges are left to the readiness check, as for the default model. */
async function requireDeclared(database: DatabaseAdministration): Promise<void> {
  await database.ping().catch((error: unknown) => {
    if (isTemporary(error)) throw error;
    if (!(error instanceof MissingObjectError)) return;
    const { cause } = error;
    throw new Error('the tables do not match the model; draft a migration with migrate --new NAME', { cause });
  });
}

/** True if waiting can help. */
function isTemporary(error: unknown): boolean {
  if (error instanceof StorageRefusedError) return false;
  return error instanceof StorageUnavailableError || error instanceof QueryTimeoutError;
}

/** Uses separate connections to a server: their role may differ, and they have no statement timeout. */
async function migrate(database: DatabaseAdministration, config: PreparationConfig, observe: Observe): Promise<void> {
  const { storage } = config;
  if (storage.kind !== 'server') return database.migrate();
  const own = openMigrationServer(storage.address, config, observe);
  try {
    if (config.migrateAddress !== undefined) requireSameSchema(await database.tableSchema(), await own.tableSchema());
    await own.migrate();
  } finally {
    await own.close();
  }
}

/** Keeps one role from migrating tables that the other one cannot find. */
function requireSameSchema(served: string, migrated: string): void {
  if (served !== migrated)
    throw new Error(
      `DATABASE_URL resolves to schema ${served}, MIGRATE_DATABASE_URL to ${migrated}: give both roles the same search_path`,
    );
}

export type MigrationConfig = Pick<
  Config,
  'migrateAddress' | 'poolWaitMillis' | 'counts' | 'sessionSettings' | 'preparedStatements' | 'pipeline'
>;

/**
 * Opens a server as the role that may change tables, if there is one.
 * @param address the address of the service's server
 * @param observe called only for migrations; the service reports the rest, because it connects in the same way
 */
export function openMigrationServer(
  address: ServerAddress,
  { migrateAddress, poolWaitMillis, counts, sessionSettings, preparedStatements, pipeline }: MigrationConfig,
  observe: Observe,
): Database {
  return openServer(migrateAddress ?? address, {
    model: served.tables,
    // No statement timeout: building an index can take a long time.
    poolSize: 2,
    connectTimeoutMillis: poolWaitMillis,
    sessionSettings,
    preparedStatements: preparedStatements === 'on',
    pipeline: pipeline === 'on',
    counts,
    observe: (observation) => {
      if (observation.kind === 'database advice' || observation.kind === 'changes erasing') observe(observation);
    },
  });
}
