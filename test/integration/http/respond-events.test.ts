// Sends streams of events that the tests make up.
import { resources } from '#test/support/model';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import type { ListeningClient } from '#adapters/http/answer/answer';
import type { RequestState } from '#adapters/http/koa/request-state';
import { respond } from '#adapters/http/koa/respond';
import { unconditional } from '#adapters/http/request/conditions';
import { eventually } from '../../support/eventually.ts';

type Events = (closed: AbortSignal, cut: ListeningClient['cut']) => AsyncIterable<string>;

describe('A stream of events', () => {
  let server: Server | undefined;
  let port = 0;
  const sockets: Socket[] = [];
  const logged: string[] = [];

  /**
   * Serves a stream, with a limit of 100 ms for lists.
   * @param before runs before the response begins
   * @param stalledMillis the timeout for clients that read nothing
   */
  async function serve(
    events: Events,
    before: (socket: Socket) => Promise<unknown> = async () => undefined,
    stalledMillis = 200,
  ): Promise<void> {
    const note = (_: unknown, message: string) => void logged.push(message);
    const log = { debug: note, info: note, warn: note, error: note };
    const app = new Koa<RequestState>().use(async (ctx) => {
      await before(ctx.req.socket);
      const options = { limits: { streamTimeoutMillis: 100 }, stalledMillis, resources, log };
      await respond(
        ctx,
        {
          status: 200,
          headers: { 'Content-Type': 'text/event-stream' },
          events: ({ closed, cut }) => events(closed, cut),
        },
        unconditional,
        options,
      );
    });
    app.on('error', () => undefined);
    const handle = app.callback();
    server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    // As the server of the service does.
    Object.assign(server, { httpAllowHalfOpen: true });
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  /** Sends a request, and reads nothing. */
  async function send(method = 'GET'): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const end = method === 'HEAD' ? 'Connection: close\r\n\r\n' : '\r\n';
    socket.pause().write(`${method} / HTTP/1.1\r\nHost: x\r\n${end}`);
    return socket;
  }

  async function readAll(socket: Socket): Promise<string> {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  }

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.close();
    server?.closeAllConnections();
    logged.length = 0;
  });

  it('is cut off when its client reads nothing for a while, and its source ends', async () => {
    const ended: string[] = [];
    let sent = 0;
    await serve(async function* (closed) {
      closed.addEventListener('abort', () => ended.push('signal'));
      try {
        for (;;) {
          yield 'x'.repeat(65_536);
          sent += 1;
        }
      } finally {
        ended.push('source');
      }
    });
    const socket = await send();
    await eventually('the source has ended', () => ended.length === 2);
    expect(ended.toSorted()).to.deep.equal(['signal', 'source']);
    expect(sent).to.be.greaterThan(0);
    expect(await readAll(socket)).not.to.contain('\r\n0\r\n\r\n');
  });

  it('may last longer than a list, while it has something to send', async () => {
    await serve(async function* () {
      for (const tenth of [1, 2, 3, 4, 5, 6]) {
        await pause(50);
        yield `${tenth}\n`;
      }
    });
    const received = await readAll(await send());
    expect(received).to.match(/^HTTP\/1\.1 200 /);
    expect(received).to.contain('Connection: close');
    for (const tenth of [1, 2, 3, 4, 5, 6]) expect(received).to.contain(`\r\n${tenth}\n\r\n`);
    expect(received).to.match(/\r\n0\r\n\r\n$/);
    expect(logged).to.deep.equal([]);
  });

  it('ends its source even if the client has left before it begins', async () => {
    const states: boolean[] = [];
    let isReceived = false;
    await serve(
      async function* (closed) {
        try {
          states.push(closed.aborted);
          yield 'x';
        } finally {
          states.push(true);
        }
      },
      async (socket) => {
        isReceived = true;
        await new Promise((resolve) => socket.once('close', resolve));
      },
    );
    const socket = await send();
    await eventually('it is received', () => isReceived);
    socket.resetAndDestroy();
    await eventually('the source has ended', () => states.length === 2);
    expect(states).to.deep.equal([true, true]);
  });

  /** Yields a frame at the start, and one when it may end. */
  async function* twoFrames(mayEnd: Promise<unknown>, onEnd: () => void, closed: AbortSignal): AsyncGenerator<string> {
    try {
      yield 'first\n\n';
      await Promise.race([mayEnd, once(closed, 'abort')]);
      yield 'last\n\n';
    } finally {
      onEnd();
    }
  }

  it('ends soon after its client has left, even with nothing to send', async () => {
    let isOver = false;
    const never = new Promise(() => undefined);
    await serve((closed) => twoFrames(never, () => (isOver = true), closed), undefined, 60_000);
    const socket = await send();
    socket.resume();
    await once(socket, 'data');
    const since = performance.now();
    socket.destroy();
    await eventually('the source has ended', () => isOver);
    expect(performance.now() - since).to.be.below(2000);
  });

  it('continues for a client that has only half-closed its connection', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await serve((closed) => twoFrames(promise, () => undefined, closed), undefined, 60_000);
    const socket = await send();
    socket.end();
    const received = readAll(socket);
    await eventually('it has been probed', () => socket.bytesRead > 0);
    await pause(300);
    resolve(undefined);
    expect(await received).to.match(/first\n\n[^]*:\n\n[^]*last\n\n\r\n0\r\n\r\n$/);
  });

  it('is not started for HEAD, which returns only its headers', async () => {
    let begun = 0;
    // oxlint-disable-next-line require-yield
    await serve(async function* () {
      begun += 1;
    });
    const received = await readAll(await send('HEAD'));
    expect(received).to.match(/^HTTP\/1\.1 200 /);
    expect(received).to.contain('Content-Type: text/event-stream').and.to.contain('Transfer-Encoding: chunked');
    expect(received.slice(received.indexOf('\r\n\r\n'))).to.equal('\r\n\r\n');
    expect(begun).to.equal(0);
  });
});
