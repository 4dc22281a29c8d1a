// Workers of one service share how far their writes go.
import { expect } from 'chai';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import {
  pauseReplay,
  resumeReplay,
  startReplicated,
  type ReplicatedServers,
} from '../../support/replicated-servers.ts';

const ROUNDS = 40;

describe('Workers with replicas', () => {
  let servers: ReplicatedServers;
  let service: OperatedProcess;

  before(async () => {
    servers = await startReplicated({ replicas: 1 });
    service = await startOperated({
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join(' '),
      MAX_REPLICA_LAG_MS: '600000',
      REPLICA_WAIT_MS: '1',
      WORKERS: '3',
      LOG_LEVEL: 'info',
    });
    await eventually('all workers read from the replica', () => {
      const found = service.logged().filter(({ msg }) => msg === 'a replica serves reads');
      return new Set(found.map(({ pid }) => pid)).size === 3;
    });
  });
  after(async () => {
    service.process.kill('SIGTERM');
    await service.ended;
    await servers.remove();
  });

  /** Over a connection of its own, so that any worker may answer. */
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'Content-Type': MEDIA_TYPE, Connection: 'close' };
    return fetch(`${service.url}${path}`, { ...init, headers });
  }

  it('show what another worker has written, without a token', async () => {
    await Promise.all(servers.replicas.map(pauseReplay));
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const body = JSON.stringify({ data: { type: 'person', attributes: { name: `Ada ${round}` } } });
        const created = await send('/persons', { method: 'POST', body });
        expect(created.status).to.equal(201);
        await created.text();
        const found = await send(created.headers.get('Location') ?? '');
        expect(found.status, `round ${round}`).to.equal(200);
        await found.text();
      }
    } finally {
      await Promise.all(servers.replicas.map(resumeReplay));
    }
    // The worst of the workers, not their sum.
    expect(await service.admin.sum('db_replica_up')).to.equal(1);
    const requests = service.logged().filter(({ msg }) => msg === 'request');
    expect(new Set(requests.map(({ pid }) => pid)).size).to.equal(3);
  });
});
