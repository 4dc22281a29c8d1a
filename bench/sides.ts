// What is compared, running.
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { changes, restoreData } from './load-data.ts';
import { startLoaded, startOther } from './loaded-service.ts';
import { startPostgres } from './postgres.ts';
import { startListening, type ListeningProcess } from './start-listening.ts';
import { Stops } from './stops.ts';

export interface Sides {
  readonly service: ListeningProcess;
  /** Another version of it, if there is one. */
  readonly other: ListeningProcess | undefined;
  readonly floor: ListeningProcess;
  readonly databasePid: number;
  /** Of the database server. */
  readonly version: string;
  /** How many there are. */
  readonly persons: number;
  /** What has been written since the last restore. */
  changes(): Promise<string>;
  restore(): Promise<void>;
  /** Resolves once the database works on nothing any more. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

/** What is started, beside the service and the floor of this folder as they are. */
export interface Setup {
  /** Flags for Node. */
  readonly service?: readonly string[];
  /** The same. */
  readonly floor?: readonly string[];
  /** Folder of another version of the service. */
  readonly other?: string | undefined;
}

/** Starts all sides on one database, which this folder's version of the service migrates. */
export async function startSides(scale: number, setup: Setup = {}): Promise<Sides> {
  const stops = new Stops();
  try {
    const server = stops.add(await startPostgres());
    const { service, pool, size, url } = stops.add(await startLoaded(server, scale, setup.service));
    const { rows } = await pool.query<{ server_version: string }>({ text: 'show server_version' });
    const other = setup.other === undefined ? undefined : stops.add(await startOther(setup.other, url));
    const floor = stops.add(await startListening('bench/floor.ts', { DATABASE_URL: url }, setup.floor));
    return {
      service,
      other,
      floor,
      databasePid: server.pid,
      version: rows[0]?.server_version ?? 'unknown',
      persons: size.persons,
      changes: () => changes(pool, size),
      restore: () => restoreData(pool, size),
      calm: () => calm(pool),
      stop: () => stops.stop(),
    };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

const CALMING_MILLIS = 30_000;

/** When a round ends, statements whose answers nobody waits for any more are still under way. */
async function calm(pool: Pool): Promise<void> {
  const text = `
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;
  for (const end = performance.now() + CALMING_MILLIS; performance.now() < end; await pause(50))
    if ((await pool.query<object>({ text })).rows.length === 0) return;
  throw new Error('the database does not come to rest');
}
