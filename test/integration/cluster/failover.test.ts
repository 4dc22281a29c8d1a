// A primary fails under load, its replica is promoted, and the former primary comes back as if nothing had happened.
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { PrivateServer } from '../../support/private-server.ts';
import { onServer, promote, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { startWriters } from '../../support/steady-writers.ts';

const LONGEST_MILLIS = 3000;
/** Longer than the hosts are believed without being asked again. */
const WATCHED_MILLIS = 2500;

describe('A service with several hosts', function () {
  let servers: ReplicatedServers;
  let replica: PrivateServer;
  let service: TestService;
  let etagBefore = '';
  const client = new ApiClient(() => service.url);

  before(async () => {
    servers = await startReplicated({ replicas: 1, synchronous: true });
    const [only] = servers.replicas;
    if (only === undefined) throw new Error('there is no replica');
    replica = only;
    service = await startTestService(serverSettings(replica, servers.primary));
  });
  after(async () => {
    await service.stop();
    await servers.remove();
  });

  const serverSettings = (...hosts: readonly PrivateServer[]): Readonly<Record<string, string>> => {
    const list = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return { DATABASE_URL: `postgres://postgres@${list}/postgres` };
  };
  const write = async (name: string): Promise<number> =>
    (await client.post('/persons', { data: { type: 'person', attributes: { name } } })).status;

  /** The number of rows for each name on a server. */
  const namesOn = (server: PrivateServer): Promise<Readonly<Record<string, number>>> =>
    onServer(server, async (kysely) => {
      const { rows } = await sql<{ name: string; times: number }>`
        select name, count(*)::int as times from person group by name`.execute(kysely);
      return Object.fromEntries(rows.map(({ name, times }) => [name, times]));
    });

  /** Runs what may tempt the service to write to a server, and expects that it does not. */
  async function expectUntouched(server: PrivateServer, tempt: () => Promise<void>): Promise<void> {
    const traces = (): Promise<unknown> =>
      onServer(server, async (kysely) => {
        const { rows } = await sql`select
          (select count(*) from person) as persons, (select last_value from person_id_seq) as id,
          (select max(xmin::text::bigint) from person) as transaction`.execute(kysely);
        return rows[0];
      });
    const before = await traces();
    await tempt();
    expect(await traces()).to.deep.equal(before);
  }

  it('writes to the one that takes writes, whichever is named first', async () => {
    expect(await write('ADA')).to.equal(201);
    expect(await namesOn(servers.primary)).to.deep.equal({ ADA: 1 });
    ({ etag: etagBefore = '' } = (await client.get('/persons/1')).headers);
    const unchanged = await client.get('/persons/1', { headers: { 'If-None-Match': etagBefore } });
    expect(unchanged.status).to.equal(304);
  });

  it('loses no acknowledged write and does none twice when the replica of a failed primary is promoted', async () => {
    const writers = startWriters(service.url, 8);
    await eventually('writes are under way', () => writers.written.size > 200);
    await servers.primary.stop('SIGKILL');
    await eventually('writes fail', () => writers.failures > 8);
    const failures = writers.failures;
    const writtenBefore = writers.written.size;
    await promote(replica);
    const start = performance.now();
    await eventually('a write is good again', () => writers.written.size > writtenBefore);
    const millis = performance.now() - start;
    await eventually('writes go on', () => writers.written.size > writtenBefore + 200);
    await writers.stop();
    expect(millis).to.be.below(LONGEST_MILLIS);
    expect(failures).to.be.above(0);
    const written = Object.fromEntries([...writers.written].map((name) => [name, 1]));
    expect(await namesOn(replica)).to.deep.equal({ ADA: 1, ...written });
  });

  it('matches no entity tag of before, whose state may have been lost', async () => {
    const person = { data: { type: 'person', id: '1', attributes: { name: 'Ada' } } };
    const refused = await client.patch('/persons/1', person, { headers: { 'If-Match': etagBefore } });
    expect(refused.status).to.equal(412);
    const read = await client.get('/persons/1', { headers: { 'If-None-Match': etagBefore } });
    expect([read.status, read.headers.etag === etagBefore]).to.deep.equal([200, false]);
  });

  it('says so in the log', () => {
    const message = 'writes now go to another host';
    expect(service.logged.filter((line) => line.message === message)).to.deep.equal([
      { facts: { host: `127.0.0.1:${replica.port}` }, message },
    ]);
  });

  it('never writes to the former primary that has come back', async () => {
    // Otherwise a write would wait there for a replica, and never end.
    servers.primary.write('postgresql.auto.conf', '');
    await servers.primary.start();
    await expectUntouched(servers.primary, async () => {
      const writers = startWriters(service.url, 8, 'again');
      await pause(WATCHED_MILLIS);
      await writers.stop();
      expect(writers.failures).to.equal(0);
    });
  });

  it('never writes to it after a restart, either, though it is named first', async () => {
    await service.stop();
    service = await startTestService(serverSettings(servers.primary, replica));
    await expectUntouched(servers.primary, async () => {
      expect(await write('GRACE')).to.equal(201);
    });
    expect(await namesOn(replica)).to.include({ GRACE: 1 });
  });

  it('would rather not write than write to it when the promoted one fails', async () => {
    await expectUntouched(servers.primary, async () => {
      await replica.stop('SIGKILL');
      for (const end = performance.now() + WATCHED_MILLIS; performance.now() < end; await pause(50))
        expect(await write('LOST')).to.equal(503);
      await replica.start();
      await eventually('writes are good again', async () => (await write('FOUND')) === 201);
    });
    expect(await namesOn(replica)).to.not.have.property('LOST');
  });
});
