import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../adapters/persistence/connection/database.ts';
import { openServer } from '../adapters/persistence/connection/server.ts';
import { QueryTimeoutError, StorageUnavailableError } from '../application/errors.ts';
import type { Config } from './config/config.ts';
import { messageOf } from './logging/describe-error.ts';

/** The way to tables that are up to date. */
export interface Preparation {
  /** What is still missing; undefined when nothing is. */
  readonly pendingBecause: string | undefined;
  /** Gives up, if it is still under way. */
  stop(): Promise<void>;
}

type PreparationConfig = Pick<
  Config,
  'storage' | 'migrate' | 'migrateUrl' | 'failFast' | 'poolWaitMillis' | 'statementTimeoutMillis'
>;

const FIRST_PAUSE_MILLIS = 100;
/** With the time that connecting may take, less than the five seconds in which the service is back after its server. */
const LONGEST_PAUSE_MILLIS = 1000;
/** How long a stop waits for an attempt, which has no limit of its own. */
const STOPPING_MILLIS = 2000;

/**
 * Brings the tables up to date: at once when the database is there and the work is short, else in the background, again and again until
 * it is done.
 * @throws Error when the tables cannot be had at all; also when the database is away and the configuration says to fail fast
 */
export async function prepareTables(
  database: Database,
  config: PreparationConfig,
  onDelay: (reason: string) => void = () => undefined,
): Promise<Preparation> {
  const stopped = new AbortController();
  const first = whatIsMissing(database, config);
  const state = { pendingBecause: await unlessItTakesLong(first, config) };
  const done = state.pendingBecause === undefined ? Promise.resolve() : keepTrying();
  if (state.pendingBecause !== undefined) onDelay(state.pendingBecause);

  async function keepTrying(): Promise<void> {
    note(await first.catch(messageOf));
    let millis = FIRST_PAUSE_MILLIS;
    while (state.pendingBecause !== undefined && (await hasPassed(millis, stopped.signal))) {
      millis = Math.min(2 * millis, LONGEST_PAUSE_MILLIS);
      note(await whatIsMissing(database, { ...config, failFast: false }).catch(messageOf));
    }
  }

  function note(missing: string | undefined): void {
    if (missing !== undefined && missing !== state.pendingBecause) onDelay(missing);
    state.pendingBecause = missing;
  }

  return {
    get pendingBecause() {
      return state.pendingBecause;
    },
    stop: async () => {
      stopped.abort();
      await Promise.race([done, pause(STOPPING_MILLIS, undefined, { ref: false })]);
    },
  };
}

/** The start waits so long only: liveness and the reason for the wait should show. */
async function unlessItTakesLong(
  first: Promise<string | undefined>,
  { storage, failFast, poolWaitMillis, statementTimeoutMillis }: PreparationConfig,
): Promise<string | undefined> {
  if (storage.kind !== 'server' || failFast) return first;
  const decided = new AbortController();
  const patience = hasPassed(poolWaitMillis + statementTimeoutMillis, decided.signal);
  const outOfPatience = patience.then(() => 'the tables are still being brought up to date');
  return Promise.race([first, outOfPatience]).finally(() => {
    decided.abort();
  });
}

/** Waits; resolves to false when it is told to stop. */
function hasPassed(millis: number, signal: AbortSignal): Promise<boolean> {
  return pause(millis, true, { signal }).catch(() => false);
}

/**
 * Runs what has to run.
 * @returns what is still missing for a reason that may pass; undefined when nothing is
 * @throws Error for a reason that will not pass
 */
async function whatIsMissing(database: Database, config: PreparationConfig): Promise<string | undefined> {
  try {
    if (config.migrate === 'auto') await migrate(database, config);
    const pending = await database.pendingMigrations();
    return pending.length === 0 ? undefined : `migrations are pending: ${pending.join(', ')}`;
  } catch (error) {
    const mayPass = error instanceof StorageUnavailableError || error instanceof QueryTimeoutError;
    if (!mayPass || config.failFast) throw withCause(error);
    return messageOf(withCause(error));
  }
}

/** On a server with connections of their own: perhaps of another role, and without a limit for their time, since an index takes as long as it takes. */
async function migrate(database: Database, { storage, migrateUrl, poolWaitMillis }: PreparationConfig): Promise<void> {
  if (storage.kind !== 'server') return database.migrate();
  const { onAdvice } = database.events;
  const own = openServer(migrateUrl ?? storage.url, { poolSize: 2, connectTimeoutMillis: poolWaitMillis, onAdvice });
  try {
    await own.migrate();
  } finally {
    await own.close();
  }
}

function withCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error
    ? new Error(`${error.message}: ${messageOf(error.cause)}`, { cause: error.cause })
    : error;
}
