import { Pool } from 'pg';
import { findMigrations } from '#adapters/persistence/tables/migrations/find-migrations';
import { served } from '#composition/product/served';
import { loadData, sizeAt, type DataSize } from './load-data.ts';
import type { BenchServer } from './postgres.ts';
import { startListening, type ListeningProcess } from './start-listening.ts';
import { Cleanup } from './cleanup.ts';

/** A service on a database of its own, with data. */
export interface LoadedService {
  readonly service: ListeningProcess;
  /** With one connection to the database. */
  readonly pool: Pool;
  readonly size: DataSize;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** Slow statements are to be measured, not rejected. Everything else is the default. */
const LONG_TIMEOUTS = { POOL_WAIT_MS: '60000', STATEMENT_TIMEOUT_MS: '3600000' };

/**
 * Starts another version of the service on the same data, without migrating. It must have no migration that this version lacks.
 * @param folder of the other version, with its packages installed
 * @throws Error when it cannot answer
 */
export async function startOther(folder: string, databaseUrl: string): Promise<ListeningProcess> {
  await recordReplaced(databaseUrl);
  const environment = { ...LONG_TIMEOUTS, MIGRATE: 'off', DATABASE_URL: databaseUrl };
  const other = await startListening('src/start.js', environment, [], folder);
  const answer = await fetch(`${other.url}/persons`, { headers: { connection: 'close' } });
  const text = await answer.text();
  if (answer.ok) return other;
  await other.stop();
  throw new Error(`${folder} does not work on the tables of this version; are its migrations newer? ${text}`);
}

/** Records the migrations that the baseline replaces, so that a version from before it finds its own. The tables are the same. */
async function recordReplaced(databaseUrl: string): Promise<void> {
  const names = findMigrations(served.tables.migrations).map(({ name }) => name);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(
    'insert into mikro_orm_migrations (name) select unnest($1::text[]) except select name from mikro_orm_migrations',
    [names],
  );
  await pool.end();
}

/**
 * Starts the service once more on the same data.
 * @param environment added to that of the first
 */
export function startSecond(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
): Promise<ListeningProcess> {
  return startListening('src/start.js', { ...LONG_TIMEOUTS, DATABASE_URL: databaseUrl, ...environment });
}

/**
 * Starts the service on a new database, and loads the data.
 * @param flags for Node
 */
export async function startLoaded(
  server: BenchServer,
  scale: number,
  flags?: readonly string[],
): Promise<LoadedService> {
  const size = sizeAt(scale);
  const cleanup = new Cleanup();
  try {
    const databaseUrl = await server.createDatabase();
    const service = cleanup.add(
      await startListening('src/start.js', { ...LONG_TIMEOUTS, DATABASE_URL: databaseUrl }, flags),
    );
    const pool = new Pool({ connectionString: databaseUrl, max: 1 });
    cleanup.add({ stop: () => pool.end() });
    await loadData(pool, size);
    return { service, pool, size, databaseUrl, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
