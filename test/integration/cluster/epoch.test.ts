// A new epoch that a replica has not replayed, while the primary is down.
import { expect } from 'chai';
import { sql } from 'kysely';
import { tagAt } from '../../contract/api/conditions.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { eventually } from '../../support/eventually.ts';
import type { PrivateServer } from '../../support/private-server.ts';
import {
  onServer,
  pauseReplay,
  resumeReplay,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';
import { startTestService } from '../../support/test-service.ts';

describe('new-epoch with replicas', () => {
  let servers: ReplicatedServers;
  let replica: PrivateServer;

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    const [only] = servers.replicas;
    if (only === undefined) throw new Error('there is no replica');
    replica = only;
  });
  after(() => servers.remove());

  async function withService(use: (client: ApiClient) => Promise<void>): Promise<void> {
    const { primary } = servers;
    const service = await startTestService({ DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url });
    try {
      await use(new ApiClient(service.url));
    } finally {
      await service.stop();
    }
  }

  it('holds once the primary is back, also for a service that has read the earlier one from a replica', async () => {
    let [path, tag] = ['', ''];
    await withService(async (client) => {
      path = `/persons/${await addPerson(client)}`;
      tag = await tagAt(client, path);
    });
    await onServer(replica, (kysely) =>
      eventually('the replica has it', async () => {
        const { rows } = await sql`select from person`.execute(kysely);
        return rows.length === 1;
      }),
    );
    await pauseReplay(replica);
    const { code } = await runCli(['new-epoch'], { environment: { DATABASE_URL: servers.primary.url } });
    expect(code).to.equal(0);
    await servers.primary.crash();
    await withService(async (client) => {
      await eventually('it reads without the primary', async () => (await client.get(path)).status === 200);
      expect(await tagAt(client, path)).to.equal(tag);
      await servers.primary.start();
      const change = { data: { type: 'person', id: path.split('/')[2], attributes: { name: 'Eve' } } };
      const outcomes: number[] = [];
      await eventually('it writes', async () => {
        outcomes.push((await client.patch(path, change, { headers: { 'If-Match': tag } })).status);
        return outcomes.at(-1) !== 503;
      });
      expect(outcomes.at(-1)).to.equal(412);
      await resumeReplay(replica);
      expect(await tagAt(client, path)).not.to.equal(tag);
    });
  });
});
