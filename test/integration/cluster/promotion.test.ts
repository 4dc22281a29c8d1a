// A replica takes the place of the primary, under another address.
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { addPerson } from '../../contract/api/persons.ts';
import { tagAt } from '../../contract/api/conditions.ts';
import { AdminPages } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import {
  cutOff,
  follow,
  onServer,
  promote,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const TOKEN = 'consistency-token';
/** Longer than replicas are believed without being asked again. */
const NOTICED_MILLIS = 500;

describe('The promotion of a replica', () => {
  let servers: ReplicatedServers;
  let earlier: TestService;
  let later: TestService;

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
  });
  after(async () => {
    await earlier.stop();
    await later.stop();
    await servers.remove();
  });

  it('makes earlier tags and tokens those of another history', async () => {
    const [replica] = servers.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    earlier = await startTestService({
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: replica.url,
      ADMIN_PORT: '0',
    });
    const client = new ApiClient(earlier.url);
    const path = `/persons/${await addPerson(client)}`;
    await eventually('the replica has it', async () => (await client.get(path)).status === 200);
    const tag = await tagAt(client, path);
    // Not replicated, so it is lost: version 2 is given again.
    await cutOff(replica);
    const lost = await client.patch(path, {
      data: { type: 'person', id: path.split('/')[2], attributes: { name: 'Lost' } },
    });
    expect(lost.status).to.equal(200);
    const token = String(lost.headers[TOKEN]);
    const lostTag = String(lost.headers['etag']);
    await servers.primary.stop('SIGKILL');
    await promote(replica);

    later = await startTestService({
      DATABASE_URL: replica.url,
      DATABASE_REPLICA_URLS: servers.primary.url,
      ADMIN_PORT: '0',
    });
    const other = new ApiClient(later.url);
    await eventually('it answers', async () => (await other.get(path)).status === 200);
    expect((await other.get(path)).document.data.attributes.display_name).not.to.equal('LOST');
    expect(await tagAt(other, path)).not.to.equal(tag);
    const changed = await other.patch(path, {
      data: { type: 'person', id: path.split('/')[2], attributes: { name: 'Found' } },
    });
    expect(changed.headers['etag']).not.to.equal(lostTag);
    const stale = await other.delete(path, undefined, { headers: { 'If-Match': lostTag } });
    expect(stale.status).to.equal(412);
    const reads = new AdminPages(later.adminUrl ?? '');
    const primaryReads = await reads.sum('db_reads_total', 'primary');
    expect((await other.get(path, { headers: { [TOKEN]: token } })).status).to.equal(200);
    expect(await reads.sum('db_reads_total', 'primary')).to.equal(primaryReads + 1);
  });

  it('leaves it out as a replica, and takes those that follow it', async () => {
    const three = await startReplicated();
    const [promoted, other] = three.replicas;
    if (promoted === undefined || other === undefined) throw new Error('there are no two replicas');
    const { port } = three.primary;
    const service = await startTestService({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port},127.0.0.1:${promoted.port}/postgres`,
      DATABASE_REPLICA_URLS: `${promoted.url} ${other.url}`,
      ADMIN_PORT: '0',
    });
    try {
      const client = new ApiClient(service.url);
      const before = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
      await eventually('both replicas have it', async () => {
        for (const replica of three.replicas)
          await onServer(replica, async (kysely) => {
            const { rows } = await sql`select from person`.execute(kysely);
            expect(rows).to.have.lengthOf(1);
          });
      });
      const reads = new AdminPages(service.adminUrl ?? '');
      await eventually('reads go to both', async () => (await reads.sum('db_replica_up')) === 2);
      await three.primary.stop('SIGKILL');
      await promote(promoted);
      await follow(other, promoted);
      let written = '';
      await eventually('it writes', async () => {
        const created = await client.post('/persons', { data: { type: 'person', attributes: { name: 'Eve' } } });
        expect(created.status).to.equal(201);
        written = String(created.headers[TOKEN]);
      });
      const readsBy = (server: string): Promise<number> => reads.sum('db_reads_total', server);
      await eventually('the other one answers reads', async () => {
        const earlier = await readsBy('replica');
        expect((await client.get('/persons', { headers: { [TOKEN]: written } })).document.meta.count).to.equal(2);
        expect(await readsBy('replica')).to.equal(earlier + 1);
      });
      const byPrimary = await readsBy('primary');
      const headers = { [TOKEN]: String(before.headers[TOKEN]) };
      expect((await client.get('/persons', { headers })).document.meta.count).to.equal(2);
      expect(await readsBy('primary')).to.equal(byPrimary + 1);
      const leftOut = service.logged.filter(({ message }) => message === 'a replica is left out');
      expect(leftOut.map(({ facts }) => facts['reason']).join()).to.include('it has been promoted');
      // The replica has made no checkpoint since, and from now on receives nothing that would tell its timeline.
      await promoted.crash();
      await eventually('it receives nothing', () =>
        onServer(other, async (kysely) => {
          const { rows } = await sql`select from pg_stat_wal_receiver`.execute(kysely);
          return rows.length === 0;
        }),
      );
      for (const end = performance.now() + NOTICED_MILLIS; performance.now() < end; await pause(20)) {
        const found = await client.get('/persons', { headers: { [TOKEN]: written } });
        expect([found.status, found.document.meta?.count]).to.deep.equal([200, 2]);
      }
    } finally {
      await service.stop();
      await three.remove();
    }
  });
});
