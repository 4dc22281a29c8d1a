import { expect } from 'chai';
import { Agent, get } from 'node:http';
import { startOperated } from '../../support/admin-pages.ts';
import { sendRaw } from '../../support/api-client.ts';
import { depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { testServer } from '../../support/postgres-server.ts';
import { beginRequest, finishRequest } from '../../support/slow-request.ts';
import { killedAfterEach } from '../../support/service-process.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('What operators see', () => {
  let service: ObservedService;

  beforeEach(async () => {
    service = await startObserved({ SERVER_TIMING: 'true' });
  });
  afterEach(() => service.stop());

  it('is liveness, readiness and metrics, on a port of its own', async () => {
    expect(await service.admin.get('/live')).to.deep.equal({ status: 200, text: '{"status":"live"}' });
    expect(await service.admin.get('/ready?x=1')).to.deep.equal({ status: 200, text: '{"status":"ready"}' });
    expect((await service.admin.get('/metrics')).text).to.match(/^nodejs_eventloop_lag_seconds \S+$/m);
    for (const path of ['/', '/nope', '//', '/\\', '/%', '/live/'])
      expect((await service.admin.get(path)).status).to.equal(404);
    for (const path of ['/live', '/ready', '/metrics']) expect((await service.client.get(path)).status).to.equal(404);
  });

  it('is off unless ADMIN_PORT is set', async () => {
    const other = await startObserved({ ADMIN_PORT: '' });
    await other.stop();
    expect(await other.admin.get('/live').catch(() => 'off')).to.equal('off');
  });

  it('includes requests by route, method and status', async () => {
    await service.client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' } } });
    for (const path of ['/persons/1', '/persons/1?include=computers', '/persons/2']) await service.client.get(path);
    const count = 'http_request_duration_seconds_count';
    expect(await service.admin.sum(count, 'route="persons.create"', 'method="POST"', 'status="201"')).to.equal(1);
    expect(await service.admin.sum(count, 'route="persons.detail"', 'method="GET"', 'status="200"')).to.equal(2);
    expect(await service.admin.sum(count, 'route="persons.detail"', 'status="404"')).to.equal(1);
    await service.client.query('/persons/1?include=computers');
    await service.client.query('/changes');
    expect(await service.admin.sum(count, 'route="persons.detail"', 'method="GET"', 'status="200"')).to.equal(2);
    expect(await service.admin.sum(count, 'route="persons.detail"', 'method="QUERY"', 'status="200"')).to.equal(1);
    expect(await service.admin.sum(count, 'method="QUERY"', 'status="405"')).to.equal(1);
  });

  it('has a bounded number of series, whatever the paths and methods', async () => {
    const seen = async (): Promise<number> => (await service.admin.get('/metrics')).text.match(/^http_/gm)?.length ?? 0;
    const some = ['PUT', 'PROPFIND', 'LOCK'];
    for (const method of ['GET', ...some]) await service.client.send(method, '/nope');
    for (const method of some) await service.client.send(method, '/persons');
    await sendRaw(service.client.url, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await sendRaw(service.client.url, 'BREW / HTTP/1.1\r\n\r\n');
    const before = await seen();
    for (let index = 0; index < 40; index += 1) await service.client.get(`/unknown-${index}`);
    for (const method of ['TRACE', 'MKCOL', 'PURGE', 'SEARCH', 'REPORT']) await service.client.send(method, '/persons');
    for (const method of ['STEAM', 'FROTH', 'POUR']) await sendRaw(service.client.url, `${method} / HTTP/1.1\r\n\r\n`);
    expect(await seen()).to.equal(before);
    expect(await service.admin.sum('http_protocol_errors_total', 'status="501"')).to.equal(4);
  });

  it('includes one log line per request, without anything the client sent in URL or body', async () => {
    const data = { type: 'person', attributes: { name: 'Zaphod Zarquon', email: 'zaphod@zarquon.example' } };
    await service.client.post(
      '/persons',
      { data },
      { headers: { 'X-Request-Id': 'mine', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } },
    );
    await service.client.get('/persons?filter[name]=Zaphod+Zarquon&sort=zarquon', {
      headers: { Authorization: 'zarquon' },
    });
    await service.client.get('/zarquon', { headers: { traceparent: 'zarquon' } });
    await service.client.query('/persons?filter[name]=Zaphod+Zarquon&sort=zarquon');
    const { durationMillis, ...facts } = service.logged[0] ?? {};
    expect(durationMillis).to.be.a('number').above(0);
    expect(String(durationMillis), 'tenths').to.match(/^\d+(\.\d)?$/);
    expect(facts).to.deep.equal({
      level: 'info',
      message: 'request',
      requestId: 'mine',
      traceId: TRACE,
      route: 'persons.create',
      method: 'POST',
      status: 201,
      statements: 0,
      databaseMillis: 0,
      aborted: false,
      broken: false,
    });
    expect(service.logged).to.have.lengthOf(4);
    expect(service.logged[3]).to.include({ route: 'persons.list', method: 'QUERY', status: 400 });
    expect(JSON.stringify(service.logged)).not.to.match(/za(phod|rquon)/i);
  });

  it('is complete while the API has no free connection', async () => {
    const full = await startObserved({ MAX_CONNECTIONS: '2' });
    const held = await Promise.all([beginRequest(full.client.url), beginRequest(full.client.url)]);
    expect(await statusOf(full.client.url)).to.equal(undefined);
    for (const page of ['/live', '/ready', '/metrics']) expect((await full.admin.get(page)).status).to.equal(200);
    for (const request of held) expect(await finishRequest(request)).to.equal(201);
    await full.stop();
  });

  it('includes the cost of an answer, in its header', async () => {
    for (const path of ['/persons', '/nope'])
      expect((await service.client.get(path)).headers['server-timing']).to.match(
        /^db;dur=0\.0;desc="0 statements", total;dur=\d+\.\d$/,
      );
    const silent = await startObserved();
    expect((await silent.client.get('/persons')).headers).not.to.have.property('server-timing');
    await silent.stop();
  });
});

