// A former primary that runs again, while the server that has replaced it is down. Only a replica of that one, or a token, tells.
import { expect } from 'chai';
import { sql } from 'kysely';
import { AdminPages } from '../../support/admin-pages.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { PrivateServer } from '../../support/private-server.ts';
import {
  follow,
  onServer,
  promote,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const TOKEN = 'consistency-token';
const REASON = 'is a former primary, on timeline 1 of 2';
/** Of the highest timeline that a token can have. */
const FORGED = `ffffffff${'0'.repeat(16)}`;

describe('A service that is started beside a former primary', () => {
  let servers: ReplicatedServers;
  let former: PrivateServer;
  let promoted: PrivateServer;
  let follower: PrivateServer;
  let service: TestService;
  let path = '';
  let token = '';
  const client = new ApiClient(() => service.url);

  before(async () => {
    servers = await startReplicated();
    const [one, other] = servers.replicas;
    if (one === undefined || other === undefined) throw new Error('there are no two replicas');
    [former, promoted, follower] = [servers.primary, one, other];
    service = await startTestService({ DATABASE_URL: former.url });
    await onServer(former, (kysely) =>
      eventually('both have everything', async () => {
        const { rows } = await sql`
          select from pg_stat_replication where replay_lsn >= pg_current_wal_insert_lsn()`.execute(kysely);
        return rows.length === 2;
      }),
    );
    await service.stop();
    await former.crash();
    await promote(promoted);
    await follow(follower, promoted);
    service = await startTestService({ DATABASE_URL: promoted.url, DATABASE_REPLICA_URLS: follower.url });
    const created = await write();
    [path, token] = [String(created.headers['location']), String(created.headers[TOKEN])];
    await onServer(follower, (kysely) =>
      eventually('the follower has it', async () => {
        const { rows } = await sql`select from person`.execute(kysely);
        return rows.length === 1;
      }),
    );
    await service.stop();
    await promoted.crash();
    await former.start();
    await onServer(former, (kysely) =>
      sql`insert into person (id, name) overriding system value values (${path.split('/')[2]}, 'Somebody Else')`.execute(
        kysely,
      ),
    );
  });
  afterEach(() => service.stop());
  after(() => servers.remove());

  const write = (): Promise<ApiResponse> =>
    client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
  const read = (since?: string): Promise<ApiResponse> =>
    client.get(path, since === undefined ? {} : { headers: { [TOKEN]: since } });
  const nameOf = ({ document }: ApiResponse): unknown => document.data.attributes.display_name;
  const urlOf = (...hosts: readonly PrivateServer[]): string =>
    `postgres://postgres@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

  /** The number of the next transaction of the former primary. */
  const transaction = (): Promise<unknown> =>
    onServer(former, async (kysely) => {
      const { rows } = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(kysely);
      return rows[0];
    });

  for (const [where, settings] of [
    ['DATABASE_URL', () => ({ DATABASE_URL: urlOf(former, follower) })],
    ['DATABASE_REPLICA_URLS', () => ({ DATABASE_URL: former.url, DATABASE_REPLICA_URLS: follower.url })],
  ] as const)
    it(`does not write to it if ${where} names a replica that has followed the next one`, async () => {
      const before = await transaction();
      service = await startTestService(settings());
      for (let round = 0; round < 5; round += 1) expect((await write()).status).to.equal(503);
      expect(service.logged.some(({ facts }) => String(facts['reason']).includes(REASON))).to.equal(true);
      const refusals = service.logged.filter(({ message }) => message === 'writes are refused');
      expect(refusals).to.have.length(where === 'DATABASE_URL' ? 0 : 1);
      expect(await transaction()).to.deep.equal(before);
    });

  it('reads from that replica', async () => {
    service = await startTestService({ DATABASE_URL: former.url, DATABASE_REPLICA_URLS: follower.url });
    await eventually('it reads', async () => (await read()).status === 200);
    expect([nameOf(await read()), nameOf(await read(token))]).to.deep.equal(['ADA', 'ADA']);
  });

  it('reads nothing from it, either, and says so when the replica has failed', async () => {
    const settings = { DATABASE_URL: former.url, DATABASE_REPLICA_URLS: follower.url, ADMIN_PORT: '0' };
    service = await startTestService(settings);
    expect((await write()).status).to.equal(503);
    await follower.stop();
    try {
      const admin = new AdminPages(service.adminUrl ?? '');
      await eventually('it is not ready', async () => (await admin.get('/ready')).status === 503);
      expect((await admin.get('/ready')).text).to.include(REASON);
      expect((await read()).status).to.equal(503);
    } finally {
      await follower.start();
    }
  });

  for (const [where, settings] of [
    ['alone', () => ({ DATABASE_URL: former.url })],
    ['with hosts that are down', () => ({ DATABASE_URL: urlOf(promoted, former) })],
    ['with replicas that are down', () => ({ DATABASE_URL: former.url, DATABASE_REPLICA_URLS: promoted.url })],
  ] as const)
    it(`reads nothing from it with a later token, if it sees it ${where}, but goes on without`, async () => {
      service = await startTestService(settings());
      for (const later of [token, FORGED]) {
        const refused = await read(later);
        expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '1']);
        expect(refused.document.errors[0].meta).to.deep.equal({ header: 'Consistency-Token' });
        const exported = await client.get('/export/persons.csv', { headers: { [TOKEN]: later } });
        expect(exported.status).to.equal(503);
      }
      const earlier = `00000001${token.slice(8)}`;
      for (const since of [undefined, earlier]) expect(nameOf(await read(since))).to.equal('SOMEBODY ELSE');
    });

  it('writes to the next one once that is back', async () => {
    service = await startTestService({
      DATABASE_URL: urlOf(former, promoted),
      DATABASE_REPLICA_URLS: follower.url,
    });
    expect((await write()).status).to.equal(503);
    await promoted.start();
    await eventually('it writes', async () => (await write()).status === 201);
    expect(nameOf(await read(token))).to.equal('ADA');
  });
});
