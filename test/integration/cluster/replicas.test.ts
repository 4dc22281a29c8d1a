// Reads on replicas, writes on the primary.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { sql } from 'kysely';
import { AdminPages } from '../../support/admin-pages.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { streamsClosedAfterEach } from '../../support/opened-streams.ts';
import {
  onServer,
  pauseReplay,
  resumeReplay,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';
import type { PrivateServer } from '../../support/private-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const SERVERS = ['primary', 'replica'];
const TOKEN = 'consistency-token';

describe('A service with replicas', function () {
  let servers: ReplicatedServers;
  let services: readonly [TestService, TestService];
  let clients: readonly [ApiClient, ApiClient];
  const connect = streamsClosedAfterEach();

  before(async () => {
    servers = await startReplicated();
    const environment = {
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join(' '),
      MAX_REPLICA_LAG_MS: '600000',
      ADMIN_PORT: '0',
    };
    const [one, other] = [await startTestService(environment), await startTestService(environment)];
    services = [one, other];
    clients = [new ApiClient(one.url), new ApiClient(other.url)];
    await eventually('reads go to the replicas', async () => (await readBy()).join() === 'replica');
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await servers.remove();
  });

  /** The kind of server that the other service sends a read to. */
  async function readBy(headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const [, { adminUrl = '' }] = services;
    const counts = async (): Promise<readonly number[]> =>
      Promise.all(SERVERS.map((server) => new AdminPages(adminUrl).sum('db_reads_total', server)));
    const before = await counts();
    expect((await clients[1].get('/persons', { headers })).status).to.equal(200);
    const after = await counts();
    return SERVERS.filter((_, index) => after[index] !== before[index]);
  }

  async function replicaAt(index: number, act: (replica: PrivateServer) => Promise<void>): Promise<void> {
    const replica = servers.replicas[index];
    if (replica !== undefined) await act(replica);
  }

  const tokenOf = ({ headers }: ApiResponse): string => String(headers[TOKEN]);
  const nameOf = ({ document }: ApiResponse): unknown => document.data.attributes.display_name;

  it('answers writes with a token, and other requests without', async () => {
    const [client] = clients;
    const created = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
    expect(created.headers[TOKEN]).to.match(/^[0-9a-f]{24}$/);
    expect((await client.get('/persons')).headers[TOKEN]).to.equal(undefined);
    const refused = await client.post('/persons', { data: { type: 'person' } });
    expect(refused.headers[TOKEN]).to.equal(undefined);
  });

  it('answers the feed of changes with a token, which shows what the feed has told', async () => {
    const [client, other] = clients;
    const { document } = await client.get('/changes?page[after]=now');
    const created = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
    for (const position of [document.meta.position as string, 'now']) {
      const told = await other.get(`/changes?page[after]=${position}`);
      expect(told.status, told.text).to.equal(200);
      expect(told.headers[TOKEN]).to.match(/^[0-9a-f]{24}$/);
      expect(tokenOf(told) >= tokenOf(created), `${tokenOf(told)} after ${tokenOf(created)}`).to.equal(true);
      const read = await other.get(created.headers.location ?? '', { headers: { [TOKEN]: tokenOf(told) } });
      expect(read.status, read.text).to.equal(200);
    }
  });

  it('streams changes with a token, which shows what they tell', async () => {
    const [client, other] = clients;
    const stream = await connect(`${services[0].url}/changes`);
    await stream.nextOf('position');
    await Promise.all(servers.replicas.map(pauseReplay));
    try {
      const created = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
      const [change] = await stream.nextChanges(1);
      const consistency = String(change?.meta.consistency);
      expect(consistency).to.match(/^[0-9a-f]{24}$/);
      expect(consistency >= tokenOf(created), `${consistency} after ${tokenOf(created)}`).to.equal(true);
      const path = created.headers.location ?? '';
      // Without it: a replica that has been paused does not know the person.
      expect((await other.get(path)).status).to.equal(404);
      expect((await other.get(path, { headers: { [TOKEN]: consistency } })).status).to.equal(200);
    } finally {
      await Promise.all(servers.replicas.map(resumeReplay));
    }
  });

  it('answers lists of operations with a token, and repeated answers with one of now', async () => {
    const [client, other] = clients;
    const operations = [{ op: 'add', data: { type: 'person', attributes: { name: 'Ada' } } }];
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await client.operate(operations, { headers });
    const later = await addPerson(client);
    const again = await other.operate(operations, { headers });
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(tokenOf(again))
      .to.match(/^[0-9a-f]{24}$/)
      .and.satisfy((token: string) => token > tokenOf(first));
    await Promise.all(servers.replicas.map(pauseReplay));
    try {
      const person = await addPerson(client);
      const replayed = await other.operate(operations, { headers });
      const read = (id: string): Promise<ApiResponse> =>
        other.get(`/persons/${id}`, { headers: { [TOKEN]: tokenOf(replayed) } });
      expect([(await read(later)).status, (await read(person)).status]).to.deep.equal([200, 200]);
    } finally {
      await Promise.all(servers.replicas.map(resumeReplay));
    }
  });

  it('lets a client that is refused because of a change see that change', async () => {
    const [one, other] = clients;
    const id = await addPerson(one);
    const path = `/persons/${id}`;
    await eventually('the other one has it', async () => (await other.get(path)).status === 200);
    const change = { data: { type: 'person', id, attributes: { name: 'Eve' } } };
    await Promise.all(servers.replicas.map(pauseReplay));
    try {
      const { etag = '' } = (await other.get(path)).headers;
      expect((await one.patch(path, change)).status).to.equal(200);
      const refused = await other.patch(path, change, { headers: { 'If-Match': etag } });
      expect(refused.status).to.equal(412);
      const seen = await other.get(path, { headers: { [TOKEN]: tokenOf(refused) } });
      expect(nameOf(seen)).to.equal('EVE');
      const headers = { 'If-Match': seen.headers.etag ?? '' };
      expect((await other.patch(path, change, { headers })).status).to.equal(200);
    } finally {
      await Promise.all(servers.replicas.map(resumeReplay));
    }
  });

  it('shows a client what it has written, whatever the replicas have replayed', async () => {
    const [client] = clients;
    await Promise.all(servers.replicas.map(pauseReplay));
    try {
      const id = await addPerson(client);
      expect((await client.get(`/persons/${id}`)).status).to.equal(200);
      const count = (await client.get('/persons')).document.meta.count as number;
      await addPerson(client);
      expect((await client.get('/persons')).document.meta.count).to.equal(count + 1);
    } finally {
      await Promise.all(servers.replicas.map(resumeReplay));
    }
  });

  it('shows through another process what a token stands for', async () => {
    const [one, other] = clients;
    await Promise.all(servers.replicas.map(pauseReplay));
    try {
      const created = await one.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
      const path = created.document.data.links.self as string;
      // Without it: a replica that has been paused does not know the person.
      expect((await other.get(path)).status).to.equal(404);
      const headers = { [TOKEN]: String(created.headers[TOKEN]) };
      expect(nameOf(await other.get(path, { headers }))).to.equal('ADA');
      expect(await readBy()).to.deep.equal(['replica']);
      expect(await readBy(headers)).to.deep.equal(['primary']);
      const all = await other.get('/persons?page[size]=0', { headers });
      expect(all.document.data.map(({ links }: { links: { self: string } }) => links.self)).to.include(path);
    } finally {
      await Promise.all(servers.replicas.map(resumeReplay));
    }
  });

  it('waits for a replica that is about to catch up', async () => {
    const [one, other] = clients;
    for (let round = 0; round < 50; round += 1) {
      const created = await one.post('/persons', { data: { type: 'person', attributes: { name: `Ada ${round}` } } });
      const headers = { [TOKEN]: String(created.headers[TOKEN]) };
      expect((await other.get(created.document.data.links.self as string, { headers })).status).to.equal(200);
    }
  });

  it('shows through either process whatever a token stands for, while replicas stop and go', async () => {
    const random = fc.integer({ min: 0, max: 1 });
    const step = fc.record({ writer: random, reader: random, pauses: fc.option(random, { freq: 3 }) });
    let paused = new Set<number>();
    const resume = async (): Promise<void> => {
      for (const index of paused) await replicaAt(index, resumeReplay);
      paused = new Set();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const { writer, reader, pauses } of steps) {
          if (pauses === null) await resume();
          else if (!paused.has(pauses)) {
            await replicaAt(pauses, pauseReplay);
            paused.add(pauses);
          }
          const person = { data: { type: 'person', attributes: { name: 'Ada' } } };
          const created = await clients[writer]?.post('/persons', person);
          const headers = { [TOKEN]: String(created?.headers[TOKEN]) };
          const path = String(created?.headers['location']);
          expect((await clients[reader]?.get(path, { headers }))?.status).to.equal(200);
          // The writer needs none.
          expect((await clients[writer]?.get(path))?.status).to.equal(200);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
    await resume();
  });

  it('refuses a token that is none', async () => {
    for (const token of ['', 'x', 'a'.repeat(25), 'A'.repeat(24)]) {
      const { status, document } = await clients[0].get('/persons', { headers: { [TOKEN]: token } });
      expect([status, document.errors[0].code]).to.deep.equal([400, 'invalid-header']);
    }
  });

  it('sends no reads to a replica whose tables are in another schema', async () => {
    await onServer(servers.primary, (kysely) => sql`create schema elsewhere`.execute(kysely));
    const elsewhere = (server: PrivateServer): string => `${server.url}?options=-c%20search_path%3Delsewhere`;
    const theirs = openServer(elsewhere(servers.primary));
    await theirs.migrate();
    await theirs.close();
    const astray = await startTestService({
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replicas.map(elsewhere).join(' '),
    });
    try {
      const reasons = (): readonly string[] => astray.logged.map(({ facts }) => String(facts['reason']));
      const reason = 'its search_path resolves to schema elsewhere, not to public as on the primary';
      await eventually('both are left out', () => reasons().filter((each) => each === reason).length === 2);
      expect((await new ApiClient(astray.url).get('/persons')).status).to.equal(200);
    } finally {
      await astray.stop();
    }
  });

  it('leaves out a replica that is gone, and takes it again', async () => {
    const [, other] = clients;
    const [gone, remaining] = servers.replicas;
    const admin = new AdminPages(services[1].adminUrl ?? '');
    const up = (): Promise<number> => admin.sum('db_replica_up');
    expect([await up(), (await admin.lines('db_replica_behind_bytes')).length]).to.deep.equal([2, 2]);
    const leftOut = (): number =>
      services[1].logged.filter(({ message }) => message === 'a replica is left out').length;
    const earlier = leftOut();
    await gone?.stop('SIGKILL');
    for (let round = 0; round < 20; round += 1) expect((await other.get('/persons')).status).to.equal(200);
    expect(await readBy()).to.deep.equal(['replica']);
    await eventually('it is left out', () => leftOut() > earlier);
    expect(leftOut()).to.equal(earlier + 1);
    expect([await up(), (await admin.lines('db_replica_behind_bytes')).length]).to.deep.equal([1, 1]);
    expect(await admin.sum('db_replica_connections', `:${remaining?.port}"`, '"open"')).to.be.above(0);
    expect(await admin.sum('db_replica_connections', `:${gone?.port}"`, '"open"')).to.equal(0);
    await gone?.start();
    await remaining?.stop('SIGKILL');
    await eventually('the one that is back answers', async () => (await readBy()).join() === 'replica');
    await remaining?.start();
  });

  it('reads on without the primary, and refuses writes', async () => {
    const [one, other] = clients;
    const path = `/persons/${await addPerson(one)}`;
    await eventually('the replicas have it', async () => (await other.get(path)).status === 200);
    await servers.primary.stop('SIGKILL');
    try {
      for (const client of clients) {
        await eventually('it reads on', async () => (await client.get(path)).status === 200);
        const refused = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Eve' } } });
        expect(refused.status).to.equal(503);
        expect((await client.get(path)).status).to.equal(200);
      }
      const { adminUrl = '' } = services[0];
      expect((await new AdminPages(adminUrl).get('/ready')).status).to.equal(200);
    } finally {
      await servers.primary.start();
    }
    await eventually('it writes again', async () => {
      const created = await one.post('/persons', { data: { type: 'person', attributes: { name: 'Eve' } } });
      return created.status === 201;
    });
  });
});
