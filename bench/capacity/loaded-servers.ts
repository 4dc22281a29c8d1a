import { Pool } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { PrivateServer } from '#test/support/private-server';
import { startReplicated } from '#test/support/replicated-servers';
import { Cleanup } from '../cleanup.ts';
import { loadData, restoreData, type DataSize } from '../load-data.ts';
import { startListening } from '../start-listening.ts';
import { serverCpuByRole, type ServerCpu } from './server-cpu-by-role.ts';

export interface LoadedServer {
  readonly url: string;
  cpu(): ServerCpu;
  /** The number of ended transactions; those of the last second may be missing. */
  transactions(): Promise<number>;
  /** Connections of others to the database. */
  connections(): Promise<number>;
}

/** In bytes. */
export interface Logged {
  readonly records: number;
  /** Pages that are changed for the first time after a checkpoint. */
  readonly fullPages: number;
}

/** A primary with data, and replicas that have all of it. */
export interface LoadedServers {
  readonly primary: LoadedServer;
  readonly replicas: readonly LoadedServer[];
  /** Of PostgreSQL. */
  readonly version: string;
  /** The size of the log, in bytes. */
  written(): Promise<number>;
  /** The content of the log between two such points. */
  logged(from: number, to: number): Promise<Logged>;
  /** Undoes the writes of a round, on all servers. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLoadedServers(replicas: number, size: DataSize): Promise<LoadedServers> {
  const cleanup = new Cleanup();
  try {
    const servers = await startReplicated({ replicas });
    cleanup.add({ stop: () => servers.remove() });
    const service = await startListening('src/start.js', { DATABASE_URL: servers.primary.url });
    await service.stop();
    const pools = [servers.primary, ...servers.replicas].map(({ url }) => new Pool({ connectionString: url, max: 1 }));
    // A closed connection may learn of the stop of its server.
    for (const each of pools) each.on('error', ignore);
    for (const each of pools) cleanup.add({ stop: () => each.end() });
    const [pool, ...others] = pools;
    if (pool === undefined) throw new Error('there is no primary');
    const written = (): Promise<number> => numberOf(pool, `select pg_current_wal_flush_lsn() - '0/0' as value`);
    const replayed = async (): Promise<void> => {
      const end = await written();
      await Promise.all(others.map((each) => untilReplayed(each, end)));
    };
    await pool.query({ text: 'create extension pg_walinspect' });
    await loadData(pool, size);
    await replayed();
    const { rows } = await pool.query<{ server_version: string }>({ text: 'show server_version' });
    return {
      primary: loadedServer(servers.primary, pool),
      replicas: servers.replicas.map((server, at) => loadedServer(server, others[at] ?? pool)),
      version: rows[0]?.server_version ?? 'unknown',
      written,
      logged: (from, to) => loggedBetween(pool, from, to),
      restore: async () => {
        await restoreData(pool, size);
        await replayed();
      },
      stop: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

const ignore = (): void => undefined;

function loadedServer({ url, pid }: PrivateServer, pool: Pool): LoadedServer {
  return {
    url,
    cpu: () => serverCpuByRole(pid),
    transactions: () => numberOf(pool, TRANSACTIONS),
    connections: () => numberOf(pool, CONNECTIONS),
  };
}

const TRANSACTIONS = `
  select xact_commit + xact_rollback as value from pg_stat_database where datname = current_database()`;

const CONNECTIONS = `
  select count(*) as value from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

async function loggedBetween(pool: Pool, from: number, to: number): Promise<Logged> {
  const { rows } = await pool.query<{ records: string; pages: string }>({
    text: `
      select sum(record_size) as records, sum(fpi_size) as pages
      from pg_get_wal_stats('0/0'::pg_lsn + $1::numeric, '0/0'::pg_lsn + $2::numeric)`,
    values: [from, to],
  });
  return { records: Number(rows[0]?.records), fullPages: Number(rows[0]?.pages) };
}

/** A replica of a million persons takes a while. */
const REPLAY_MILLIS = 600_000;

async function untilReplayed(pool: Pool, end: number): Promise<void> {
  for (const late = performance.now() + REPLAY_MILLIS; performance.now() < late; await pause(50))
    if ((await numberOf(pool, `select pg_last_wal_replay_lsn() - '0/0' as value`)) >= end) return;
  throw new Error('a replica does not catch up');
}

async function numberOf(pool: Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ value: string }>({ text });
  return Number(rows[0]?.value);
}
