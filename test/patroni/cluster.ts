// The cluster that deploy/cluster/cluster.sh has started.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { exportsIn } from '../deploy/exports-in.ts';
import { openServer } from '../support/open-server.ts';

/** The service's way to the cluster: the members' own addresses, or PgBouncer in front of HAProxy. */
export type Way = 'hosts' | 'pooler';

/** The processes killed on the primary: PostgreSQL and Patroni, or Patroni alone. */
export type Killed = 'all' | 'patroni';

export interface Kill {
  /** The index of the member. */
  readonly member: number;
  /** In ms of the clock. */
  readonly at: number;
}

const SCRIPT = new URL('../../deploy/cluster/cluster.sh', import.meta.url).pathname;

export class Cluster {
  readonly #members: readonly Database[];
  readonly #primary: Database;

  private constructor(members: readonly Database[], primary: Database) {
    this.#members = members;
    this.#primary = primary;
  }

  /** Starts it, or what of it does not run. */
  static async open(): Promise<Cluster> {
    await runScript('up');
    const { DATABASE_URL = '', DATABASE_REPLICA_URLS = '' } = await settingsFor('hosts');
    return new Cluster(
      DATABASE_REPLICA_URLS.split(' ').map((url) => openServer(url)),
      openServer(DATABASE_URL),
    );
  }

  /** Kills the primary's PostgreSQL and Patroni, or the latter alone. */
  async killPrimary(what: Killed): Promise<Kill> {
    const output = await runScript(what === 'all' ? 'failover' : 'abandon');
    const [, number, millis] = /^member(\d) killed at (\d+)$/m.exec(output) ?? [];
    return { member: Number(number) - 1, at: Number(millis) };
  }

  /** Makes it a primary and two replicas again. */
  async restore(): Promise<void> {
    await runScript('up');
  }

  /** True if a member other than the killed one takes writes. */
  async hasSuccessor({ member }: Kill): Promise<boolean> {
    const others = this.#members.filter((_, index) => index !== member);
    const answers = others.map(async ({ kysely }) => {
      const { rows } = await sql<{ is: boolean }>`select not pg_is_in_recovery() as is`.execute(kysely);
      return rows[0]?.is === true;
    });
    return (await Promise.all(answers)).includes(true);
  }

  /** The number of rows for each name with this prefix. */
  async namesOf(label: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ name: string; times: number }>`
      select name, count(*)::int as times from person where name like ${`${label} %`} group by name`.execute(
      this.#primary.kysely,
    );
    return new Map(rows.map(({ name, times }) => [name, times]));
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary, ...this.#members].map((each) => each.close()));
  }
}

/** The settings of a service that uses the cluster. */
export async function settingsFor(way: Way): Promise<Readonly<Record<string, string>>> {
  return exportsIn(await runScript('environment', way));
}

async function runScript(...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(SCRIPT, words)).stdout;
}
