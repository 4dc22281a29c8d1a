import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, retrying, type Client, type Fetch, type RetrySettings } from '../../../client/src/index.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { rejectionOf } from './sample.ts';

type Answer = Parameters<RequestListener>[1];

const body = { data: { type: 'person', attributes: { name: 'Ada' } } } as const;

describe('The typed client, when a request fails,', () => {
  let server: Server;
  let baseUrl: string;
  /** How the stub answers the requests, in turn; the last one answers all further ones. */
  let answers: ((answer: Answer) => void)[];
  let received: { method: string | undefined; text: string; at: number }[];

  before(async () => {
    server = createServer((request, answer) => {
      const entry = { method: request.method, text: '', at: performance.now() };
      received.push(entry);
      request.on('data', (chunk: Buffer) => (entry.text += chunk.toString()));
      request.on('end', () => answers[Math.min(received.length, answers.length) - 1]?.(answer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    received = [];
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function client(retry: RetrySettings = {}): Client {
    return createClient({ baseUrl, retry });
  }

  function answerWith(status: number, headers: Readonly<Record<string, string>> = {}): (answer: Answer) => void {
    const document = status < 400 ? { data: [], meta: {}, links: {} } : { errors: [{ code: 'service-unavailable' }] };
    return (answer) =>
      answer.writeHead(status, { 'Content-Type': MEDIA_TYPE, ...headers }).end(JSON.stringify(document));
  }

  const ok = answerWith(200);
  const cut = (answer: Answer): void => {
    answer.destroy();
  };

  for (const status of [429, 503, 504])
    it(`repeats any method after ${status} with Retry-After, with the same body`, async () => {
      answers = [answerWith(status, { 'Retry-After': '0' }), ok];
      await client().post('/persons', { body });
      expect(received.map(({ method, text }) => [method, text])).to.deep.equal(
        Array(2).fill(['POST', JSON.stringify(body)]),
      );
    });

  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    answers = [
      answerWith(503, { 'Retry-After': '1' }),
      answerWith(503, { 'Retry-After': new Date(Date.now() + 3000).toUTCString() }),
      ok,
    ];
    await client().get('/persons');
    const [first = 0, second = 0, third = 0] = received.map(({ at }) => at);
    expect(second - first).to.be.at.least(990);
    // A date has no milliseconds.
    expect(third - first).to.be.at.least(1900);
  });

  it('repeats GET without Retry-After too, and when the answer does not come', async () => {
    answers = [answerWith(503), cut, ok];
    await client().get('/persons');
    expect(received).to.have.lengthOf(3);
  });

  for (const [what, answer] of [
    ['whose answer does not come', cut],
    ['with an unknown outcome', answerWith(503)],
    [
      'that a proxy answers, although with Retry-After',
      answerWith(504, { 'Retry-After': '0', 'Content-Type': 'text/html' }),
    ],
    ['that is wrong', answerWith(422, { 'Retry-After': '0' })],
  ] as const)
    for (const method of ['post', 'patch', 'delete'] as const)
      it(`never repeats a ${method.toUpperCase()} ${what}`, async () => {
        answers = [answer, ok];
        const path = { id: '1' };
        const send = {
          post: () => client().post('/persons', { body }),
          patch: () => client().patch('/persons/{id}', { path, body: { data: { type: 'person', id: '1' } } }),
          delete: () => client().delete('/persons/{id}', { path }),
        };
        await rejectionOf(send[method]());
        expect(received).to.have.lengthOf(1);
      });

  it('does not repeat what is wrong', async () => {
    answers = [answerWith(400), ok];
    expect(await rejectionOf(client().get('/persons'))).to.include({ status: 400 });
    expect(received).to.have.lengthOf(1);
  });

  it('gives up after as many attempts as allowed, with the last error', async () => {
    answers = [answerWith(503, { 'Retry-After': '0' })];
    expect(await rejectionOf(client().get('/persons'))).to.include({ status: 503 });
    expect(received).to.have.lengthOf(4);
    answers = [cut];
    expect(await rejectionOf(client({ attempts: 2 }).get('/persons'))).to.be.instanceOf(TypeError);
    expect(received).to.have.lengthOf(6);
  });

  it('gives up when it would have to wait longer than allowed', async () => {
    answers = [answerWith(503, { 'Retry-After': '31' }), ok];
    expect(await rejectionOf(client().get('/persons'))).to.include({ status: 503 });
    answers = [answerWith(503, { 'Retry-After': '1' })];
    expect(await rejectionOf(client({ maxWaitMillis: 999 }).get('/persons'))).to.include({ status: 503 });
    expect(received).to.have.lengthOf(2);
  });

  describe('and is aborted,', () => {
    it('stops waiting', async () => {
      answers = [answerWith(503, { 'Retry-After': '20' }), ok];
      const controller = new AbortController();
      const reason = new Error('no longer needed');
      const aborted = rejectionOf(client().get('/persons', { signal: controller.signal }));
      while (received.length === 0) await new Promise(setImmediate);
      setTimeout(() => {
        controller.abort(reason);
      }, 100);
      expect(await aborted).to.equal(reason);
      expect(received).to.have.lengthOf(1);
    });

    it('stops the request, and does not repeat it', async () => {
      answers = [() => undefined];
      const error = await rejectionOf(client().get('/persons', { signal: AbortSignal.timeout(100) }));
      expect(error).to.include({ name: 'TimeoutError' });
      expect(received).to.have.lengthOf(1);
    });

    it('sends nothing if it was before', async () => {
      const signal = AbortSignal.abort();
      expect(await rejectionOf(client().get('/persons', { signal }))).to.include({ name: 'AbortError' });
      expect(received).to.deep.equal([]);
    });
  });

  it('lets go of the connections of answers that it does not read', async () => {
    const cancelled: boolean[] = [];
    const send: Fetch = async () => {
      const stream = new ReadableStream({ cancel: () => void cancelled.push(true) });
      return new Response(stream, { status: 503, headers: { 'Retry-After': '0' } });
    };
    await retrying(send, { attempts: 3 })(new Request(baseUrl));
    expect(cancelled).to.deep.equal([true, true]);
  });
});
