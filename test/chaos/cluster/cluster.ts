// A primary and two replicas, any of which can die and be replaced. Commits wait for one replica, so that a promotion loses none as long as
// the replica is promoted that has received the most.
import { sql } from 'kysely';
import { eventually } from '../../support/eventually.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { connectionTo, cutOff, follow, onServer, promote } from '../../support/replicated-servers.ts';

/** The same on all servers, in any role. */
const SETTINGS = [
  "synchronous_standby_names = 'ANY 1 (*)'",
  "wal_retrieve_retry_interval = '100ms'",
  // For `pg_rewind`, and so that a replica that was away finds what it has missed.
  'wal_log_hints = on',
  "wal_keep_size = '128MB'",
  "max_wal_size = '256MB'",
];
const REPLICAS = 2;

export class Cluster {
  readonly servers: readonly PrivateServer[];
  #primary: PrivateServer;

  private constructor(servers: readonly PrivateServer[], primary: PrivateServer) {
    this.servers = servers;
    this.#primary = primary;
  }

  /** Resolves once the replicas have caught up. */
  static async start(): Promise<Cluster> {
    const primary = await PrivateServer.create();
    const servers = [primary];
    const cluster = new Cluster(servers, primary);
    try {
      primary.write('postgresql.auto.conf', configuration());
      // A standby wants at least the settings that the primary was last started with, which initdb does not know.
      await primary.start();
      await primary.stop();
      while (servers.length <= REPLICAS) servers.push(await primary.copy());
      await primary.start();
      await Promise.all(cluster.replicas.map((replica) => cluster.startAsReplica(replica)));
      await cluster.untilStreaming();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  /** The one promoted last. */
  get primary(): PrivateServer {
    return this.#primary;
  }

  get replicas(): readonly PrivateServer[] {
    return this.servers.filter((server) => server !== this.#primary);
  }

  /** The URL that names all hosts. */
  get url(): string {
    const hosts = this.servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
  }

  /** Starts a stopped server, whose history must be a part of the primary's, as its replica. */
  async startAsReplica(server: PrivateServer): Promise<void> {
    server.write('standby.signal', '');
    server.write('postgresql.auto.conf', configuration(this.#primary));
    await server.start();
  }

  /** Resolves once so many replicas receive what the primary writes. */
  async untilStreaming(replicas = REPLICAS): Promise<void> {
    await eventually('the replicas stream', () =>
      onServer(this.#primary, async (kysely) => {
        const { rows } = await sql`select from pg_stat_replication where state = 'streaming'`.execute(kysely);
        return rows.length >= replicas;
      }),
    );
  }

  /** Resolves once all replicas show all that is on the primary. */
  async untilCaughtUp(): Promise<void> {
    await eventually('the replicas have caught up', () =>
      onServer(this.#primary, async (kysely) => {
        const { rows } = await sql`
          select from pg_stat_replication where replay_lsn >= pg_current_wal_insert_lsn()`.execute(kysely);
        return rows.length === REPLICAS;
      }),
    );
  }

  /**
   * Promotes, once the primary is dead, the replica that has received the most of it. Both must be running: one alone may lack what only the
   * other one has confirmed.
   * @returns when the promotion was done, from `performance.now()`
   */
  async promoteFurthest(): Promise<number> {
    const [one, other] = this.replicas;
    if (one === undefined || other === undefined) throw new Error('there are no two replicas');
    const [received, receivedByOther] = await Promise.all([receivedBy(one), receivedBy(other)]);
    const [promoted, follower] = received >= receivedByOther ? [one, other] : [other, one];
    await promote(promoted);
    const at = performance.now();
    this.#primary = promoted;
    await follow(follower, promoted);
    return at;
  }

  /** Stops the replicas from receiving, and the primary from waiting for them: writes that it confirms from now on are lost with it. */
  async separate(): Promise<void> {
    await onServer(this.#primary, async (kysely) => {
      await sql`alter system set synchronous_standby_names = ''`.execute(kysely);
      await sql`select pg_reload_conf()`.execute(kysely);
    });
    await Promise.all(this.replicas.map(cutOff));
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.remove()));
  }
}

/** `postgresql.auto.conf` of a server; of one without a primary it can still be told to follow one. */
function configuration(primary?: PrivateServer): string {
  const conninfo = primary === undefined ? [] : [`primary_conninfo = '${connectionTo(primary)}'`];
  return [...SETTINGS, ...conninfo, ''].join('\n');
}

/** The end of a dead primary's log on a replica. */
async function receivedBy(replica: PrivateServer): Promise<bigint> {
  return onServer(replica, async (kysely) => {
    // One that was restarted meanwhile receives nothing: all it has is what it can replay.
    await eventually('it has replayed what it has, unless that is paused', async () => {
      const { rows } = await sql<{ readonly waiting: boolean }>`select pg_is_wal_replay_paused() or wait_event in
        ('RecoveryWalStream', 'RecoveryRetrieveRetryInterval') as waiting
        from pg_stat_activity where backend_type = 'startup'`.execute(kysely);
      return rows[0]?.waiting === true;
    });
    const { rows } = await sql<{ readonly received: string }>`
      select (greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0')::text as received`.execute(kysely);
    return BigInt(rows[0]?.received ?? 0);
  });
}
