import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseEvents } from '#adapters/persistence/connection/driver/send-statement';
import type { ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import type { Database, DatabaseAdministration } from '#adapters/persistence/storage/database';
import { openServer } from '#adapters/persistence/storage/server';
import { messageOf, reasonOf } from '#application/model/describe-error';
import { QueryTimeoutError, StorageRefusedError, StorageUnavailableError } from '#application/model/errors';
import type { Config } from '../config/config.ts';

export interface PreparationEvents extends Pick<DatabaseEvents, 'onAdvice'> {
  /** The storage is not available yet and will be retried. */
  readonly onDelay?: ((reason: string) => void) | undefined;
}

/** Brings the tables up to date. */
export interface Preparation {
  /** Why the tables are not up to date yet; undefined when they are. */
  readonly pendingReason: string | undefined;
  /** Aborts retries. */
  stop(): Promise<void>;
}

type PreparationConfig = MigrationConfig & Pick<Config, 'storage' | 'migrate' | 'failFast' | 'statementTimeoutMillis'>;

const FIRST_RETRY_MILLIS = 100;
/** Plus the time to connect, this is less than the five seconds in which the service must recover after its server. */
const LONGEST_RETRY_MILLIS = 1000;
/** How long `stop` waits for the current attempt, which has no timeout. */
const STOP_MILLIS = 2000;

/**
 * Migrates the tables. The start does not wait for an unreachable database or a long migration: that goes on in the
 * background. Until the tables are up to date, the database refuses units of work.
 * @throws Error for a permanent failure; with `failFast` also when the database is away
 */
export async function prepareTables(
  database: DatabaseAdministration,
  config: PreparationConfig,
  { onDelay, onAdvice }: PreparationEvents,
): Promise<Preparation> {
  const stopped = new AbortController();
  const first = attempt(database, config, onAdvice);
  let pendingReason: string | undefined;
  update(await withinStartupTime(first, config));
  const done = pendingReason === undefined ? Promise.resolve() : keepTrying();

  async function keepTrying(): Promise<void> {
    update(await first.catch(messageOf));
    let millis = FIRST_RETRY_MILLIS;
    while (pendingReason !== undefined && (await hasPassed(millis, stopped.signal))) {
      millis = Math.min(2 * millis, LONGEST_RETRY_MILLIS);
      update(await attempt(database, { ...config, failFast: false }, onAdvice).catch(messageOf));
    }
  }

  function update(reason: string | undefined): void {
    if (reason !== undefined && reason !== pendingReason) onDelay?.(reason);
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

/** Limits how long the start waits, so that `/live` answers and `/ready` shows the reason for the delay. */
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

/** Waits; false when aborted. */
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
  onAdvice: PreparationEvents['onAdvice'],
): Promise<string | undefined> {
  try {
    if (config.migrate === 'auto') await migrate(database, config, onAdvice);
    const pending = await database.pendingMigrations();
    return pending.length === 0 ? undefined : `migrations are pending: ${pending.join(', ')}`;
  } catch (error) {
    if (!isTemporary(error) || config.failFast) throw new Error(reasonOf(error), { cause: error });
    return reasonOf(error);
  }
}

/** Whether waiting can help. */
function isTemporary(error: unknown): boolean {
  if (error instanceof StorageRefusedError) return false;
  return error instanceof StorageUnavailableError || error instanceof QueryTimeoutError;
}

/** Uses separate connections to a server: their role may differ, and they have no statement timeout. */
async function migrate(
  database: DatabaseAdministration,
  config: PreparationConfig,
  onAdvice: PreparationEvents['onAdvice'],
): Promise<void> {
  const { storage } = config;
  if (storage.kind !== 'server') return database.migrate();
  const own = openMigrationServer(storage.address, config, onAdvice);
  try {
    if (config.migrateAddress !== undefined) requireSameSchema(await database.tableSchema(), await own.tableSchema());
    await own.migrate();
  } finally {
    await own.close();
  }
}

/** Keeps one role from migrating tables that the other never finds. */
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
 * @param address that of the service
 * @param onAdvice is given a sentence for the operator
 */
export function openMigrationServer(
  address: ServerAddress,
  { migrateAddress, poolWaitMillis, counts, sessionSettings, preparedStatements, pipeline }: MigrationConfig,
  onAdvice?: (text: string) => void,
): Database {
  return openServer(migrateAddress ?? address, {
    // No statement timeout: building an index can take long.
    poolSize: 2,
    connectTimeoutMillis: poolWaitMillis,
    sessionSettings,
    preparedStatements: preparedStatements === 'on',
    pipeline: pipeline === 'on',
    counts,
    onAdvice,
  });
}
