// With `synchronous_commit = off` a commit is answered before it is in the log that has been written.
import { expect } from 'chai';
import { sql } from 'kysely';
import { readPrimary } from '#adapters/persistence/replication/server-positions';
import type { Database } from '#adapters/persistence/storage/database';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { onServer, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const TOKEN = 'consistency-token';
const WRITERS = 8;
const ROUNDS = 100;
const SEGMENT = 16 * 1024 * 1024;
const PAGE = 8192;
/** Longer than what fits into a short header of a record. */
const PROBE = 1000;

describe('A service whose primary commits asynchronously', () => {
  let servers: ReplicatedServers;
  let services: readonly [TestService, TestService];

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    await onServer(servers.primary, (kysely) => sql`alter role postgres set synchronous_commit = off`.execute(kysely));
    const environment = {
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join(' '),
    };
    services = [await startTestService(environment), await startTestService(environment)];
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await servers.remove();
  });

  it('shows through any process what a token stands for', async () => {
    const [writer, reader] = services.map(({ url }) => new ApiClient(url));
    const stale: string[] = [];
    const writeAndRead = async (name: string): Promise<void> => {
      const created = await writer?.post('/persons', { data: { type: 'person', attributes: { name } } });
      const headers = { [TOKEN]: String(created?.headers[TOKEN]) };
      const read = await reader?.get(String(created?.headers['location']), { headers });
      if (read?.status !== 200) stale.push(`${name}: ${read?.status}`);
    };
    const writers = Array.from({ length: WRITERS }, async (_, index) => {
      for (let round = 0; round < ROUNDS; round += 1) await writeAndRead(`Ada ${index}.${round}`);
    });
    await Promise.all(writers);
    expect(stale).to.deep.equal([]);
  });

  describe('knows a position that replicas reach before there is another record', () => {
    let database: Database;

    before(() => {
      database = openServer(servers.primary.url);
    });
    after(() => database.close());

    const offset = async (): Promise<number> => Number((await readPrimary(database)).position.offset);
    const emit = (length: number): Promise<unknown> =>
      sql`select pg_logical_emit_message(false, 'x', repeat('x', ${length}::int))`.execute(database.kysely);

    it('at the start of a segment of the log', async () => {
      await eventually('it is there', async () => {
        await sql`select pg_switch_wal()`.execute(database.kysely);
        return (await offset()) % SEGMENT === 0;
      });
    });

    it('at the start of a page', async () => {
      await eventually('it is there', async () => {
        const before = await offset();
        await emit(PROBE);
        const after = await offset();
        // It has to be known what a record takes besides its text, without the header of a page.
        if (Math.floor(before / PAGE) !== Math.floor(after / PAGE)) return false;
        await emit(PAGE - (after % PAGE) - (after - before - PROBE));
        return (await offset()) % PAGE === 0;
      });
    });
  });
});
