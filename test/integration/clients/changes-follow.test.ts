import { expect } from 'chai';
import {
  createClient,
  JsonApiError,
  PositionExpiredError,
  type Client,
  type ClientSettings,
} from '../../../client/src/index.ts';
import { all, keyEntry, keyOf, reading, writeAccessFiles } from '../../support/access.ts';
import { openCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { hurriedFetch } from '../../support/hurried-fetch.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { rejectionOf, startWithSample } from './sample.ts';

/** The ids of the sample's changes, in order. */
const SAMPLE = ['person 1', 'person 2', 'person 3', 'computer 1', 'computer 2', 'computer 3'];

describe('The typed client follows the feed of a service', () => {
  let service: TestService;
  let direct: Client;
  let proxy: CuttingProxy;
  let api: Client;

  before(async () => {
    service = await startWithSample();
    direct = createClient({ baseUrl: service.url });
  });
  beforeEach(async () => {
    proxy = await openCuttingProxy(service.url);
    api = createClient({ baseUrl: proxy.url, fetch: hurriedFetch });
  });
  afterEach(() => proxy.close());
  after(() => service.stop());

  const rename = (name: string): Promise<unknown> =>
    direct.patch('/persons/{id}', {
      path: { id: '3' },
      body: { data: { type: 'person', id: '3', attributes: { name } } },
    });
  const endOf = async (): Promise<string> =>
    (await direct.get('/changes', { query: { 'page[after]': 'now' } })).meta.position;

  it('from its end, and yields a change with its content', async () => {
    const changes = api.changes({ after: 'now' });
    expect((await changes.next()).value).to.deep.equal({ action: 'position', position: await endOf() });
    await rename('Alan Turing');
    const { value } = await changes.next();
    expect(value).to.deep.include({ action: 'updated', type: 'person', id: '3', changed: ['display_name'] });
    expect(value?.resource).to.deep.equal({ birth_date: null, display_name: 'ALAN TURING' });
    expect(value?.position).to.equal(await endOf());
    await changes.return();
  });

  it('from the oldest change, even if its connection is cut within a frame again and again', async () => {
    // The head of the response, the first frames and part of a change.
    proxy.cutAfter = 1200;
    const told: string[] = [];
    for await (const { action, type, id } of api.changes()) {
      if (action === 'created') told.push(`${type} ${id}`);
      if (told.length === SAMPLE.length) break;
    }
    expect(told).to.deep.equal(SAMPLE);
    expect(proxy.connections).to.be.greaterThan(3);
  });

  it('through an outage, without missing or repeating a change', async () => {
    const causes: unknown[] = [];
    const changes = api.changes({ after: await endOf(), onInterrupted: (cause) => causes.push(cause) });
    await changes.next();
    const told: unknown[] = [];
    const following = (async () => {
      for await (const { action, resource } of changes) {
        if (action === 'updated') told.push(resource && 'display_name' in resource ? resource.display_name : '');
        if (told.at(-1) === 'LAST') break;
      }
    })();
    for (const name of ['One', 'Two']) await rename(name);
    await eventually('the first have arrived', () => told.length === 2);
    proxy.target = undefined;
    proxy.cut();
    for (const name of ['Three', 'Four']) await rename(name);
    await eventually('it tries again', () => causes.length >= 3);
    proxy.target = service.url;
    await rename('Last');
    await following;
    expect(told).to.deep.equal(['ONE', 'TWO', 'THREE', 'FOUR', 'LAST']);
  });

  it('until its position belongs to another history', async () => {
    const restarted = await startWithSample();
    try {
      const changes = api.changes({ after: await endOf() });
      await changes.next();
      proxy.target = restarted.url;
      proxy.cut();
      const expired = await rejectionOf(changes.next());
      expect(expired).to.be.instanceOf(PositionExpiredError);
      expect(expired).to.deep.include({ reason: 'other-history', refetch: ['/persons', '/computers'] });
    } finally {
      await restarted.stop();
    }
  });

  it('until its signal is aborted', async () => {
    const stop = new AbortController();
    const changes = api.changes({ signal: stop.signal });
    await changes.next();
    stop.abort(new Error('enough'));
    expect(await rejectionOf(changes.next())).to.include({ message: 'enough' });
  });

  it('but not from an invalid position', async () => {
    const refused = await rejectionOf(api.changes({ after: 'yesterday' }).next());
    expect(refused).to.be.instanceOf(JsonApiError).and.not.instanceOf(PositionExpiredError);
    expect(refused).to.include({ status: 400 });
  });
});

describe('The typed client follows the feed', () => {
  const services: TestService[] = [];
  afterEach(() => Promise.all(services.splice(0).map((service) => service.stop())));

  /** A client of a new service. */
  async function clientOf(environment: object, settings: Partial<ClientSettings> = {}): Promise<Client> {
    const service = await startTestService({ DATABASE_URL: 'memory:', ...environment });
    services.push(service);
    return createClient({ baseUrl: service.url, fetch: hurriedFetch, ...settings });
  }

  const create = (api: Client, name: string): Promise<unknown> =>
    api.post('/persons', { body: { data: { type: 'person', attributes: { name } } } });

  it('from stream to stream, when the service ends each', async () => {
    let streams = 0;
    const fetch = (request: Request): Promise<Response> => {
      if (request.headers.get('Accept') === 'text/event-stream') streams += 1;
      return hurriedFetch(request);
    };
    const interruptions: unknown[] = [];
    const api = await clientOf({ CHANGES_STREAM_SECONDS: '1' }, { fetch });
    const changes = api.changes({ after: 'now', onInterrupted: (cause) => interruptions.push(cause) });
    await changes.next();
    for (const number of ['1', '2', '3']) {
      const next = changes.next();
      await eventually('the next stream', () => streams >= Number(number));
      await create(api, `N${number}`);
      expect((await next).value).to.include({ action: 'created', id: number });
    }
    await changes.return();
    expect(interruptions).to.deep.equal([]);
  });

  it('once a stream is free, because another loop was left', async () => {
    const api = await clientOf({ MAX_SUBSCRIBERS: '1' });
    const first = api.changes({ after: 'now' });
    await first.next();
    const causes: unknown[] = [];
    const second = api.changes({ after: 'now', onInterrupted: (cause) => causes.push(cause) });
    const begun = second.next();
    await eventually('it waits', () => causes.length >= 2);
    expect(causes[0]).to.be.instanceOf(JsonApiError);
    expect(causes[0]).to.have.nested.property('errors[0].code', 'too-many-subscribers');
    await first.return();
    expect((await begun).value).to.include({ action: 'position' });
    await second.return();
  });

  it('with a new token when the service no longer accepts the first', async () => {
    const files = writeAccessFiles({ roles: { reader: reading, writer: { person: { read: {}, create: {} } } } });
    try {
      const keys = ['reader', 'renewed'].map((name) => keyEntry(name, 'reader'));
      files.writeKeys([...keys, keyEntry('writer', 'writer')]);
      const given: string[] = [];
      let name = 'reader';
      const token = async (refused?: string): Promise<string> => {
        if (refused !== undefined) name = 'renewed';
        given.push(name);
        return keyOf(name);
      };
      const api = await clientOf(files.environment, { token });
      const writer = createClient({ baseUrl: services[0]?.url ?? '', token: keyOf('writer') });
      const changes = api.changes({ after: 'now' });
      await changes.next();
      files.writeKeys([keyEntry('renewed', 'reader'), keyEntry('writer', 'writer')]);
      const next = changes.next();
      await eventually('it has a new token', () => given.includes('renewed'));
      await create(writer, 'Ada');
      expect((await next).value).to.include({ action: 'created', type: 'person', id: '1' });
      expect(given).to.deep.equal(['reader', 'reader', 'renewed']);
      await changes.return();
    } finally {
      files.remove();
    }
  });

  it('with types to read again, but not if it may read nothing', async () => {
    const where = [{ name: 'owner', op: 'has', val: { name: 'name', op: 'eq', val: 'Ada' } }];
    const files = writeAccessFiles({
      roles: {
        limited: { person: { read: {} }, computer: { read: { where } } },
        writer: all,
        none: {},
      },
    });
    try {
      const api = await clientOf(files.environment, { token: keyOf('limited') });
      const changes = api.changes({ after: 'now', types: ['computer'] });
      await changes.next();
      const writer = createClient({ baseUrl: services[0]?.url ?? '', token: keyOf('writer') });
      await create(writer, 'Ada');
      const owner = { data: { type: 'person', id: '1' } } as const;
      const computer = { type: 'computer', attributes: { serial: 'E-1' }, relationships: { owner } } as const;
      await writer.post('/computers', { body: { data: computer } });
      expect((await changes.next()).value).to.include({ action: 'refetch', type: 'computer', id: undefined });
      await changes.return();
      const none = createClient({ baseUrl: services[0]?.url ?? '', token: keyOf('none') });
      expect(await rejectionOf(none.changes().next())).to.include({ status: 403 });
    } finally {
      files.remove();
    }
  });
});
