// The stream of changes over HTTP: negotiation, start positions and contents.
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { MemoryStore } from '#adapters/memory/store';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { noRequest } from '#application/model/origin';
import { detailsOf, expectErrors } from '../../contract/api/expect-errors.ts';
import { changesSince, feedEnd, feedPage } from '../../contract/api/feed.ts';
import { addComputer, addPerson } from '../../contract/api/persons.ts';
import { ApiClient, MEDIA_TYPE, query, type ApiResponse } from '../../support/api-client.ts';
import { serveApp } from '../../support/apps.ts';
import { anEntity } from '../../support/entities.ts';
import { EVENT_STREAM, type EventStream } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { streamsClosedAfterEach } from '../../support/opened-streams.ts';

const MOST = 3;
/** A limit that a stream must outlast. */
const SHORT_MILLIS = 300;

type Headers = Readonly<Record<string, string>>;

interface Head {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The head of an answer, without its body. */
async function headOf(url: string, method: 'GET' | 'HEAD', headers: Headers): Promise<Head> {
  const sent = request(url, { method, headers, agent: false });
  sent.on('error', () => undefined);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  return { status: response.statusCode, headers: response.headers };
}

describe('A stream of changes', () => {
  let service: ObservedService;
  let client: ApiClient;
  const connect = streamsClosedAfterEach();

  before(async () => {
    service = await startObserved({
      CORS_ORIGINS: 'https://app.example',
      MAX_SUBSCRIBERS: String(MOST),
    });
    client = new ApiClient(service.client.url, false, 'Accept, Origin');
  });
  after(() => service.stop());

  const urlOf = (parameters: Headers = {}): string => `${client.url}/changes${query(parameters)}`;
  const open = (parameters: Headers = {}, headers: Headers = {}): Promise<EventStream> =>
    connect(urlOf(parameters), { headers });
  const refusal = (parameters: Headers, headers: Headers = {}): Promise<ApiResponse> =>
    client.get(`/changes${query(parameters)}`, { headers: { Accept: EVENT_STREAM, ...headers } });
  const subscribers = (): Promise<number> => service.admin.sum('change_subscribers');
  const nobodyFollows = (): Promise<void> => eventually('nobody follows', async () => (await subscribers()) === 0);

  afterEach(nobodyFollows);

  describe('is chosen by Accept', () => {
    const STREAM = EVENT_STREAM;
    const chosen: readonly (readonly [accept: string | undefined, type: string | 406])[] = [
      [STREAM, STREAM],
      ['TEXT/EVENT-STREAM', STREAM],
      [`${STREAM};q=0.1`, STREAM],
      ['text/*', STREAM],
      [`${STREAM}, ${MEDIA_TYPE};q=0.9`, STREAM],
      [`${MEDIA_TYPE};q=0.9, ${STREAM}`, STREAM],
      [`${STREAM}, application/json;q=0.5, */*;q=0.1`, STREAM],
      [`${STREAM}, */*;q=0.9`, STREAM],
      [`${STREAM}, ${MEDIA_TYPE};profile="x";q=0.9`, STREAM],
      [undefined, MEDIA_TYPE],
      ['', MEDIA_TYPE],
      ['*/*', MEDIA_TYPE],
      [MEDIA_TYPE, MEDIA_TYPE],
      ['application/json', MEDIA_TYPE],
      [`${STREAM}, ${MEDIA_TYPE}`, MEDIA_TYPE],
      [`${STREAM};q=0.5, ${MEDIA_TYPE};profile="x"`, MEDIA_TYPE],
      [`${STREAM}, */*`, MEDIA_TYPE],
      [`${STREAM};q=0.5, ${MEDIA_TYPE};q=0.6`, MEDIA_TYPE],
      [`${STREAM};q=0, */*`, MEDIA_TYPE],
      ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', MEDIA_TYPE],
      [`${STREAM};q=0`, 406],
      [`${STREAM};charset=utf-8`, 406],
      [`${STREAM}, ${MEDIA_TYPE};ext=x`, 406],
      ['text/html', 406],
    ];
    for (const [accept, type] of chosen)
      it(`${accept ?? 'none'}: ${type}`, async () => {
        const { status, headers } = await headOf(urlOf(), 'HEAD', accept === undefined ? {} : { Accept: accept });
        expect(status).to.equal(type === 406 ? 406 : 200);
        if (type !== 406) expect(headers['content-type']).to.equal(type);
      });
  });

  it('has headers that prevent storing, changing and buffering, also for HEAD', async () => {
    const asked = { Accept: EVENT_STREAM, 'Accept-Encoding': 'gzip, br', Origin: 'https://app.example' };
    const heads = [await headOf(urlOf(), 'GET', asked), await headOf(urlOf(), 'HEAD', asked)];
    for (const { status, headers } of heads) {
      expect(status).to.equal(200);
      expect(headers).to.include({
        'content-type': EVENT_STREAM,
        'cache-control': 'private, no-cache, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': 'https://app.example',
        vary: 'Accept, Origin',
      });
      expect(headers).not.to.have.any.keys('content-encoding', 'content-length', 'etag');
    }
    expect((await headOf(urlOf(), 'GET', { ...asked, 'If-None-Match': '*' })).status).to.equal(200);
  });

  it('begins with the pause before reconnecting, then its position, which is the same as in pages', async () => {
    await addPerson(client);
    const stream = await open();
    const first = await stream.next();
    expect(first).to.deep.equal({ event: 'position', id: await feedEnd(client), data: {} });
    expect(stream.retry).to.equal(2000);
  });

  it('delivers changes as pages show them, each with its position', async () => {
    const since = await feedEnd(client);
    const stream = await open();
    const id = await addPerson(client, { name: 'Ada' });
    const computer = await addComputer(client, 'E-1', id);
    expect(
      (await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes: { name: 'Eve' } } })).status,
    ).to.equal(200);
    expect((await client.delete(`/computers/${computer}`)).status).to.equal(200);
    const told = await stream.nextChanges(4);
    expect(told).to.deep.equal(await changesSince(client, since));
    const changes = stream.received.filter(({ event }) => event === 'change');
    expect(changes.map((event) => event.id)).to.deep.equal(told.map(({ meta }) => meta.page.cursor));
  });

  it('contains only the requested types, resources and fields', async () => {
    const [one, other] = [await addPerson(client), await addPerson(client)];
    const streams = await Promise.all([
      open({ 'filter[type]': 'person', 'filter[id]': one }),
      open({ 'filter[type]': 'person', 'fields[person]': 'birth_date' }),
    ]);
    const last = await addComputer(client, 'S', other);
    const patched = async (id: string, attributes: object): Promise<void> => {
      const { status, text } = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
      expect(status, text).to.equal(200);
    };
    await patched(other, { name: 'Bob' });
    await patched(one, { name: 'Cy' });
    await patched(other, { birth_date: '2000-01-01' });
    await patched(one, { birth_date: '2000-01-02' });
    const shown = await Promise.all(streams.map((stream) => stream.nextChanges(2)));
    const inShort = shown.map((changes) =>
      changes.map(({ attributes, relationships }) => [relationships.subject.data.id, attributes.changed]),
    );
    expect(inShort).to.deep.equal([
      [
        [one, ['display_name']],
        [one, ['birth_date']],
      ],
      [
        [other, ['birth_date']],
        [one, ['birth_date']],
      ],
    ]);
    expect((await client.get(`/computers/${last}`)).status).to.equal(200);
  });

  describe('begins', () => {
    let ids: readonly string[];
    let positions: readonly string[];

    before(async () => {
      const since = await feedEnd(client);
      for (const name of ['A', 'B', 'C']) await addPerson(client, { name });
      const changes = await changesSince(client, since);
      ids = changes.map(({ id }) => id);
      positions = [since, ...changes.map(({ meta }) => meta.page.cursor)];
    });

    const toldBy = async (stream: EventStream, count: number): Promise<readonly string[]> =>
      (await stream.nextChanges(count)).map(({ id }) => id);

    it('at the end by default', async () => {
      for (const parameters of [{}, { 'page[after]': 'now' }])
        expect((await (await open(parameters)).next())?.id).to.equal(positions.at(-1));
    });

    it('before the oldest change', async () => {
      const { data } = await feedPage(client, { 'page[after]': '', 'page[size]': '1000' });
      const stream = await open({ 'page[after]': '' });
      expect(await toldBy(stream, data.length)).to.deep.equal(data.map(({ id }) => id));
      const [first] = stream.received;
      const again = await open({}, { 'Last-Event-ID': first?.id ?? '' });
      expect(await toldBy(again, 1)).to.deep.equal([data[0]?.id]);
    });

    it('after a position, or after Last-Event-ID, which takes precedence', async () => {
      for (const [parameters, headers] of [
        [{ 'page[after]': positions[1] ?? '' }, {}],
        [{}, { 'Last-Event-ID': positions[1] ?? '' }],
        [{ 'page[after]': '' }, { 'Last-Event-ID': positions[1] ?? '' }],
        [{ 'page[after]': 'now' }, { 'Last-Event-ID': positions[1] ?? '' }],
        [{ 'page[after]': positions[0] ?? '' }, { 'Last-Event-ID': positions[1] ?? '' }],
      ] as const) {
        const stream = await open(parameters, headers);
        expect((await stream.next())?.id).to.equal(positions[1]);
        expect(await toldBy(stream, 2)).to.deep.equal(ids.slice(1));
        stream.close();
        await nobodyFollows();
      }
    });

    it('where a stream was cut, after any frame, without losing or repeating anything', async () => {
      const told: string[] = [];
      for (let last = positions[0] ?? ''; told.length < ids.length;) {
        const stream = await open({}, { 'Last-Event-ID': last });
        told.push(...(await toldBy(stream, 1)));
        last = stream.received.find(({ event }) => event === 'change')?.id ?? '';
        stream.close();
        await nobodyFollows();
      }
      expect(told).to.deep.equal(ids);
    });
  });

  describe('is refused', () => {
    const UNKNOWN = `p${'A'.repeat(80)}`;

    it('with parameters that it does not accept, and reports all of them', async () => {
      expectErrors(await refusal({ 'page[size]': '10' }), 'invalid-parameter ?page[size]');
      expectErrors(
        await refusal({ 'page[size]': '0', sort: 'id', 'page[after]': 'x' }),
        'invalid-parameter ?page[size]',
        'invalid-parameter ?sort',
        'invalid-parameter ?page[after]',
      );
      const [detail] = detailsOf(await refusal({ 'page[size]': '10' }));
      expect(detail).to.include('fields[TYPE], filter[type], filter[id], page[after]');
    });

    it('if Last-Event-ID is not a position', async () => {
      for (const text of ['', 'now', 'x', 'p', `p${'A'.repeat(200)}`, 'p.'])
        expectErrors(await refusal({}, { 'Last-Event-ID': text }), 'invalid-header');
      expectErrors(await refusal({ sort: 'id' }, { 'Last-Event-ID': 'x' }), 'invalid-header');
      const page = await client.get('/changes', { headers: { 'Last-Event-ID': 'x' } });
      expect(page.status, 'a page, which ignores it').to.equal(200);
    });

    it('if the position belongs to another history, and names the parameter or header', async () => {
      const inParameter = await refusal({ 'page[after]': UNKNOWN });
      expect(inParameter.status).to.equal(410);
      const [asked] = inParameter.document.errors;
      expect(asked).to.include({ code: 'position-expired' });
      expect(asked.source).to.deep.equal({ parameter: 'page[after]' });
      expect(asked.meta).to.deep.equal({ reason: 'other-history', refetch: ['/persons', '/computers'] });
      const inHeader = await refusal({}, { 'Last-Event-ID': UNKNOWN });
      expect(inHeader.status).to.equal(410);
      const [sent] = inHeader.document.errors;
      expect(sent).not.to.have.property('source');
      expect(sent.meta).to.deep.equal({
        reason: 'other-history',
        refetch: ['/persons', '/computers'],
        header: 'Last-Event-ID',
      });
    });

    it('beyond MAX_SUBSCRIBERS, until a client leaves; HEAD does not count', async () => {
      const streams = await Promise.all(Array.from({ length: MOST }, () => open()));
      expect(await subscribers()).to.equal(MOST);
      const full = await refusal({});
      expect(full.status).to.equal(503);
      expect(full.headers['retry-after']).to.equal('5');
      expect(full.document.errors[0]).to.include({ code: 'too-many-subscribers' });
      expectErrors(await refusal({ 'page[size]': '1' }), 'invalid-parameter ?page[size]');
      expect((await headOf(urlOf(), 'HEAD', { Accept: EVENT_STREAM })).status).to.equal(200);
      expect((await client.get('/changes')).status, 'a page').to.equal(200);
      const since = performance.now();
      streams[0]?.close();
      await eventually('a place is free', async () => (await subscribers()) < MOST);
      expect(performance.now() - since).to.be.below(2000);
      expect((await (await open()).next())?.event).to.equal('position');
    });
  });

  it('has every value in one line, no matter what it contains', async () => {
    const stream = await open();
    const texts = ['a\n\nevent: end\ndata: {}\n\n', 'b\r\rid: x\r\n\r\ndata: y', 'c\u2028\u2029\u0085', ':\n', 'd\\n"'];
    for (const serial of texts) await addComputer(client, serial);
    const told = await stream.nextChanges(texts.length);
    expect(told.map(({ attributes }) => attributes.after?.['serial'])).to.deep.equal(texts);
    expect(stream.text).not.to.contain('\r');
    expect(stream.received).to.have.length(1 + texts.length);
  });

  it('is not limited as a long list or an idle connection', async () => {
    const limits = { IDLE_TIMEOUT_MS: String(SHORT_MILLIS), STREAM_TIMEOUT_MS: String(SHORT_MILLIS) };
    const limited = await startObserved(limits);
    try {
      const stream = await connect(`${limited.client.url}/changes`);
      await stream.next();
      await pause(3 * SHORT_MILLIS);
      await addPerson(limited.client);
      expect((await stream.nextChanges(1))[0]?.attributes.action).to.equal('created');
    } finally {
      await limited.stop();
    }
  });

  it('is logged as a stream when it ends, and does not count in the durations of requests', async () => {
    const counted = (): Promise<number> => service.admin.sum('http_request_duration_seconds_count', 'route="changes');
    const lines = (): readonly Readonly<Record<string, unknown>>[] =>
      service.logged.filter((line) => line['message'] === 'request' && line['live'] === true);
    const [durations, logged] = [await counted(), lines().length];
    const all = service.logged.length;
    const stream = await open();
    await stream.next();
    const since = performance.now();
    await addPerson(client);
    await stream.nextChanges(1);
    expect(lines()).to.have.length(logged);
    const lasted = performance.now() - since;
    stream.close();
    await eventually('it is logged', () => lines().length === logged + 1);
    expect(lines().at(-1)).to.include({ method: 'GET', status: 200, aborted: true, broken: false });
    expect(lines().at(-1)?.['durationMillis']).to.be.at.least(lasted - 1);
    expect(await counted()).to.equal(durations);
    await feedEnd(client);
    expect(await counted(), 'with a page').to.equal(durations + 1);
    expect(service.logged.slice(all).filter(({ level }) => level !== 'info')).to.deep.equal([]);
  });

  it('delivers a change of more than 64 KiB without its content', async () => {
    const store = new MemoryStore();
    const app = await serveApp(new MemoryUnitOfWork(store), { access: undefined });
    try {
      const stream = await connect(`${app.url}/changes`);
      await stream.next();
      const attributes = { ...anEntity('computer', '7').attributes, serial: 'x'.repeat(70_000) };
      const after = { ...anEntity('computer', '7'), attributes };
      store.changes.keep([{ before: undefined, after, links: {} }], noRequest, '2026-11-29T00:00:00.000Z');
      const [told] = await stream.nextChanges(1);
      expect(told?.attributes).to.deep.equal({ action: 'created', at: '2026-11-29T00:00:00.000Z' });
      expect(told?.meta).to.have.property('omitted', true);
      expect(told?.relationships.subject.data).to.deep.equal({ type: 'computer', id: '7' });
    } finally {
      await app.close();
    }
  });
});
