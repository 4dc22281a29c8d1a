// Reads continue without the primary, in any state in which it has left the replicas and the service.
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { addPerson } from '../../contract/api/persons.ts';
import { AdminPages } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { expectUnknownOutcome } from '../../support/fault-bench.ts';
import type { PrivateServer } from '../../support/private-server.ts';
import {
  cutOff,
  follow,
  onServer,
  pauseReplay,
  promote,
  resumeReplay,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** By then the replicas have been asked again, which receive nothing any more. */
const NOTICED_MILLIS = 1000;
const TOKEN = 'consistency-token';

describe('A service without its primary reads on', () => {
  let servers: ReplicatedServers;
  let first: PrivateServer;
  let second: PrivateServer;
  let service: TestService;
  const client = new ApiClient(() => service.url);

  before(async () => {
    servers = await startReplicated();
    const [one, two] = servers.replicas;
    if (one === undefined || two === undefined) throw new Error('there are not two replicas');
    [first, second] = [one, two];
  });
  afterEach(() => service.stop());
  after(() => servers.remove());

  it('when it was lost during a commit', async () => {
    const gate = await TcpGate.open(servers.primary.url);
    service = await startTestService({ DATABASE_URL: gate.url, DATABASE_REPLICA_URLS: `${first.url} ${second.url}` });
    const path = `/persons/${await addPerson(client)}`;
    const sprung = gate.on(/^commit/im, 'cut-after');
    const lost = client.post('/persons', { data: { type: 'person', attributes: { name: 'Eve' } } });
    await sprung;
    await gate.close();
    expectUnknownOutcome(await lost);
    await eventually('it reads on', async () => (await client.get(path)).status === 200);
  });

  it('but not without a write that it may have answered, as long as a replica has it', async () => {
    const gate = await TcpGate.open(servers.primary.url);
    service = await startTestService({ DATABASE_URL: gate.url, DATABASE_REPLICA_URLS: `${first.url} ${second.url}` });
    await addPerson(client);
    await Promise.all([first, second].map(pauseReplay));
    try {
      const sprung = gate.on(/^commit/im, 'cut-after');
      const lost = client.post('/persons', { data: { type: 'person', attributes: { name: 'Last Words' } } });
      await sprung;
      await gate.close();
      expectUnknownOutcome(await lost);
      for (const end = performance.now() + NOTICED_MILLIS; performance.now() < end; await pause(20))
        expect((await client.get('/persons?sort=-id&page[size]=1')).status).to.equal(503);
    } finally {
      await Promise.all([first, second].map(resumeReplay));
    }
    const shown: unknown[] = [];
    await eventually('it reads on', async () => {
      const { status, document } = await client.get('/persons?sort=-id&page[size]=1');
      shown.push(status === 200 ? document.data[0].attributes.display_name : status);
      return status === 200;
    });
    expect(shown.at(-1)).to.equal('LAST WORDS');
  });

  it('when replicas are synchronous, though its last position was ahead of what they have', async () => {
    await waitForReplicas('ANY 1 (*)');
    service = await startTestService({
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: `${first.url} ${second.url}`,
    });
    const id = await addPerson(client);
    await Promise.all([first, second].map(cutOff));
    try {
      await onServer(servers.primary, (kysely) => sql`select pg_switch_wal()`.execute(kysely));
      const change = { data: { type: 'person', id, attributes: { name: 'Eve' } } };
      const refused = await client.patch(`/persons/${id}`, change, { headers: { 'If-Match': '"none"' } });
      expect(refused.status).to.equal(412);
      await servers.primary.stop('SIGKILL');
      await eventually('it reads on', async () => (await client.get(`/persons/${id}`)).status === 200);
      const headers = { [TOKEN]: String(refused.headers[TOKEN]) };
      expect((await client.get(`/persons/${id}`, { headers })).status).to.equal(503);
    } finally {
      await servers.primary.start();
      await waitForReplicas('');
      await Promise.all([first, second].map((replica) => follow(replica, servers.primary)));
    }
  });

  it('when it was promoted so recently that its replica has no checkpoint of its timeline', async () => {
    await servers.primary.stop('SIGKILL');
    await promote(first);
    await follow(second, first);
    service = await startTestService({ DATABASE_URL: first.url, DATABASE_REPLICA_URLS: second.url, ADMIN_PORT: '0' });
    const created = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
    const path = String(created.headers['location']);
    await eventually('the replica answers', () => isReadFromReplica(path));
    await first.stop('SIGKILL');
    const headers = { [TOKEN]: String(created.headers[TOKEN]) };
    await eventually('it reads on', async () => (await client.get(path)).status === 200);
    for (const end = performance.now() + NOTICED_MILLIS; performance.now() < end; await pause(50)) {
      expect((await client.get(path)).status).to.equal(200);
      expect((await client.get(path, { headers })).status).to.equal(200);
    }
  });

  it('when it is started without it', async () => {
    service = await startTestService({ DATABASE_URL: first.url, DATABASE_REPLICA_URLS: second.url });
    await eventually('it reads', async () => (await client.get('/persons')).status === 200);
    const { status, headers } = await client.get('/persons/1');
    expect([status, headers.etag]).to.satisfy(([code, tag]: unknown[]) => code === 200 && typeof tag === 'string');
    const refused = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Eve' } } });
    expect(refused.status).to.equal(503);
    await first.start();
    await eventually('it writes', async () => {
      const person = { data: { type: 'person', attributes: { name: 'Eve' } } };
      return (await client.post('/persons', person)).status === 201;
    });
  });

  /** @param names in the form of `synchronous_standby_names` */
  async function waitForReplicas(names: string): Promise<void> {
    await onServer(servers.primary, async (kysely) => {
      await sql`alter system set synchronous_standby_names = ${sql.lit(names)}`.execute(kysely);
      await sql`select pg_reload_conf()`.execute(kysely);
    });
  }

  async function isReadFromReplica(path: string): Promise<boolean> {
    const reads = new AdminPages(service.adminUrl ?? '');
    const before = await reads.sum('db_reads_total', 'replica');
    await client.get(path);
    return (await reads.sum('db_reads_total', 'replica')) > before;
  }
});
