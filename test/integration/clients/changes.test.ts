import { expect } from 'chai';
import { createClient, JsonApiError, PositionExpiredError, type Client } from '../../../client/src/index.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, rejectionOf, startWithSample, type Model } from './sample.ts';

async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const rename = (name: string) => ({
  path: { id: '3' },
  body: { data: { type: 'person', id: '3', attributes: { name } } } as const,
});

describe('The typed client reads the feed of changes', () => {
  let service: TestService;
  let api: Client;
  let searches: string[];

  beforeEach(async () => {
    searches = [];
    service = await startWithSample();
    api = createClient({
      baseUrl: service.url,
      fetch: (request) => {
        searches.push(decodeURIComponent(new URL(request.url).search));
        return fetch(request);
      },
    });
  });
  afterEach(() => service.stop());

  async function endOf(): Promise<string> {
    return (await api.get('/changes', { query: { 'page[after]': 'now' } })).meta.position;
  }

  it('from the oldest change to the end, a page at a time', async () => {
    const told: string[] = [];
    for await (const { action, type, id } of api.changes({ follow: false, size: 2 }))
      told.push(`${action} ${type} ${id}`);
    expect(told).to.deep.equal([
      ...['1', '2', '3'].map((id) => `created person ${id}`),
      ...['1', '2', '3'].map((id) => `created computer ${id}`),
    ]);
    expect(searches).to.have.lengthOf(3);
  });

  it('with what each change left', async () => {
    const after = await endOf();
    await api.patch('/persons/{id}', rename('Alan Turing'));
    await api.patch('/computers/{id}/relationships/owner', {
      path: { id: '3' },
      body: { data: null },
    });
    await api.delete('/computers/{id}', { path: { id: '3' } });
    const told = await allOf(api.changes({ follow: false, after }));
    expect(told.map(({ type, id, action, changed, resource }) => [type, id, action, changed, resource])).to.deep.equal([
      ['person', '3', 'updated', ['display_name'], { birth_date: null, display_name: 'ALAN TURING' }],
      ['computer', '3', 'updated', ['owner'], { serial: 'M-3', owner: null }],
      ['computer', '3', 'deleted', undefined, undefined],
    ]);
    expect(told.map(({ at = '' }) => new Date(at).toISOString())).to.deep.equal(each(told, 'at'));
    expect(new Set(each(told, 'changeId')).size).to.equal(3);
  });

  it('with a tag that a write takes until the version has grown', async () => {
    const after = await endOf();
    await api.patch('/persons/{id}', rename('Alan Turing'));
    const [told] = await allOf(api.changes({ follow: false, after }));
    await api.patch('/persons/{id}', { ...rename('A. Turing'), ifMatch: told?.etag ?? '' });
    const refused = await rejectionOf(api.patch('/persons/{id}', { ...rename('Alan'), ifMatch: told?.etag ?? '' }));
    expect(refused).to.include({ status: 412 });
  });

  it('behind the position of an item', async () => {
    const told = await allOf(api.changes({ follow: false }));
    const [, second] = told;
    expect(await allOf(api.changes({ follow: false, after: second?.position ?? '' }))).to.deep.equal(told.slice(2));
  });

  it('and ends without an item where it began if nothing has changed', async () => {
    const [last] = (await allOf(api.changes({ follow: false }))).slice(-1);
    expect(await allOf(api.changes({ follow: false, after: last?.position ?? '' }))).to.deep.equal([]);
  });

  it('and says where the end is if nothing was told up to there', async () => {
    const position = await endOf();
    expect(await allOf(api.changes({ follow: false, after: 'now' }))).to.deep.equal([{ action: 'position', position }]);
  });

  it('of one type, and says how far it has looked for it', async () => {
    const [first] = await allOf(api.changes({ follow: false, types: ['person'], size: 1 }));
    expect(searches.every((search) => search.includes('filter[type]=person'))).to.equal(true);
    const told = await allOf(api.changes({ follow: false, after: first?.position ?? '', types: ['person'] }));
    expect(told.map(({ action, id }) => [action, id])).to.deep.equal([
      ['created', '2'],
      ['created', '3'],
      ['position', undefined],
    ]);
    expect(told.at(-1)?.position).to.equal(await endOf());
  });

  it('of some types, and says how far it has looked for them', async () => {
    // Two, though there are only two types.
    const types = ['computer', 'computer'] as const;
    expect(each(await allOf(api.changes({ follow: false, types })), 'type')).to.deep.equal(Array(3).fill('computer'));
    const after = await endOf();
    await api.patch('/persons/{id}', rename('Alan Turing'));
    expect(await allOf(api.changes({ follow: false, after, types }))).to.deep.equal([
      { action: 'position', position: await endOf() },
    ]);
    expect(searches.some((search) => search.includes('filter'))).to.equal(false);
  });

  it('no further than it is used', async () => {
    for await (const { id } of api.changes({ follow: false, size: 2 })) if (id === '2') break;
    expect(searches).to.have.lengthOf(1);
  });

  it('until it is aborted', async () => {
    const ended = new AbortController();
    const changes = api.changes({ follow: false, size: 1, signal: ended.signal });
    await changes.next();
    ended.abort(new Error('enough'));
    expect(await rejectionOf(changes.next())).to.include({ message: 'enough' });
  });

  it('behind a proxy that puts a path before the service, whose links do not have it', async () => {
    const proxied = createClient({
      baseUrl: `${service.url}/api`,
      fetch: (request) => fetch(new Request(request.url.replace('/api/', '/'), request)),
    });
    expect(await allOf(proxied.changes({ follow: false, size: 4 }))).to.have.lengthOf(6);
  });

  it('unless its position is one of another service, and says what to read again', async () => {
    const other = await startWithSample();
    try {
      const [first] = await allOf(createClient({ baseUrl: other.url }).changes({ follow: false }));
      const expired = await rejectionOf(api.changes({ follow: false, after: first?.position ?? '' }).next());
      expect(expired).to.be.instanceOf(PositionExpiredError);
      expect(expired).to.include({ reason: 'other-history', status: 410, verdict: 'final' });
      expect(expired.refetch).to.deep.equal(['/persons', '/computers']);
    } finally {
      await other.stop();
    }
  });

  it('unless its position is none', async () => {
    const refused = await rejectionOf(api.changes({ follow: false, after: 'yesterday' }).next());
    expect(refused).to.be.instanceOf(JsonApiError).and.not.instanceOf(PositionExpiredError);
    expect(refused).to.include({ status: 400 });
  });
});

