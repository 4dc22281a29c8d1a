import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { listen } from '#adapters/http/koa/server';
import { readConfig } from '#composition/config/config';
import { ApiClient, MEDIA_TYPE, sendRaw, statusesOf } from '../../support/api-client.ts';
import { checkDocument } from '../../support/check-document.ts';
import { eventually } from '../../support/eventually.ts';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';

const post = `POST /persons HTTP/1.1\r\nHost: x\r\nContent-Type: ${MEDIA_TYPE}\r\n`;
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

describe('Clients that misbehave', () => {
  let service: OperatedProcess;
  let client: ApiClient;
  const requests = 'http_request_duration_seconds_count';

  before(async () => {
    service = await startOperated({
      HEADERS_TIMEOUT_MS: '1000',
      REQUEST_TIMEOUT_MS: '1000',
      // Node checks the other two once a second, so a 408 can take two.
      IDLE_TIMEOUT_MS: '5000',
      MAX_CONNECTIONS: '50',
    });
    client = new ApiClient(service.url);
  });
  afterEach(async () => {
    expect(service.process.exitCode).to.equal(null);
    expect((await client.get('/persons')).status).to.equal(200);
  });
  after(() => service.kill());

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  /** Sends the requests at once, because each one waits for a timeout. */
  function sendAll(requests: readonly string[]): Promise<readonly string[]> {
    return Promise.all(requests.map((bytes) => sendRaw(service.url, bytes)));
  }

  const incomplete: Readonly<Record<string, string>> = {
    nothing: '',
    'half a request line': 'GET /per',
    'half a head': 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
    'no body': `${post}Content-Length: 100\r\n\r\n`,
    'half a body': `${post}Content-Length: 100\r\n\r\n{"data"`,
    'half a chunk': `${post}Transfer-Encoding: chunked\r\n\r\n9\r\n{"da`,
  };
  it(`get 408 with a document when they stop after ${Object.keys(incomplete).join(', ')}`, async () => {
    const answers = await sendAll(Object.values(incomplete));
    for (const [index, what] of Object.keys(incomplete).entries()) {
      const answer = answers[index] ?? '';
      expect(statusesOf(answer), what).to.deep.equal(['408']);
      expect(answer).to.match(/\r\nConnection: close\r\n/i);
      expect(answer).to.match(/\r\nContent-Type: application\/vnd\.api\+json\r\n/);
      checkDocument(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))), 408);
    }
  });

  it('get 408 when the request head takes longer than HEADERS_TIMEOUT_MS', async () => {
    const limits = { HEADERS_TIMEOUT_MS: '100', REQUEST_TIMEOUT_MS: '3600000' };
    const server = await listen(() => undefined, readConfig({ DATABASE_URL: 'memory:', PORT: '0', ...limits }));
    try {
      expect(statusesOf(await sendRaw(server.url, 'GET /per'))).to.deep.equal(['408']);
    } finally {
      await server.close();
    }
  });

  it('are counted by status, and logged under the request id of their response', async () => {
    const before = await service.admin.sum(requests, 'route="persons.create"', 'status="408"');
    const protocol = await service.admin.sum('http_protocol_errors_total', 'status="408"');
    const [answer = ''] = await sendAll([`${post}Content-Length: 100\r\n\r\n{`, 'GET /']);
    const id = /X-Request-Id: (\S+)/.exec(answer)?.[1];
    await eventually('the request is logged', () => service.logged().some((line) => line['requestId'] === id));
    expect(service.logged().find((line) => line['requestId'] === id)).to.include({
      status: 408,
      route: 'persons.create',
    });
    expect(await service.admin.sum(requests, 'route="persons.create"', 'status="408"')).to.equal(before + 1);
    expect(await service.admin.sum('http_protocol_errors_total', 'status="408"')).to.equal(protocol + 1);
  });

  it('get one response if refused before their body, and responses to complete requests before the 408 for an incomplete one', async () => {
    const refused = 'POST /persons HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
    const answers = await sendAll([refused, `${get}${get}${post}Content-Length: 9\r\n\r\n{`]);
    expect(answers.map(statusesOf)).to.deep.equal([['415'], ['200', '200', '408']]);
  });

  it('get pipelined requests answered in order', async () => {
    const [last, body] = [get.replace('\r\n', '\r\nConnection: close\r\n'), '{"data":{"type":"person"}}'];
    const write = `${post}Content-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await sendRaw(service.url, `${(get + write).repeat(1000)}${last}`);
    expect(statusesOf(answer)).to.deep.equal([...Array.from({ length: 1000 }, () => ['200', '422']).flat(), '200']);
  });

  it('are disconnected when they fall silent, with or without a request', async () => {
    const silent = await Promise.all([open(), open(), open()]);
    silent[0].write(get);
    silent[1].write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all(silent.map((socket) => once(socket.resume(), 'close')));
  });

  for (const [what, bytes] of [
    ['a request', get],
    ['half a body', `${post}Content-Length: 100\r\n\r\n{`],
    ['many requests', get.repeat(100)],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['CONNECT after a request', `${get}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a request after CONNECT', `CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${get}`],
  ] as const)
    it(`do not affect others when they reset the connection after ${what}`, async () => {
      for (let times = 0; times < 20; times += 1) {
        const socket = await open();
        socket.write(bytes);
        if (times % 2 === 0) await new Promise((settle) => setTimeout(settle, times % 5));
        socket.resetAndDestroy();
      }
      expect(service.logged().filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
    });

  it('are disconnected at once beyond the limit, while the admin port stays open', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, open));
    await eventually(
      'the surplus is closed',
      () => sockets.filter(({ readyState }) => readyState === 'closed').length >= 10,
    );
    expect((await service.admin.get('/ready')).status).to.equal(200);
    for (const socket of sockets) socket.destroy();
    await eventually('others can connect', () =>
      client.get('/').then(
        () => true,
        () => false,
      ),
    );
  });
});
