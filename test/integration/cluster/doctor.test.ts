// The findings of doctor about replicas.
import { expect } from 'chai';
import { sql } from 'kysely';
import { runCli } from '../../support/cli-process.ts';
import { testServer } from '../../support/postgres-server.ts';
import type { PrivateServer } from '../../support/private-server.ts';
import {
  cutOff,
  onServer,
  promote,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';

describe('doctor with replicas', () => {
  let servers: ReplicatedServers;
  let replica: PrivateServer;

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    const [first] = servers.replicas;
    if (first === undefined) throw new Error('there is no replica');
    replica = first;
    await onServer(servers.primary, (kysely) => sql`create role watched login`.execute(kysely));
  });
  after(() => servers.remove());

  /** Its lines about replicas and connections. */
  async function examine(url: string, settings: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const environment = { DATABASE_URL: servers.primary.url, DATABASE_REPLICA_URLS: url, ...settings };
    const { stdout } = await runCli(['doctor'], { environment });
    return stdout.split('\n').filter((line) => /^\w+ +(replica|connections|migration) /.test(line));
  }

  const place = (): string => `127.0.0.1:${replica.port}`;

  it('finds that it follows', async () => {
    const [connections, ...found] = await examine(replica.url);
    expect(connections).to.match(/^ok +connections +the service opens up to 10 connections; the server allows \d+$/);
    expect(found[0]).to.equal(`ok       replica         ${place()} follows its primary`);
    expect(found[1]).to.match(
      /^warning +replica .* may cancel long lists .* -> hot_standby_feedback = on lets them finish/,
    );
    expect(found).to.have.lengthOf(3);
    await onServer(replica, async (kysely) => {
      await sql`alter system set hot_standby_feedback = on`.execute(kysely);
      await sql`select pg_reload_conf()`.execute(kysely);
    });
    expect(await examine(replica.url)).to.have.lengthOf(3);
  });

  it('counts the connections of all workers, on each server', async () => {
    const found = await examine(replica.url, { WORKERS: '4', POOL_SIZE: '500' });
    const warnings = found.filter((line) =>
      /^warning +connections +the service opens up to 2000 connections \(WORKERS 4 times POOL_SIZE 500\); the server allows \d+ -> /.test(
        line,
      ),
    );
    expect(warnings).to.have.lengthOf(2);
  });

  it('finds a role that cannot see from whom it receives', async () => {
    const url = new URL(replica.url);
    url.username = 'watched';
    const [, receiving, log] = await examine(url.href);
    expect(receiving).to.match(/^warning +replica .* -> as a superuser, grant pg_read_all_stats /);
    expect(log).to.match(/^warning +replica .* -> as a superuser, grant execute on function pg_ls_waldir\(\) /);
  });

  it('finds one of another database, and one that is away', async () => {
    const other = await (await testServer()).createDatabase();
    expect((await examine(other))[1]).to.match(/^failure +replica .* replicates another server -> /);
    const away = await examine('postgres://nobody@127.0.0.1:1/nothing');
    expect(away[1]).to.match(/^failure +replica .*ECONNREFUSED.* -> check that PostgreSQL runs at 127\.0\.0\.1:1,/);
  });

  it('finds a replica and a migration role whose search path resolves to another schema', async () => {
    const url = `${replica.url}?options=-c%20search_path%3Dinformation_schema`;
    const leads = 'the search_path resolves to schema information_schema';
    const advice = 'make it resolve to public, like that of DATABASE_URL';
    expect((await examine(url))[1]).to.equal(`failure  replica         ${place()}: ${leads} -> ${advice}`);
    const found = await examine(replica.url, { MIGRATE_DATABASE_URL: url });
    expect(found[0]).to.equal(`failure  migration role  postgres: ${leads} -> ${advice}`);
  });

  it('finds one that receives nothing, and one that has been promoted', async () => {
    await cutOff(replica);
    expect((await examine(replica.url))[1]).to.match(/^warning +replica .* receives nothing from a primary -> /);
    await promote(replica);
    expect((await examine(replica.url))[1]).to.match(
      /^failure +replica .* the server of DATABASE_URL is a former primary, on timeline 1 of 2 -> /,
    );
    const promoted = await examine(replica.url, { DATABASE_URL: replica.url });
    expect(promoted[1]).to.match(/^warning +replica .* is a primary, so no reads go there$/);
  });
});
