import { Pool } from 'pg';
import { loadData, sizeAt, type DataSize } from './load-data.ts';
import type { BenchServer } from './postgres.ts';
import { startListening, type ListeningProcess } from './start-listening.ts';
import { Stops } from './stops.ts';

/** A service on a database of its own, with data. */
export interface LoadedService {
  readonly service: ListeningProcess;
  /** To the database, of one connection. */
  readonly pool: Pool;
  readonly size: DataSize;
  /** Of the database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Everything else is as by default. A slow statement is to be measured, not refused. */
const PATIENT = { POOL_WAIT_MS: '60000', STATEMENT_TIMEOUT_MS: '3600000' };

/**
 * Starts another version of the service on the same data. It migrates nothing: its migrations must be among those that have run.
 * @param folder with the other version and its packages
 * @throws Error when it answers with a failure
 */
export async function startOther(folder: string, databaseUrl: string): Promise<ListeningProcess> {
  const environment = { ...PATIENT, MIGRATE: 'off', DATABASE_URL: databaseUrl };
  const other = await startListening('src/start.js', environment, [], folder);
  const answer = await fetch(`${other.url}/persons`, { headers: { connection: 'close' } });
  const text = await answer.text();
  if (answer.ok) return other;
  await other.stop();
  throw new Error(`${folder} does not work on tables made by this version; are its migrations newer? ${text}`);
}

/**
 * Starts the service, which migrates an empty database, and then loads the data.
 * @param flags for Node
 */
export async function startLoaded(
  server: BenchServer,
  scale: number,
  flags?: readonly string[],
): Promise<LoadedService> {
  const size = sizeAt(scale);
  const stops = new Stops();
  try {
    const url = await server.createDatabase();
    const service = stops.add(await startListening('src/start.js', { ...PATIENT, DATABASE_URL: url }, flags));
    const pool = new Pool({ connectionString: url, max: 1 });
    stops.add({ stop: () => pool.end() });
    await loadData(pool, size);
    return { service, pool, size, url, stop: () => stops.stop() };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}
