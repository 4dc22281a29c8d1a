// A replica takes the place of the primary, under another address.
import { expect } from 'chai';
import { addPerson } from '../../contract/api/fixtures.ts';
import { tagAt } from '../../contract/api/conditions.ts';
import { AdminPages } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { cutOff, promote, startReplicated, type ReplicatedServers } from '../../support/replicated-servers.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const TOKEN = 'consistency-token';

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
});
