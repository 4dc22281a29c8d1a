// A pooler that assigns sessions per transaction refuses what a session would have to carry: PgBouncer 1.18 the startup parameter `options`, and
// any statement prepared in another session. These tests check that the service sends neither.
import { expect } from 'chai';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { runCli } from '../../support/cli-process.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService } from '../../support/test-service.ts';

describe('Behind a pooler in transaction mode, with DATABASE_SESSION_SETTINGS=false and DB_PREPARED=off', () => {
  let proxy: Server;
  let sent = '';
  let environment: Readonly<Record<string, string>>;

  before(async () => {
    const url = new URL(await (await testServer()).createEmptyDatabase());
    const { hostname, port } = url;
    proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.on('data', (data) => (sent += data.toString('latin1')));
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    environment = { DATABASE_URL: url.href, DATABASE_SESSION_SETTINGS: 'false', DB_PREPARED: 'off' };
  });
  beforeEach(() => {
    sent = '';
  });
  after(() => proxy.close());

  function expectNothingOfSessions(): void {
    expect(sent).to.include('select');
    expect(sent).not.to.match(/\0options\0|_timeout\0/);
    // Parse with a name, a message of the extended protocol.
    expect(sent).not.to.match(/P[^]{4}[0-9a-f]{12}_\d+_\d+\0/);
  }

  it('the service starts and migrates', async () => {
    const service = await startTestService(environment);
    await service.stop();
    expect(sent).to.include('pg_advisory_xact_lock');
    expectNothingOfSessions();
  });

  for (const command of ['migrate', 'doctor', 'new-epoch'])
    it(`the command ${command} runs`, async () => {
      const { code, stderr } = await runCli([command], { environment });
      expect(code, stderr).to.equal(0);
      expectNothingOfSessions();
    });
});
