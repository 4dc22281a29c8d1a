import { expect } from 'chai';
import { createClient, type Client, type Token } from '../../../client/src/index.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { listenLocally, type LocalServer } from '../../support/local-server.ts';
import { rejectionOf } from './sample.ts';

const body = { data: { type: 'person', attributes: { name: 'Ada' } } } as const;

describe('The typed client, at a service that asks for a token,', () => {
  let server: LocalServer;
  let baseUrl: string;
  /** Tokens that the stub takes. */
  let good: Set<string>;
  let received: { authorization: string | undefined; key: string | undefined; text: string }[];

  before(async () => {
    server = await listenLocally((request, answer) => {
      const { authorization } = request.headers;
      const entry = { authorization, key: request.headersDistinct['idempotency-key']?.join(), text: '' };
      received.push(entry);
      request.on('data', (chunk: Buffer) => (entry.text += chunk.toString()));
      request.on('end', () => {
        const isGood = good.has(authorization?.replace('Bearer ', '') ?? '');
        const document = isGood ? { data: [], 'atomic:results': [] } : { errors: [{ code: 'invalid-token' }] };
        answer.writeHead(isGood ? 200 : 401, { 'Content-Type': MEDIA_TYPE }).end(JSON.stringify(document));
      });
    });
    baseUrl = server.url;
  });
  beforeEach(() => {
    good = new Set(['good']);
    received = [];
  });
  after(() => server.close());

  const client = (token?: Token): Client => createClient({ baseUrl, ...(token !== undefined && { token }) });

  /** A function that gives these tokens in turn, and what it was told each time. */
  function giving(...tokens: readonly string[]): { readonly token: Token; readonly told: unknown[] } {
    const told: unknown[] = [];
    return {
      told,
      token: async (refused) => {
        told.push(refused);
        return tokens[told.length - 1] ?? 'none left';
      },
    };
  }

  const sent = (): readonly (string | undefined)[] => received.map(({ authorization }) => authorization);

  it('sends the one that it has with every request', async () => {
    const api = client('good');
    await api.get('/persons');
    await api.post('/persons', { body });
    await api.operations().remove({ type: 'person', id: '1' }).send();
    await api.request('get', '/export/persons.csv');
    for await (const page of api.pages('/persons')) expect(page.data).to.deep.equal([]);
    expect(sent()).to.deep.equal(Array(5).fill('Bearer good'));
  });

  it('sends none that it does not have', async () => {
    expect(await rejectionOf(client().get('/persons'))).to.include({ status: 401 });
    expect(sent()).to.deep.equal([undefined]);
  });

  it('does not send a text again that is refused', async () => {
    expect(await rejectionOf(client('old').get('/persons'))).to.include({ status: 401, verdict: 'final' });
    expect(sent()).to.deep.equal(['Bearer old']);
  });

  it('asks a function before each request', async () => {
    good.add('better');
    const { token, told } = giving('good', 'better');
    const api = client(token);
    await api.get('/persons');
    await api.get('/persons');
    expect(sent()).to.deep.equal(['Bearer good', 'Bearer better']);
    expect(told).to.deep.equal([undefined, undefined]);
  });

  it('asks a function once more when its token is refused, and sends the same request again', async () => {
    const { token, told } = giving('old', 'good');
    await client(token).post('/persons', { body });
    expect(told).to.deep.equal([undefined, 'old']);
    expect(sent()).to.deep.equal(['Bearer old', 'Bearer good']);
    expect(received[0]?.key).to.match(/^"[0-9a-f]{32}"$/);
    expect(received[1]).to.include({ key: received[0]?.key, text: JSON.stringify(body) });
  });

  it('gives up when the next one is refused, too, or it is the same', async () => {
    for (const tokens of [
      ['old', 'older', 'good'],
      ['old', 'old', 'good'],
    ]) {
      received = [];
      expect(await rejectionOf(client(giving(...tokens).token).get('/persons'))).to.include({ status: 401 });
      expect(received).to.have.lengthOf(2);
    }
  });

  it('replaces the token of each of several requests under way', async () => {
    let current = 'old';
    const api = client(async (refused) => {
      if (refused === current) current = 'good';
      return current;
    });
    await Promise.all(Array.from({ length: 8 }, () => api.post('/persons', { body })));
    expect(received.filter(({ authorization }) => authorization === 'Bearer good')).to.have.lengthOf(8);
    expect(received.length).to.be.within(9, 16);
  });

  it('rejects with what the function rejects with, and does not ask again', async () => {
    const failure = new Error('the issuer is away');
    let asked = 0;
    const failing: Token = async () => {
      asked += 1;
      throw failure;
    };
    expect(await rejectionOf(client(failing).post('/persons', { body }))).to.equal(failure);
    expect({ asked, sent: sent() }).to.deep.equal({ asked: 1, sent: [] });
    const failingLater: Token = async (refused) => (refused === undefined ? 'old' : failing());
    expect(await rejectionOf(client(failingLater).post('/persons', { body }))).to.equal(failure);
    expect(sent()).to.deep.equal(['Bearer old']);
  });

  it('does not ask for it when the request is aborted, nor waits for it', async () => {
    let asked = 0;
    const never: Token = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const before = client(never).get('/persons', { signal: AbortSignal.abort() });
    expect(await rejectionOf(before)).to.include({ name: 'AbortError' });
    expect(asked).to.equal(0);
    const meanwhile = client(never).get('/persons', { signal: AbortSignal.timeout(50) });
    expect(await rejectionOf(meanwhile)).to.include({ name: 'TimeoutError' });
    expect(received).to.deep.equal([]);
  });

  for (const wrong of ['', 'two words', 'a\r\nX-Other: b', 'ключ'])
    it(`refuses a text that is no token, without showing it: ${JSON.stringify(wrong)}`, async () => {
      for (const token of [wrong, async () => wrong]) {
        const error = await rejectionOf(client(token).get('/persons'));
        expect(error).to.be.instanceOf(TypeError);
        expect(error.message).to.equal(
          'the token is empty or contains characters that a bearer token cannot have (RFC 6750)',
        );
      }
      expect(received).to.deep.equal([]);
    });

  it('sends the Authorization of a request instead', async () => {
    const { token, told } = giving('good');
    const request = { headers: { authorization: 'Bearer own' } };
    expect(await rejectionOf(client(token).get('/persons', request))).to.include({ status: 401 });
    expect(sent()).to.deep.equal(['Bearer own']);
    expect(told).to.deep.equal([]);
  });

  it('does not send it to another origin that an answer redirects to', async () => {
    const moved = await listenLocally((request, answer) => {
      answer.writeHead(307, { Location: new URL(request.url ?? '', baseUrl).href }).end();
    });
    try {
      const api = createClient({ baseUrl: moved.url, token: 'good' });
      expect(await rejectionOf(api.get('/persons'))).to.include({ status: 401 });
      expect(sent()).to.deep.equal([undefined]);
    } finally {
      await moved.close();
    }
  });
});
