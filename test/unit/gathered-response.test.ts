import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { GatheredResponse } from '../../src/adapters/http/gathered-response.ts';

describe('Answers that are sent together', () => {
  let server: Server<typeof IncomingMessage, typeof GatheredResponse>;
  let requests: Promise<IncomingMessage>[];

  /** Responses to so many clients that wait for them. */
  const responses = async (count: number): Promise<readonly GatheredResponse[]> => {
    const waiting: GatheredResponse[] = [];
    const all = new Promise<void>((resolve) => {
      server.on('request', (_request, response) => {
        if (waiting.push(response) === count) resolve();
      });
    });
    const { port } = server.address() as AddressInfo;
    requests = Array.from({ length: count }, async () => {
      const [answer] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
      return answer;
    });
    await all;
    await turn();
    return waiting;
  };
  const sent = (all: readonly GatheredResponse[]): number =>
    all.filter(({ req }) => req.socket.bytesWritten > 0).length;
  const bodies = async (): Promise<readonly string[]> =>
    Promise.all(requests.map(async (answer) => text(await answer)));

  beforeEach(async () => {
    server = createServer({ ServerResponse: GatheredResponse });
    await once(server.listen(0), 'listening');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it('wait for the end of the turn in which they were completed', async () => {
    const all = await responses(3);
    for (const response of all) response.end('whole');
    expect(sent(all)).to.equal(0);
    await turn();
    expect(sent(all)).to.equal(3);
    expect(await bodies()).to.deep.equal(['whole', 'whole', 'whole']);
  });

  it('are not more than 16', async () => {
    const all = await responses(20);
    for (const response of all) response.end();
    expect(sent(all)).to.equal(16);
    expect((await bodies()).join('')).to.equal('');
  });

  it('do not wait for a long one', async () => {
    const all = await responses(2);
    all[0]?.end('short');
    all[1]?.end(Buffer.alloc(20_000, '.'));
    expect(sent(all)).to.equal(2);
    expect((await bodies()).join('').length).to.equal(20_005);
  });

  it('end what was written before, with an encoding, a callback, or nothing', async () => {
    const all = await responses(3);
    const called: unknown[] = [];
    const note = (error?: unknown): void => void called.push(error);
    all[0]?.write('part ');
    all[0]?.end('é', 'latin1', note);
    all[1]?.end('x', note);
    all[2]?.end(note);
    const read = await Promise.all(requests.map(async (answer) => Buffer.concat(await (await answer).toArray())));
    expect(read.map((body) => body.toString('latin1')).sort()).to.deep.equal(['', 'part é', 'x']);
    expect(called.filter((error) => !(error instanceof Error))).to.have.length(3);
  });

  it('are complete at once for whoever asks, and end once', async () => {
    const all = await responses(2);
    for (const response of all) {
      expect(response.writableEnded).to.equal(false);
      response.end('first');
      expect(response.writableEnded).to.equal(true);
      response.end();
    }
    expect(await bodies()).to.deep.equal(['first', 'first']);
  });

  it('leave the others alone when a client goes away meanwhile', async () => {
    const all = await responses(3);
    all[0]?.end('gone');
    all[0]?.destroy();
    all[1]?.end('one');
    all[2]?.end('two');
    const outcomes = await Promise.allSettled(requests.map(async (answer) => text(await answer)));
    const read = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'none'));
    expect(read.sort()).to.deep.equal(['none', 'one', 'two']);
  });
});
