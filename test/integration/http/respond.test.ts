import { resources } from '#test/support/model';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import Koa from 'koa';
import type { RequestState } from '#adapters/http/koa/request-state';
import { respond } from '#adapters/http/koa/respond';
import { unconditional } from '#adapters/http/request/conditions';
import { eventually } from '../../support/eventually.ts';

describe('A streamed list', () => {
  const logged: (readonly [level: string, message: string])[] = [];
  const states: RequestState[] = [];
  let server: Server | undefined;

  /** Serves a list from a source, with a stream timeout of 300 ms. */
  async function serve(pieces: () => AsyncIterable<string>): Promise<string> {
    const note = (level: string) => (_: unknown, message: string) => void logged.push([level, message]);
    const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
    const app = new Koa<RequestState>().use((ctx) => {
      states.push(ctx.state);
      const options = { limits: { streamTimeoutMillis: 300 }, resources, log };
      return respond(ctx, { status: 200, pieces: pieces() }, unconditional, options);
    });
    app.on('error', () => undefined);
    const handle = app.callback();
    server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  afterEach(() => {
    logged.length = 0;
    states.length = 0;
    server?.close();
    server?.closeAllConnections();
  });

  it('that does not end cleanly when its client disconnects is logged, and does no harm', async () => {
    const url = await serve(async function* () {
      try {
        for (;;) yield 'x'.repeat(65_536);
      } finally {
        // oxlint-disable-next-line no-unsafe-finally
        throw new Error('cannot end');
      }
    });
    await new Promise<void>((resolve) => {
      get(url, (response) => {
        response.once('data', () => {
          response.destroy();
          resolve();
        });
      }).on('error', () => undefined);
    });
    await eventually('it is logged', () => logged.length > 0);
    expect(logged).to.deep.equal([['error', 'a stream did not end cleanly']]);
  });

  it('is broken off in time even if its source hangs', async () => {
    let resume = (): void => undefined;
    const url = await serve(async function* () {
      yield 'beginning';
      await new Promise<void>((resolve) => (resume = resolve));
    });
    const failure = await new Promise<Error & { code?: string }>((resolve) => {
      get(url, (response: IncomingMessage) => response.on('error', resolve).resume()).on('error', resolve);
    });
    expect(failure.code).to.equal('ECONNRESET');
    expect(logged).to.deep.equal([['warn', 'answer broken off']]);
    expect(states.map(({ isBroken }) => isBroken)).to.deep.equal([true]);
    resume();
    await pause(50);
    expect(logged).to.have.lengthOf(1);
  });
});