describe('The typed client takes from the feed of changes', () => {
  let sent: Request[];
  beforeEach(() => {
    sent = [];
  });

  const answer = (document: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
    new Response(JSON.stringify(document), { status, headers: { 'Content-Type': MEDIA_TYPE, ...headers } });
  const page = (data: readonly object[], position: string, next: string | null = null): unknown => ({
    data,
    links: { self: '/changes', next },
    meta: { position },
  });
  const at = '2026-11-25T09:30:00.123Z';
  const change = (id: string, cursor: string, attributes: object, meta: object = {}): object => ({
    type: 'change',
    id,
    attributes: { at, ...attributes },
    relationships: { subject: { data: { type: 'computer', id: '5' } } },
    meta: { ...meta, page: { cursor } },
  });
  const refetch = (id: string, cursor: string, type: string): object => ({
    type: 'change',
    id,
    attributes: { action: 'refetch', resource_type: type, at },
    meta: { page: { cursor } },
  });

  /** A client of a service that gives these answers in turn. */
  function clientOf(answers: readonly Response[], settings: object = {}): Client {
    return createClient({
      baseUrl: 'http://localhost',
      fetch: async (request) => answers[sent.push(request) - 1] ?? answer({ errors: [] }, 400),
      ...settings,
    });
  }

  it('that a type has to be read again, and its place', async () => {
    const api = clientOf([answer(page([refetch('c1', 'p1', 'person')], 'p1'))]);
    const [told, ...others] = await allOf(api.changes({ follow: false }));
    expect(told).to.include({ action: 'refetch', type: 'person', at, changeId: 'c1', position: 'p1' });
    expect([told?.id, told?.resource, others]).to.deep.equal([undefined, undefined, []]);
  });

  it('no order to read a type again that was not asked for', async () => {
    const data = [refetch('c1', 'p1', 'person'), refetch('c2', 'p1', 'computer')];
    const told = await allOf(
      clientOf([answer(page(data, 'p1'))]).changes({ follow: false, types: ['computer', 'computer'] }),
    );
    expect(told.map(({ action, type }) => [action, type])).to.deep.equal([['refetch', 'computer']]);
  });

  it('a change whose content is left out', async () => {
    const data = [change('c1', 'p1', { action: 'updated', changed: [] }, { omitted: true })];
    const [told] = await allOf(clientOf([answer(page(data, 'p1'))]).changes({ follow: false }));
    expect(told).to.include({ action: 'updated', type: 'computer', id: '5', resource: undefined });
  });

  it('how far an empty page has looked, before it asks for the next one', async () => {
    const api = clientOf([
      answer(page([], 'p1', '/changes?page%5Bafter%5D=p1')),
      answer(page([change('c2', 'p2', { action: 'deleted' })], 'p2')),
    ]);
    const changes = api.changes({ follow: false, after: 'p0' });
    expect((await changes.next()).value).to.deep.equal({ action: 'position', position: 'p1' });
    expect(sent).to.have.lengthOf(1);
    expect((await changes.next()).value).to.include({ action: 'deleted', position: 'p2' });
    expect(await changes.next()).to.include({ done: true });
    expect(sent.map(({ url }) => new URL(url).searchParams.get('page[after]'))).to.deep.equal(['p0', 'p1']);
  });

  it('its pages with a new token when the first is refused, after a pause when the service is away, and with the latest Consistency-Token', async () => {
    const answers = [
      answer(page([change('c1', 'p1', { action: 'deleted' })], 'p1', '/changes?page%5Bafter%5D=p1'), 200, {
        'Consistency-Token': '0a',
      }),
      answer({ errors: [{ code: 'invalid-token' }] }, 401),
      answer({ errors: [{ code: 'service-unavailable' }] }, 503, { 'Retry-After': '0' }),
      answer(page([], 'p1')),
    ];
    const api = clientOf(answers, { token: async (refused?: string) => (refused === undefined ? 'old' : 'new') });
    expect(each(await allOf(api.changes({ follow: false })), 'action')).to.deep.equal(['deleted']);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).to.deep.equal(
      ['old', 'old', 'new', 'new'].map((token) => `Bearer ${token}`),
    );
    expect(sent.map(({ headers }) => headers.get('Consistency-Token'))).to.deep.equal([null, '0a', '0a', '0a']);
  });

  const expired = (meta: object): Response =>
    answer({ errors: [{ status: '410', code: 'position-expired', detail: 'gone', meta }] }, 410);

  for (const reason of ['too-old', 'other-view'])
    it(`that its position is ${reason}, from any way of asking`, async () => {
      const meta = { reason, refetch: ['/persons'] };
      for (const ask of [
        (api: Client): Promise<unknown> => api.changes({ follow: false, after: 'p1' }).next(),
        (api: Client): Promise<unknown> => api.get('/changes', { query: { 'page[after]': 'p1' } }),
      ]) {
        const error: Model = await rejectionOf(ask(clientOf([expired(meta), expired(meta)].slice(sent.length))));
        expect(error).to.be.instanceOf(PositionExpiredError);
        expect([error.reason, error.refetch]).to.deep.equal([reason, ['/persons']]);
        sent = [];
      }
    });

  it('a 410 of something else as any other error', async () => {
    for (const response of [answer('gone', 410), expired({ reason: 'of tomorrow', refetch: [] }), expired({})]) {
      const error = await rejectionOf(clientOf([response]).changes({ follow: false }).next());
      expect(error).to.be.instanceOf(JsonApiError).and.not.instanceOf(PositionExpiredError);
      sent = [];
    }
  });
});
