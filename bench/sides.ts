// The two that are compared, running.
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { changes, restoreData } from './load-data.ts';
import { startLoaded } from './loaded-service.ts';
import { startPostgres } from './postgres.ts';
import type { Row } from './rows.ts';
import { startListening, type ListeningProcess } from './start-listening.ts';
import { Stops } from './stops.ts';

export interface Sides {
  readonly service: ListeningProcess;
  readonly floor: ListeningProcess;
  readonly databasePid: number | undefined;
  /** The database server; `undefined` without one. */
  readonly version: string | undefined;
  /** How many there are. */
  readonly persons: number;
  /** What has been written since the last restore. */
  changes(): Promise<string>;
  restore(): Promise<void>;
  /** Resolves once the database works on nothing any more. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

/** For Node, of each side. */
export interface Flags {
  readonly service?: readonly string[];
  readonly floor?: readonly string[];
}

/** Starts both sides for rows of a kind. */
export function startSides(against: Row['against'], scale: number, flags: Flags = {}): Promise<Sides> {
  return STARTS[against](scale, flags);
}

const STARTS: Readonly<Record<Row['against'], (scale: number, flags: Flags) => Promise<Sides>>> = {
  floor: onDatabase,
  koa: inMemory,
};

async function onDatabase(scale: number, flags: Flags): Promise<Sides> {
  const stops = new Stops();
  try {
    const server = stops.add(await startPostgres());
    const { service, pool, size, url } = stops.add(await startLoaded(server, scale, flags.service));
    const { rows } = await pool.query<{ server_version: string }>({ text: 'show server_version' });
    const floor = stops.add(await startListening('bench/floor.ts', { DATABASE_URL: url }, flags.floor));
    return {
      service,
      floor,
      databasePid: server.pid,
      version: rows[0]?.server_version,
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

/** How many persons the memory adapter gets, each with three computers. */
const IN_MEMORY = 100;

async function inMemory(_scale: number, flags: Flags): Promise<Sides> {
  const service = await startListening('src/start.js', { DATABASE_URL: 'memory:' }, flags.service);
  try {
    for (let person = 1; person <= IN_MEMORY; person += 1) {
      await post(`${service.url}/persons`, { type: 'person', attributes: { name: `Person ${person}` } });
      for (const serial of ['A', 'B', 'C'])
        await post(`${service.url}/persons/${person}/computers`, { type: 'computer', attributes: { serial } });
    }
    const constant = await (await fetch(`${service.url}/persons/1`)).text();
    const floor = await startListening('bench/koa-floor.ts', { BODY: constant }, flags.floor);
    return {
      service,
      floor,
      databasePid: undefined,
      version: undefined,
      persons: IN_MEMORY,
      changes: async () => '',
      restore: async () => undefined,
      calm: async () => undefined,
      stop: async () => {
        await Promise.all([service.stop(), floor.stop()]);
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function post(url: string, data: object): Promise<void> {
  const headers = { 'content-type': 'application/vnd.api+json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ data }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url} is answered with ${response.status}: ${text}`);
}
