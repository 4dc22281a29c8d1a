// A primary and its streaming replicas, as PostgreSQL itself makes them: a copy of the primary's folder and `standby.signal`.
import { sql, type Kysely } from 'kysely';
import { openPatiently } from './open-server.ts';
import { PrivateServer } from './private-server.ts';
import { eventually } from './eventually.ts';

export interface ReplicatedServers {
  readonly primary: PrivateServer;
  readonly replicas: readonly PrivateServer[];
  /** Stops all and removes their data. */
  remove(): Promise<void>;
}

export interface ReplicationOptions {
  readonly replicas?: number;
  /** True if a commit waits until a replica has it on disk. */
  readonly synchronous?: boolean;
}

/** Starts a primary and replicas that have caught up. */
export async function startReplicated(options: ReplicationOptions = {}): Promise<ReplicatedServers> {
  const { replicas: count = 2, synchronous = false } = options;
  const primary = await PrivateServer.create();
  const replicas: PrivateServer[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all([...replicas, primary].map((server) => server.remove()));
  };
  try {
    // A standby wants at least the settings that the primary was last started with, which initdb does not know.
    await primary.start();
    await primary.stop();
    while (replicas.length < count) replicas.push(await primary.copy());
    await primary.start();
    await Promise.all(replicas.map((replica) => startAsReplica(replica, primary)));
    if (synchronous) await makeSynchronous(primary);
    return { primary, replicas, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts a stopped server as a replica of another one, whose history must begin with its own. */
async function startAsReplica(replica: PrivateServer, primary: PrivateServer): Promise<void> {
  replica.write('standby.signal', '');
  replica.write('postgresql.auto.conf', `primary_conninfo = '${connectionTo(primary)}'\nhot_standby_feedback = off\n`);
  await replica.start();
  await eventually('the replica streams', async () => {
    const { rows } = await onServer(primary, (kysely) => sql`select from pg_stat_replication`.execute(kysely));
    return rows.length > 0;
  });
}

/** Makes a running replica follow another primary. */
export async function follow(replica: PrivateServer, primary: PrivateServer): Promise<void> {
  await onServer(replica, async (kysely) => {
    await sql`alter system set primary_conninfo = ${sql.lit(connectionTo(primary))}`.execute(kysely);
    await sql`select pg_reload_conf()`.execute(kysely);
  });
}

/** Makes a replica receive nothing any more. */
export async function cutOff(replica: PrivateServer): Promise<void> {
  await onServer(replica, async (kysely) => {
    await sql`alter system set primary_conninfo = ''`.execute(kysely);
    await sql`select pg_reload_conf()`.execute(kysely);
    await eventually('it receives nothing', async () => {
      const { rows } = await sql`select from pg_stat_wal_receiver`.execute(kysely);
      return rows.length === 0;
    });
  });
}

/** Commits wait from now on until a replica has them on disk. */
async function makeSynchronous(primary: PrivateServer): Promise<void> {
  await onServer(primary, async (kysely) => {
    await sql`alter system set synchronous_standby_names = 'ANY 1 (*)'`.execute(kysely);
    await sql`select pg_reload_conf()`.execute(kysely);
  });
}

/** Resolves when the replica takes writes. */
export async function promote(replica: PrivateServer): Promise<void> {
  await onServer(replica, async (kysely) => {
    // Replay could cancel a statement that waits.
    await sql`select pg_promote(false)`.execute(kysely);
    await eventually('the replica takes writes', async () => {
      const { rows } = await sql`select where not pg_is_in_recovery()`.execute(kysely);
      return rows.length > 0;
    });
  });
}

export async function pauseReplay(replica: PrivateServer): Promise<void> {
  await onServer(replica, (kysely) => sql`select pg_wal_replay_pause()`.execute(kysely));
}

export async function resumeReplay(replica: PrivateServer): Promise<void> {
  await onServer(replica, (kysely) => sql`select pg_wal_replay_resume()`.execute(kysely));
}

/** Runs statements on a server, over a connection of their own. */
export async function onServer<Result>(
  { url }: PrivateServer,
  run: (kysely: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const database = openPatiently(url);
  try {
    return await run(database.kysely);
  } finally {
    await database.close();
  }
}

/** A replica's connection string for its primary. */
export function connectionTo({ port }: PrivateServer): string {
  return `host=127.0.0.1 port=${port} user=postgres`;
}
