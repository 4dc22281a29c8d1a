import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { ApiClient } from '../../../src/cli/http/api.ts';
import { UnavailableError, type WriteKey } from '../../../src/cli/http/writing.ts';
import { listenLocally, type LocalServer } from '../../support/local-server.ts';

type Reply = (response: ServerResponse) => void;

const MEDIA_TYPE = 'application/vnd.api+json';

function reply(status: number, document: object, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) =>
    void response.writeHead(status, { 'Content-Type': MEDIA_TYPE, ...headers }).end(JSON.stringify(document));
}

function refuse(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return reply(status, { errors: [{ code, detail: code }] }, headers);
}

const cut: Reply = (response) => void response.destroy();
const created = reply(201, { data: {} }, { Location: '/persons/7' });
const root = reply(200, { jsonapi: {} });
const person = { op: 'add', path: '/persons', resource: { type: 'person' } } as const;
const withKeys = reply(200, { 'x-limits': { idempotencyTtlSeconds: 3600 } });

describe('The commands, when a creation is not answered,', () => {
  let server: LocalServer;
  let api: ApiClient;
  /** The answers of the stub: the first of a list is used up unless it is the last. */
  let replies: Record<string, Reply[]>;
  let keys: (string | undefined)[];
  const stop = new AbortController();

  beforeEach(async () => {
    keys = [];
    replies = { 'GET /': [root], 'GET /openapi.json': [withKeys], 'POST /persons': [created] };
    server = await listenLocally((request, response) => {
      const [next, ...later] = replies[`${request.method ?? ''} ${request.url ?? ''}`] ?? [];
      if (later.length > 0) replies[`${request.method ?? ''} ${request.url ?? ''}`] = later;
      if (request.method === 'POST') keys.push(request.headersDistinct['idempotency-key']?.join());
      request.resume().on('end', () => next?.(response));
    });
    api = new ApiClient({ url: server.url, token: undefined, stopped: stop.signal, patienceMillis: 500 });
  });
  afterEach(() => {
    api.close();
    return server.close();
  });

  async function create(key: Partial<WriteKey> = {}): ReturnType<ApiClient['write']> {
    await api.requireService();
    return api.write(person, { text: 'k-1', since: Date.now(), mayBeDone: false, ...key });
  }

  for (const [what, first] of [
    ['it is cut', cut],
    ['a proxy answers', (response: ServerResponse) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['its outcome is unknown', refuse(503, 'commit-outcome-unknown', { 'Retry-After': '0' })],
    ['an earlier one is under way', refuse(409, 'idempotency-key-in-use', { 'Retry-After': '0' })],
    ['the service is busy', refuse(503, 'service-unavailable', { 'Retry-After': '0' })],
  ] as const)
    it(`send it again with its key where ${what}`, async () => {
      replies['POST /persons'] = [first, created];
      expect(await create()).to.deep.equal({ kind: 'done', ids: ['7'] });
      expect(keys).to.deep.equal(['"k-1"', '"k-1"']);
    });

  it('know who they are for the service', async () => {
    await api.requireService();
    expect(api.subject).to.equal(null);
    replies['GET /'] = [reply(200, { jsonapi: {}, meta: { actor: { subject: 'key:ci' } } })];
    await api.requireService();
    expect(api.subject).to.equal('key:ci');
  });

  it("take the service's own 500 for a refusal, since it has changed nothing", async () => {
    replies['POST /persons'] = [refuse(500, 'internal-error')];
    expect(await create()).to.deep.include({ kind: 'refused', reasons: ['internal-error'] });
  });

  it('do not send it again to a service that knows no keys', async () => {
    for (const older of [refuse(404, 'not-found'), reply(200, { 'x-limits': {} })]) {
      keys = [];
      replies['GET /openapi.json'] = [older];
      replies['POST /persons'] = [cut];
      expect(await create()).to.include({ kind: 'unknown' });
      expect(keys).to.have.lengthOf(1);
    }
  });

  it('do not send it again when its key may be forgotten', async () => {
    expect(await create({ since: Date.now() - 3_600_000, mayBeDone: true })).to.include({ kind: 'unknown' });
    expect(keys).to.deep.equal([]);
  });

  it('go on without it where the service answers other requests', async () => {
    replies['POST /persons'] = [cut];
    expect(await create()).to.include({ kind: 'unknown' });
    expect(keys.length).to.be.within(2, 4);
  });

  it('stop where the service answers nothing, and know that it may be done', async () => {
    replies['POST /persons'] = [cut];
    replies['GET /'] = [root, cut];
    const error = await create().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(UnavailableError).and.include({ mayBeDone: true });
  });

  it('stop where the service answers, but is not available, and know that it may be done', async () => {
    replies['POST /persons'] = [cut, refuse(503, 'service-unavailable', { 'Retry-After': '1' })];
    const error = await create().catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(UnavailableError).and.include({ mayBeDone: true });
  });

  it('still know that it may be done when the service cannot even be reached any more', async () => {
    await api.requireService();
    await server.close();
    const key = { text: 'k-1', since: Date.now(), mayBeDone: true };
    const error = await api.write(person, key).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(UnavailableError).and.include({ mayBeDone: true });
  });
});
