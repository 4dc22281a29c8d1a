import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { createClient, retrying, type Client, type Fetch, type RetrySettings } from '../../../client/src/index.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { listenLocally, type LocalServer } from '../../support/local-server.ts';
import { startTestService } from '../../support/test-service.ts';
import { rejectionOf } from './sample.ts';

type Answer = Parameters<RequestListener>[1];

const body = { data: { type: 'person', attributes: { name: 'Ada' } } } as const;

describe('The typed client, when a request fails,', () => {
  let server: LocalServer;
  let baseUrl: string;
  /** The stub's answers to the requests, in turn; the last one answers all further ones. */
  let answers: ((answer: Answer) => void)[];
  let received: { method: string | undefined; key: string | undefined; text: string; at: number }[];

  before(async () => {
    server = await listenLocally((request, answer) => {
      const key = request.headersDistinct['idempotency-key']?.join();
      const entry = { method: request.method, key, text: '', at: performance.now() };
      received.push(entry);
      request.on('data', (chunk: Buffer) => (entry.text += chunk.toString()));
      request.on('end', () => answers[Math.min(received.length, answers.length) - 1]?.(answer));
    });
    baseUrl = server.url;
  });
  beforeEach(() => {
    received = [];
  });
  after(() => server.close());

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

  type Write = 'post' | 'patch' | 'delete';

  function write(method: Write, request: { readonly idempotencyKey?: string } = {}, api = client()): Promise<unknown> {
    const path = { id: '1' };
    switch (method) {
      case 'post':
        return api.post('/persons', { ...request, body });
      case 'patch':
        return api.patch('/persons/{id}', { ...request, path, body: { data: { type: 'person', id: '1' } } });
      case 'delete':
        return api.delete('/persons/{id}', { ...request, path });
    }
  }

  const inUse = answerWith(409, { 'Retry-After': '0' });

  for (const method of ['post', 'patch', 'delete'] as const) {
    for (const [what, answer] of [
      ['whose answer does not come', cut],
      ['that is answered with 503 without Retry-After', answerWith(503)],
      ['that a proxy answers with 502', answerWith(502, { 'Content-Type': 'text/html' })],
      ['that a proxy answers with 504', answerWith(504, { 'Content-Type': 'text/html' })],
    ] as const)
      it(`repeats a ${method.toUpperCase()} ${what}, with the same Idempotency-Key`, async () => {
        answers = [answer, ok];
        await write(method);
        expect(received).to.have.lengthOf(2);
        expect(received[0]?.key).to.match(/^"[0-9a-f]{32}"$/);
        expect(new Set(received.map(({ key }) => key)).size).to.equal(1);
      });

    it(`never repeats a ${method.toUpperCase()} that is wrong`, async () => {
      answers = [answerWith(422, { 'Retry-After': '0' }), ok];
      await rejectionOf(write(method));
      expect(received).to.have.lengthOf(1);
    });
  }

  it('sends another key with each call, the one it is given, and none with GET', async () => {
    answers = [ok];
    await client().get('/persons');
    await write('post');
    await write('post');
    await write('patch', { idempotencyKey: 'order "7"\\' });
    const [none, first, second, own] = received.map(({ key }) => key);
    expect(none).to.equal(undefined);
    expect(first).not.to.equal(second);
    expect(own).to.equal('"order \\"7\\"\\\\"');
  });

  describe('while the service is still working on it,', () => {
    it('waits, which is no attempt', async () => {
      answers = [cut, ...Array<typeof inUse>(6).fill(inUse), ok];
      await write('post');
      expect(received).to.have.lengthOf(8);
    });

    it('gives up when it would wait longer than allowed in all', async () => {
      answers = [answerWith(409, { 'Retry-After': '1' })];
      const error = await rejectionOf(write('post', {}, client({ maxWaitMillis: 1500 })));
      expect(error).to.include({ status: 409 });
      expect(received).to.have.lengthOf(2);
    });

    for (const [what, answer] of [
      ['another conflict', answerWith(409)],
      ["a proxy's conflict", answerWith(409, { 'Retry-After': '0', 'Content-Type': 'text/html' })],
    ] as const)
      it(`does not take ${what} for that`, async () => {
        answers = [answer, ok];
        expect(await rejectionOf(write('post'))).to.include({ status: 409 });
        expect(received).to.have.lengthOf(1);
      });

    it('does not wait without retries', async () => {
      answers = [inUse, ok];
      expect(await rejectionOf(write('post', {}, client({ attempts: 1 })))).to.include({ status: 409 });
    });
  });

  it('rejects if the service could not store the response that it repeats', async () => {
    const service = await startTestService({ DATABASE_URL: 'memory:', IDEMPOTENCY_MAX_ANSWER_BYTES: '100' });
    try {
      let isLost = true;
      const api = createClient({
        baseUrl: service.url,
        fetch: async (request) => {
          const response = await fetch(request);
          if (isLost) {
            isLost = false;
            throw new TypeError('the response was lost');
          }
          return response;
        },
      });
      const error = await rejectionOf(api.post('/persons', { body }));
      expect(error).to.have.property('message').that.includes('its response was too long for the service to store');
    } finally {
      await service.stop();
    }
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