if (depth === 'campaign')
  describe('What operators see while clients flood the API', () => {
    const CONNECTIONS = 200;
    const killedLater = killedAfterEach();

    it('is complete, although the API has no free connection', async () => {
      const url = await (await testServer()).createDatabase();
      const limits = { POOL_SIZE: '3', MAX_CONNECTIONS: String(CONNECTIONS) };
      const service = killedLater(await startOperated({ DATABASE_URL: url, LOG_LEVEL: 'error', ...limits }));
      const flood = startFlood(`${service.url}/persons`, CONNECTIONS);
      await eventually('it refuses another connection', async () => (await statusOf(service.url)) === undefined);
      for (let round = 0; round < 5; round += 1) {
        expect(await service.admin.get('/live')).to.deep.equal({ status: 200, text: '{"status":"live"}' });
        const ready = await service.admin.get('/ready');
        if (ready.status !== 200) expect(ready.text).to.match(/"because":\["(?:overloaded|storage: )/);
        const labels = ['route="persons.list"', 'method="GET"'];
        expect(await service.admin.sum('http_request_duration_seconds_count', ...labels)).to.be.above(CONNECTIONS);
      }
      const answers = [...(await flood.stop())].filter((status) => status !== undefined && status !== 503);
      expect(answers).to.deep.equal([200]);
      await eventually('it is ready', async () => (await service.admin.get('/ready')).status === 200);
    });
  });

/** Keeps a number of connections busy. Stopping it returns the statuses of all answers. */
function startFlood(url: string, connections: number): { stop(): Promise<ReadonlySet<number | undefined>> } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Set<number | undefined>();
  let isStopped = false;
  const clients = Array.from({ length: connections }, async () => {
    while (!isStopped) statuses.add(await statusOf(url, agent));
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(clients);
      agent.destroy();
      return statuses;
    },
  };
}

/** The status of the answer; undefined if the connection is closed without one. */
function statusOf(url: string, agent: Agent | false = false): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode));
    }).once('error', () => resolve(undefined));
  });
}
