import { expect } from 'chai';
import {
  createClient,
  JsonApiError,
  MEDIA_TYPE,
  queryFor,
  QueryNotSupportedError,
  retrying,
  type Client,
  type ClientSettings,
} from '../../../client/src/index.ts';

interface Sent {
  readonly method: string;
  /** The path and the query string. */
  readonly target: string;
  readonly headers: Headers;
  readonly text: string;
}

const FORM = 'application/x-www-form-urlencoded';
const LINKAGE = '/persons/1/relationships/computers';
const emptyPage = { data: [], meta: { count: 0 }, links: { prev: null, next: null } };

const json = (document: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(document), { status, headers: { 'Content-Type': MEDIA_TYPE, ...headers } });

/** A filter with a value of the given length; `searchOf` returns its query string. */
const filterOf = (length: number) => [{ name: 'name', op: 'eq', val: 'x'.repeat(length) }] as const;
const searchOf = (length: number): string =>
  new URLSearchParams({ filter: JSON.stringify(filterOf(length)) }).toString();
const long = filterOf(5000);
const longSearch = searchOf(5000);

describe('The client, if the URL of a GET would be too long,', () => {
  let sent: Sent[];
  /** The responses in turn; the last one repeats. */
  let answers: (() => Response)[];
  let api: Client;

  function clientWith(settings: Partial<ClientSettings> = {}): Client {
    return createClient({
      baseUrl: 'http://localhost/api',
      fetch: async (request) => {
        const { method, headers, url } = request;
        const { pathname, search } = new URL(url);
        const answer = answers[Math.min(sent.length, answers.length - 1)] ?? (() => json(emptyPage));
        sent.push({ method, target: pathname + search, headers, text: await request.text() });
        return answer();
      },
      ...settings,
    });
  }

  const queries = () => sent.map(({ method, target, text }) => [method, target, text]);

  beforeEach(() => {
    sent = [];
    answers = [];
    api = clientWith();
  });

  it('sends QUERY with the query string as its body', async () => {
    const answered = await api.get('/persons', { query: { filter: long, sort: ['name'] } });
    expect(answered).to.deep.equal(emptyPage);
    expect(queries()).to.deep.equal([['QUERY', '/api/persons', `${longSearch}&sort=name`]]);
    const headers = Object.fromEntries(sent[0]?.headers ?? []);
    expect(headers).to.deep.equal({ accept: MEDIA_TYPE, 'content-type': FORM });
  });

  it('sends GET up to 4 KiB of path and query string, as escaped', async () => {
    const room = 4096 - '/api/persons?'.length - searchOf(0).length;
    await api.get('/persons', { query: { filter: filterOf(room) } });
    await api.get('/persons', { query: { filter: filterOf(room + 1) } });
    await clientWith({ baseUrl: 'http://localhost' }).get('/persons', { query: { filter: filterOf(room + 4) } });
    await api.get('/persons', { query: { 'filter[name]': '"'.repeat(1400) } });
    expect(sent.map(({ method, target }) => [method, target.length])).to.deep.equal([
      ['GET', 4096],
      ['QUERY', '/api/persons'.length],
      ['GET', 4096],
      ['QUERY', '/api/persons'.length],
    ]);
  });

  it('sends the headers of the request, and adds only Content-Type', async () => {
    const headers = { 'If-None-Match': '"k"', 'X-Own': 'mine' };
    await clientWith({ headers: { 'X-All': 'all' }, token: 'secret' }).get('/persons', {
      query: { filter: long },
      headers,
    });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).to.deep.equal({
      accept: MEDIA_TYPE,
      authorization: 'Bearer secret',
      'content-type': FORM,
      'if-none-match': '"k"',
      'x-all': 'all',
      'x-own': 'mine',
    });
  });

  it('asks for JSON:API 1.1 in Accept, where the Content-Type of the request asks for it', async () => {
    for (const type of [`${MEDIA_TYPE};profile="x"`, `${MEDIA_TYPE}; profile=""`, MEDIA_TYPE])
      await api.get('/persons', { query: { filter: long }, headers: { 'Content-Type': type } });
    expect(sent.map(({ headers }) => [headers.get('Accept'), headers.get('Content-Type')])).to.deep.equal([
      [`${MEDIA_TYPE}, ${MEDIA_TYPE};profile="https://jsonapi.org/format/1.1/"`, FORM],
      [MEDIA_TYPE, FORM],
      [MEDIA_TYPE, FORM],
    ]);
  });

  it('rejects with 304 as for GET', async () => {
    answers = [() => new Response(null, { status: 304 })];
    const error: unknown = await api.get('/persons', { query: { filter: long } }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(JsonApiError).and.include({ status: 304, verdict: 'final' });
  });

  it('is aborted by the signal of the request', async () => {
    const stop = new AbortController();
    const stuck = clientWith({
      fetch: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          stop.abort(new Error('enough'));
        }),
    });
    const request = { query: { filter: long }, signal: stop.signal };
    const error: unknown = await stuck.get('/persons', request).catch((reason: unknown) => reason);
    expect(error).to.have.property('message', 'enough');
  });

  describe('sends QUERY for', () => {
    const page = (search: string | null) => () =>
      json({ ...emptyPage, links: { prev: null, next: search === null ? null : `/api/persons?${search}` } });
    const second = `${longSearch}&page%5Bafter%5D=b`;

    it('every page, splitting the links at the question mark', async () => {
      answers = [page(second), page('page%5Bafter%5D=c'), page(null)];
      let pages = 0;
      for await (const each of api.pages('/persons', { query: { filter: long } })) pages += each.data.length + 1;
      expect(pages).to.equal(3);
      expect(queries()).to.deep.equal([
        ['QUERY', '/api/persons', longSearch],
        ['QUERY', '/api/persons', second],
        ['GET', '/api/persons?page%5Bafter%5D=c', ''],
      ]);
    });

    it('a walk', async () => {
      answers = [page(second), page(null)];
      await api.walk('/persons', { query: { filter: long } }).next();
      expect(queries()).to.deep.equal([
        ['QUERY', '/api/persons', `${longSearch}&page%5Bafter%5D=&page%5Btotal%5D=false`],
        ['QUERY', '/api/persons', `${longSearch}&page%5Bafter%5D=b&page%5Btotal%5D=false`],
      ]);
    });

    it('the further pages of an included set', async () => {
      const computers = { data: [], links: { self: LINKAGE, prev: null, next: `${LINKAGE}?${second}` } };
      answers = [
        () => json({ data: { type: 'person', id: '1', attributes: {}, relationships: { computers } }, included: [] }),
        () => json(emptyPage),
      ];
      const person = await api.get('/persons/{id}', { path: { id: '1' }, query: { include: ['computers'] } });
      await api.morePages(person, person.data, 'computers').next();
      expect(queries()[1]).to.deep.equal(['QUERY', `/api${LINKAGE}`, second]);
    });

    it('a relationship, which is incomplete if it is filtered', async () => {
      const path = { id: '1' };
      const filter = [{ name: 'serial', op: 'eq', val: 'x'.repeat(5000) }] as const;
      answers = [() => json({ data: [] })];
      const linkage = await api.get('/persons/{id}/relationships/computers', { path, query: { filter } });
      expect([sent[0]?.method, linkage.complete]).to.deep.equal(['QUERY', false]);
    });

    it('a path known only at run time', async () => {
      const response = await api.request('get', `/export/persons.csv?${longSearch}`, {
        headers: { Accept: 'text/csv' },
      });
      expect(response.status).to.equal(200);
      expect(queries()).to.deep.equal([['QUERY', '/api/export/persons.csv', longSearch]]);
      expect(sent[0]?.headers.get('Accept')).to.equal('text/csv');
    });

    it('a relationship that is called changes', async () => {
      await api.request('get', `/books/1/changes?${longSearch}`);
      await api.request('get', `/books/1/relationships/changes?${longSearch}`);
      const paths = ['/api/books/1/changes', '/api/books/1/relationships/changes'];
      expect(queries()).to.deep.equal(paths.map((path) => ['QUERY', path, longSearch]));
    });

    it('neither writes nor the feed of changes', async () => {
      const body = { data: { type: 'person', attributes: { name: 'Ada' } } };
      await api.request('post', `/persons?${longSearch}`, { body });
      await api.request('get', `/changes?${longSearch}`);
      expect(sent.map(({ method, target }) => [method, target])).to.deep.equal([
        ['POST', `/api/persons?${longSearch}`],
        ['GET', `/api/changes?${longSearch}`],
      ]);
    });
  });

  it('retries QUERY like GET, without an Idempotency-Key', async () => {
    answers = [
      () => json({}, 503, { 'Retry-After': '0' }),
      () => json({}, 429, { 'Retry-After': '0' }),
      () => json(emptyPage),
    ];
    await api.get('/persons', { query: { filter: long } });
    expect(queries()).to.deep.equal(Array(3).fill(['QUERY', '/api/persons', longSearch]));
    expect(sent.filter(({ headers }) => headers.has('Idempotency-Key'))).to.deep.equal([]);
  });

  it('asks for a new token after 401, and retries', async () => {
    answers = [() => json({}, 401), () => json(emptyPage)];
    const token = (refused?: string) => Promise.resolve(refused === undefined ? 'old' : 'new');
    await clientWith({ token }).get('/persons', { query: { filter: long } });
    expect(queries()).to.deep.equal(Array(2).fill(['QUERY', '/api/persons', longSearch]));
    expect(sent.map(({ headers }) => headers.get('Authorization'))).to.deep.equal(['Bearer old', 'Bearer new']);
  });

  it('stores and sends the Consistency-Token', async () => {
    answers = [() => json(emptyPage, 200, { 'Consistency-Token': '0a' })];
    await api.get('/persons', { query: { filter: long } });
    await api.get('/persons', { query: { filter: long } });
    expect(sent.map(({ headers }) => headers.get('Consistency-Token'))).to.deep.equal([null, '0a']);
    expect(sent[1]?.text).to.equal(longSearch);
  });

  for (const status of [405, 501])
    it(`rejects with QueryNotSupportedError for ${status}, without retries, also in a live list`, async () => {
      answers = [() => json({ errors: [{ code: 'code', detail: 'Why' }] }, status)];
      const error: unknown = await api.get('/persons', { query: { filter: long } }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(QueryNotSupportedError).and.include({ status, verdict: 'final' });
      expect(error)
        .to.have.property('message')
        .that.matches(/\ncode: Why\nThe URL would exceed 4 KiB, so the request was sent as QUERY/);
      expect(sent).to.have.lengthOf(1);

      const endOfFeed = () => json({ ...emptyPage, meta: { position: 'p' } });
      const answerTo = ({ method }: Request) => (method === 'QUERY' ? answers[0]?.() : endOfFeed()) ?? endOfFeed();
      const onInterrupted = (cause: unknown): void => {
        throw new Error(`it waited: ${String(cause)}`);
      };
      const live = clientWith({ fetch: (request) => Promise.resolve(answerTo(request)) }).live('/persons', {
        query: { filter: long },
        onInterrupted,
      });
      expect(await live.next().catch((reason: unknown) => reason)).to.be.instanceOf(QueryNotSupportedError);
    });

  it('rejects with a plain JsonApiError if a short GET gets 405', async () => {
    answers = [() => json({}, 405)];
    const error: unknown = await api.get('/persons').catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(JsonApiError).and.not.instanceOf(QueryNotSupportedError);
  });
});

describe('A QUERY sent by another client', () => {
  it('is retried without an Idempotency-Key', async () => {
    const keys: (string | null)[] = [];
    const send = retrying(({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      return Promise.resolve(json({}, keys.length === 1 ? 503 : 200, { 'Retry-After': '0' }));
    });
    const query = queryFor(`http://localhost/persons?${longSearch}`);
    if (query === undefined) throw new Error('it is long');
    await send(new Request(query.url, query));
    expect(keys).to.deep.equal([null, null]);
  });
});
