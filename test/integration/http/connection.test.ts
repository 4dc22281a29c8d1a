import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { listen } from '#adapters/http/koa/server';
import { readConfig } from '#composition/config/config';
import { sendRaw, statusesOf } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { isRefused } from '../../support/service-process.ts';

const HEAD = 'POST /persons HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\n';
const LAST = 'GET /persons HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('A request whose body turns out broken', () => {
  const BROKEN = 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';

  for (const line of ['GET / HTTP/1.1', 'GET /persons/1 HTTP/1.1', 'POST /nowhere HTTP/1.1'])
    it(`gets one answer and logs no error: ${line}`, async () => {
      const service = await startObserved({});
      try {
        const answers = await sendRaw(service.client.url, `${line}\r\n${BROKEN}`);
        expect(answers.match(/HTTP\/1\.1 \d{3}/g)).to.deep.equal(['HTTP/1.1 400']);
        await eventually('the request is logged', () => service.logged.length > 0);
        expect(service.logged.map(({ message, status }) => [message, status])).to.deep.equal([['request', 400]]);
      } finally {
        await service.stop();
      }
    });

  it('gets the complete answer if it was sent first', async () => {
    const server = await listen(
      (_request, response) => response.writeHead(200, { 'Content-Length': '5' }).end('whole'),
      readConfig({ PORT: '0', DATABASE_URL: 'memory:' }),
    );
    try {
      expect(await sendRaw(server.url, `POST / HTTP/1.1\r\n${BROKEN}`)).to.match(/^HTTP\/1\.1 200 [^]*whole$/);
    } finally {
      await server.close();
    }
  });
});

describe('A request to upgrade the connection', () => {
  const UPGRADE = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n';
  const POST =
    'POST /persons HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\nContent-Length: 65\r\n\r\n';
  let service: ObservedService;

  before(async () => {
    service = await startObserved({ KEEP_ALIVE_MS: '3600000' });
  });
  after(() => service.stop());

  it('is answered like any other, and ends the connection', async () => {
    const body = '{"data":{"type":"person","attributes":{"name":"Ada"}}}';
    const post = `POST /persons HTTP/1.1\r\n${UPGRADE}Content-Type: application/vnd.api+json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (const [request, status] of [
      [`GET / HTTP/1.1\r\n${UPGRADE}\r\n`, '200'],
      [post, '201'],
    ] as const) {
      const answer = await sendRaw(service.client.url, request);
      expect(statusesOf(answer)).to.deep.equal([status]);
      expect(answer).to.match(/\r\nConnection: close\r\n/);
    }
  });

  it('hides no request in the body of another behind it', async () => {
    const { hostname, port } = new URL(service.client.url);
    const before = service.logged.length;
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET / HTTP/1.1\r\n${UPGRADE}\r\n${POST}`);
    await once(socket, 'data');
    socket.write('DELETE /persons/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(service.logged.slice(before).map(({ route }) => route)).to.deep.equal(['root']);
  });

  it('is the last on its connection, even if others arrive before its answer', async () => {
    const started: string[] = [];
    let finish = (): void => undefined;
    let bytesRead = (): number => 0;
    const server = await listen(
      ({ url = '', socket }, response) => {
        started.push(url);
        bytesRead = () => socket.bytesRead;
        finish = () => response.end();
      },
      readConfig({ PORT: '0', DATABASE_URL: 'memory:' }),
    );
    try {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      const upgrade = `GET /first HTTP/1.1\r\n${UPGRADE}\r\n`;
      socket.write(upgrade);
      await eventually('it has started', () => started.length === 1);
      const second = 'GET /second HTTP/1.1\r\nHost: x\r\n\r\n';
      socket.write(second);
      await eventually('the second has arrived', () => bytesRead() === upgrade.length + second.length);
      finish();
      await once(socket.resume(), 'close');
      expect(started).to.deep.equal(['/first']);
    } finally {
      await server.close();
    }
  });
});

describe('A server that stops', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  const start = () =>
    listen(
      (_request, response) => response.end('done'),
      readConfig({ PORT: '0', DATABASE_URL: 'memory:', SHUTDOWN_GRACE_MS: '60000' }),
    );

  it('answers all connections that wait to be accepted, then refuses others', async () => {
    const server = await start();
    const answers = Array.from({ length: 50 }, () => sendRaw(server.url, GET));
    await server.close();
    for (const answer of await Promise.all(answers)) expect(statusesOf(answer)).to.deep.equal(['200']);
    expect(await isRefused(server.url)).to.equal(true);
  });

  it('answers the first request on a connection if it takes half a second', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const received: string[] = [];
    socket.on('data', (chunk) => received.push(String(chunk)));
    await once(socket, 'connect');
    const closed = server.close();
    await pause(500);
    socket.write(GET);
    await Promise.all([closed, once(socket, 'close')]);
    expect(statusesOf(received.join(''))).to.deep.equal(['200']);
    expect(received.join('')).to.match(/\r\nConnection: close\r\n/);
  });

  it('closes connections without a request', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    const sockets = Array.from({ length: 3 }, () => connect(Number(port), hostname).resume());
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const began = performance.now();
    await Promise.all([server.close(), ...sockets.map((socket) => once(socket, 'close'))]);
    expect(performance.now() - began).to.be.lessThan(30_000);
  });
});

describe('A kept-alive connection', () => {
  let service: ObservedService;

  before(async () => {
    service = await startObserved({ MAX_BODY_BYTES: '10000' });
  });
  after(() => service.stop());

  const chunk = (body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
  const refused: readonly (readonly [name: string, headers: string, body: Buffer, status: string])[] = [
    ['too large in chunks', 'Transfer-Encoding: chunked\r\n', chunk(Buffer.alloc(4_000_000, 'x')), '413'],
    [
      'too large when inflated',
      'Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n',
      chunk(gzipSync(Buffer.alloc(50_000_000))),
      '413',
    ],
    [
      'declared as gzip but is not',
      'Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n',
      chunk(Buffer.alloc(300_000, 'x')),
      '400',
    ],
  ];
  for (const [name, headers, body, status] of refused)
    it(`serves the next request after a body that is ${name}`, async () => {
      const request = Buffer.concat([Buffer.from(`${HEAD}${headers}\r\n`), body, Buffer.from(LAST)]);
      const answers = await sendRaw(service.client.url, request);
      expect(statusesOf(answers)).to.deep.equal([status, '200']);
    });
});
