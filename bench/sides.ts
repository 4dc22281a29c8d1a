// The processes to compare.
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { changes, restoreData } from './load-data.ts';
import { startLoaded, startOther } from './loaded-service.ts';
import { startPostgres } from './postgres.ts';
import { startListening, type ListeningProcess } from './start-listening.ts';
import { Cleanup } from './cleanup.ts';

/** The service on a database with data. Other sides can be started on it as well. */
export interface LoadedDatabase {
  readonly service: ListeningProcess;
  readonly databaseUrl: string;
  readonly databasePid: number;
  /** Of the database server. */
  readonly version: string;
  /** The number of persons in the database. */
  readonly persons: number;
  /** Describes what has been written since the last restore. */
  changes(): Promise<string>;
  restore(): Promise<void>;
  /** Waits until no statement is running. */
  untilIdle(): Promise<void>;
  stop(): Promise<void>;
}

export interface Sides extends LoadedDatabase {
  /** Another version of the service. */
  readonly other: ListeningProcess | undefined;
  readonly floor: ListeningProcess;
}

/** Flags for Node of each side, and the folder of another version. */
export interface Setup {
  readonly service?: readonly string[];
  readonly floor?: readonly string[];
  readonly other?: string | undefined;
}

/** Starts all sides on one database, which this version of the service migrates. */
export async function startSides(scale: number, setup: Setup = {}): Promise<Sides> {
  const cleanup = new Cleanup();
  try {
    const database = cleanup.add(await startDatabase(scale, setup.service));
    const { databaseUrl } = database;
    const other = setup.other === undefined ? undefined : cleanup.add(await startOther(setup.other, databaseUrl));
    const floor = cleanup.add(await startListening('bench/floor.ts', { DATABASE_URL: databaseUrl }, setup.floor));
    return { ...database, other, floor, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** @param flags for Node, of the service */
export async function startDatabase(scale: number, flags?: readonly string[]): Promise<LoadedDatabase> {
  const cleanup = new Cleanup();
  try {
    const server = cleanup.add(await startPostgres());
    const { service, pool, size, databaseUrl } = cleanup.add(await startLoaded(server, scale, flags));
    const { rows } = await pool.query<{ server_version: string }>({ text: 'show server_version' });
    return {
      service,
      databaseUrl,
      databasePid: server.pid,
      version: rows[0]?.server_version ?? 'unknown',
      persons: size.persons,
      changes: () => changes(pool, size),
      restore: () => restoreData(pool, size),
      untilIdle: () => untilIdle(pool),
      stop: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

const IDLE_TIMEOUT_MILLIS = 30_000;

/** When a round ends, statements of abandoned requests may still be running. */
async function untilIdle(pool: Pool): Promise<void> {
  const text = `
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
  for (const end = performance.now() + IDLE_TIMEOUT_MILLIS; performance.now() < end; await pause(50))
    if ((await pool.query<object>({ text })).rows.length === 0) return;
  throw new Error('the database did not become idle');
}
