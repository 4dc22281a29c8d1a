// The primary dies while a write waits for its commit, as it does under load: nobody knows whether the write was done.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sql } from 'kysely';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { onServer, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

describe('A service whose commit was in doubt when the primary died', () => {
  let servers: ReplicatedServers;
  let service: TestService;
  let client: ApiClient;

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    const DATABASE_REPLICA_URLS = servers.replicas.map(({ url }) => url).join(' ');
    service = await startTestService({ DATABASE_URL: servers.primary.url, DATABASE_REPLICA_URLS });
    client = new ApiClient(service.url);
  });
  after(async () => {
    await service.stop();
    await servers.remove();
  });

  /** @param name of the replica that commits wait for; none if empty */
  async function commitsWaitFor(name: string): Promise<void> {
    await onServer(servers.primary, async (kysely) => {
      await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(kysely);
      await sql`select pg_reload_conf()`.execute(kysely);
    });
  }

  /** Makes commits wait for a replica that there is not. Resolves when they do: the server takes a moment to follow a new setting. */
  async function holdCommits(): Promise<void> {
    await commitsWaitFor('nobody');
    await onServer(servers.primary, (kysely) =>
      eventually('commits wait', async () => {
        let [isOver, hasWaited] = [false, false];
        const commit = onServer(servers.primary, (other) =>
          sql`select pg_logical_emit_message(true, 'probe', '')`.execute(other),
        ).finally(() => (isOver = true));
        while (!isOver) {
          const { rows } =
            await sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`.execute(kysely);
          hasWaited ||= rows.length > 0;
        }
        await commit;
        return hasWaited;
      }),
    );
  }

  async function untilCommitWaits(): Promise<void> {
    await eventually('the commit waits', () =>
      onServer(servers.primary, async (kysely) => {
        const { rows } = await sql`select from pg_stat_activity where wait_event = 'SyncRep'`.execute(kysely);
        return rows.length > 0;
      }),
    );
  }

  it('reads on, and shows the write if it was done', async () => {
    const path = `/persons/${await addPerson(client)}`;
    await holdCommits();
    const written = client.post('/persons', { data: { type: 'person', attributes: { name: 'Eve' } } });
    await untilCommitWaits();
    await servers.primary.crash();
    expect((await written).document.errors[0].code).to.equal('commit-outcome-unknown');
    await eventually('it reads on', async () => (await client.get(path)).status === 200);
    for (let read = 0; read < 20; read += 1) expect((await client.get(path)).status).to.equal(200);
    await servers.primary.start();
    await commitsWaitFor('');
    await eventually('it shows the write', async () => (await client.get('/persons')).document.meta.count === 2);
  });

  it('does not repeat the answer before a replica has the write, either', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (): Promise<ApiResponse> =>
      client.post('/persons', { data: { type: 'person', attributes: { name: 'Ida' } } }, { headers });
    await holdCommits();
    const written = send();
    await untilCommitWaits();
    await servers.primary.crash();
    expect((await written).status).to.equal(503);
    await servers.primary.start();
    // The primary shows it, and would take it with it if it failed again.
    await eventually('it shows the write', async () => (await client.get('/persons')).document.meta.count === 3);
    const repeated = send();
    await untilCommitWaits();
    await commitsWaitFor('');
    const { status, document } = await repeated;
    expect([status, document.data.attributes.display_name]).to.deep.equal([201, 'IDA']);
    expect((await client.get('/persons')).document.meta.count).to.equal(3);
  });
});
