import { expect } from 'chai';
import { createClient, JsonApiError, related, type Client } from '../../../client/src/index.ts';
import { all, keyOf, writeAccessFiles } from '../../support/access.ts';
import { openCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { hurriedFetch } from '../../support/hurried-fetch.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { rejectionOf, startWithSample } from './sample.ts';

const person = (id: string, attributes: { name?: string; email?: string | null }) => ({
  path: { id },
  body: { data: { type: 'person', id, attributes } } as const,
});
const computer = (id: string, serial: string) => ({
  path: { id },
  body: { data: { type: 'computer', id, attributes: { serial } } } as const,
});

describe('The typed client keeps a list right', () => {
  let service: TestService;
  let direct: Client;
  let proxy: CuttingProxy;
  let api: Client;
  /** The requests that have read lists, decoded: a later change needs another one. */
  let reads: string[];
  let stop: AbortController;

  before(async () => {
    service = await startWithSample();
    direct = createClient({ baseUrl: service.url });
  });
  beforeEach(async () => {
    proxy = await openCuttingProxy(service.url);
    reads = [];
    stop = new AbortController();
    api = createClient({
      baseUrl: proxy.url,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const response = await hurriedFetch(request);
        if (pathname !== '/changes') reads.push(pathname + decodeURIComponent(search));
        return response;
      },
    });
  });
  afterEach(async () => {
    stop.abort();
    await proxy.close();
  });
  after(() => service.stop());

  async function next<Document>(lists: AsyncGenerator<Document>): Promise<Document> {
    const { value, done } = await lists.next();
    if (done === true) throw new Error('the list has ended');
    return value;
  }

  it('with a filter, as resources enter and leave it', async () => {
    const query = { filter: [{ name: 'name', op: 'startswith', val: 'A' }] } as const;
    const lists = api.live('/persons', { query, signal: stop.signal });
    const names = async () => (await next(lists)).data.map(({ attributes }) => attributes.display_name);
    expect(await names()).to.deep.equal(['ADA <ada@example.org>', 'ALAN']);
    await direct.patch('/persons/{id}', person('2', { name: 'Amazing Grace' }));
    expect(await names()).to.deep.equal(['ADA <ada@example.org>', 'AMAZING GRACE', 'ALAN']);
    await direct.patch('/persons/{id}', person('2', { name: 'Grace' }));
    expect(await names()).to.deep.equal(['ADA <ada@example.org>', 'ALAN']);
    expect(new Set(reads)).to.have.lengthOf(1);
  });

  it('with an order, a page size and a count', async () => {
    const query = { sort: ['-serial'], 'page[size]': 2 } as const;
    const lists = api.live('/computers', { query, signal: stop.signal });
    const serials = async () => {
      const { data, meta } = await next(lists);
      return [meta.count, ...data.map(({ attributes }) => attributes.serial)];
    };
    expect(await serials()).to.deep.equal([3, 'M-3', 'E-2']);
    const created = await direct.post('/computers', {
      body: { data: { type: 'computer', attributes: { serial: 'A-4' } } },
    });
    expect(await serials()).to.deep.equal([4, 'M-3', 'E-2']);
    await direct.patch('/computers/{id}', computer(created.data.id, 'Z-4'));
    expect(await serials()).to.deep.equal([4, 'Z-4', 'M-3']);
    await direct.delete('/computers/{id}', { path: { id: created.data.id } });
    expect(await serials()).to.deep.equal([3, 'M-3', 'E-2']);
  });

  it('with its included resources and its links', async () => {
    const lists = api.live('/persons', { query: { include: ['computers'] }, signal: stop.signal });
    const serials = async () => {
      const found = await next(lists);
      return found.data.map((each) => related(found, each, 'computers').map(({ attributes }) => attributes.serial));
    };
    expect(await serials()).to.deep.equal([['E-1', 'E-2'], ['M-3'], []]);
    await direct.patch('/computers/{id}', computer('3', 'M-4'));
    expect(await serials()).to.deep.equal([['E-1', 'E-2'], ['M-4'], []]);
    const owner = { path: { id: '3' }, body: { data: [{ type: 'computer', id: '3' }] } } as const;
    await direct.post('/persons/{id}/relationships/computers', owner);
    expect(await serials()).to.deep.equal([['E-1', 'E-2'], [], ['M-4']]);
    await direct.post('/persons/{id}/relationships/computers', { ...owner, path: { id: '2' } });
    expect(await serials()).to.deep.equal([['E-1', 'E-2'], ['M-4'], []]);
    await direct.patch('/computers/{id}', computer('3', 'M-3'));
  });

  it('of related resources, until the resource that they belong to is deleted', async () => {
    const { data: owner } = await direct.post('/persons', {
      body: { data: { type: 'person', attributes: { name: 'Kay' } } },
    });
    const path = { id: owner.id };
    const lists = api.live('/persons/{id}/computers', { path, signal: stop.signal });
    expect((await next(lists)).data).to.deep.equal([]);
    const attributes = { serial: 'K-1' };
    const made = await direct.post('/persons/{id}/computers', {
      path,
      body: { data: { type: 'computer', attributes } },
    });
    expect((await next(lists)).data.map(({ id }) => id)).to.deep.equal([made.data.id]);
    await direct.delete('/computers/{id}', { path: { id: made.data.id } });
    expect((await next(lists)).data).to.deep.equal([]);
    await direct.delete('/persons/{id}', { path });
    expect(await rejectionOf(lists.next()))
      .to.be.instanceOf(JsonApiError)
      .and.include({ status: 404 });
  });

  it('without reading it for irrelevant changes, or yielding it unchanged', async () => {
    const lists = api.live('/computers', {
      query: { filter: [{ name: 'serial', op: 'startswith', val: 'E-1' }] },
      signal: stop.signal,
    });
    await next(lists);
    const changed = next(lists);
    await direct.patch('/persons/{id}', person('2', { email: 'grace@example.org' }));
    await direct.patch('/persons/{id}', person('2', { email: null }));
    await direct.patch('/computers/{id}', computer('2', 'E-3'));
    await eventually('the change of a computer is read', () => reads.length === 2);
    await direct.patch('/computers/{id}', computer('2', 'E-2'));
    await eventually('the second change is read', () => reads.length === 3);
    await direct.patch('/computers/{id}', computer('2', 'E-12'));
    expect((await changed).data.map(({ id }) => id)).to.deep.equal(['1', '2']);
    await eventually('the third is', () => reads.length === 4);
    await direct.patch('/computers/{id}', computer('2', 'E-2'));
  });

  it('with one more read for all changes made at once, or while its loop is busy', async () => {
    const lists = api.live('/persons', { signal: stop.signal });
    await next(lists);
    const list = direct.operations();
    const add = (name: string) => ({ type: 'person', attributes: { name } }) as const;
    await list.add(add('B-1')).add(add('B-2')).add(add('B-3')).send();
    const { data } = await next(lists);
    expect(data.slice(-3).map(({ attributes }) => attributes.display_name)).to.deep.equal(['B-1', 'B-2', 'B-3']);
    expect(reads).to.have.lengthOf(2);
    const { position: after } = (await direct.get('/changes', { query: { 'page[after]': 'now' } })).meta;
    for (const { id } of data.slice(-3)) await direct.delete('/persons/{id}', { path: { id } });
    let told = 0;
    for await (const { action } of direct.changes({ after, signal: stop.signal })) {
      if (action === 'deleted') told += 1;
      if (told === 3) break;
    }
    expect(reads).to.have.lengthOf(2);
    while ((await next(lists)).data.length > 3);
    expect(reads.length).to.be.at.most(5);
  });

  it('and misses no change made during the first read', async () => {
    let isFirst = true;
    const slow = createClient({
      baseUrl: service.url,
      fetch: async (request) => {
        const response = await fetch(request);
        if (isFirst && new URL(request.url).pathname === '/persons') {
          isFirst = false;
          await direct.patch('/persons/{id}', person('3', { name: 'Alan Turing' }));
        }
        return response;
      },
    });
    const lists = slow.live('/persons', {
      query: { filter: [{ name: 'id', op: 'eq', val: '3' }] },
      signal: stop.signal,
    });
    expect((await next(lists)).data[0]?.attributes.display_name).to.equal('ALAN');
    expect((await next(lists)).data[0]?.attributes.display_name).to.equal('ALAN TURING');
    await direct.patch('/persons/{id}', person('3', { name: 'Alan' }));
  });

  it('through an outage, and when the feed starts over', async () => {
    const other = await startWithSample();
    try {
      const causes: unknown[] = [];
      const onInterrupted = (cause: unknown): void => void causes.push(cause);
      const lists = api.live('/persons', { query: { 'page[size]': 1 }, onInterrupted, signal: stop.signal });
      await next(lists);
      const changed = next(lists);
      proxy.target = undefined;
      proxy.cut();
      await eventually('it tries again', () => causes.length >= 2);
      const elsewhere = createClient({ baseUrl: other.url });
      await elsewhere.patch('/persons/{id}', person('1', { name: 'Countess' }));
      proxy.target = other.url;
      expect((await changed).data[0]?.attributes.display_name).to.equal('COUNTESS <ada@example.org>');
      await elsewhere.patch('/persons/{id}', person('1', { name: 'Ada' }));
      expect((await next(lists)).data[0]?.attributes.display_name).to.equal('ADA <ada@example.org>');
    } finally {
      await other.stop();
    }
  });

  it('through an outage at its start', async () => {
    proxy.target = undefined;
    const onInterrupted = (): void => void (proxy.target = service.url);
    const lists = api.live('/persons', { onInterrupted, signal: stop.signal });
    expect((await next(lists)).data).to.have.lengthOf(3);
  });

  it('until its signal is aborted, with the reason, or until a read is refused', async () => {
    const lists = api.live('/persons', { signal: stop.signal });
    await next(lists);
    const ended = rejectionOf(lists.next());
    stop.abort(new Error('enough'));
    expect(await ended).to.include({ message: 'enough' });
    expect(await rejectionOf(api.live('/persons', { signal: stop.signal }).next())).to.include({ message: 'enough' });
    expect(await rejectionOf(api.live('/persons/{id}/computers', { path: { id: '0' } }).next())).to.include({
      status: 404,
    });
  });
});

describe('The typed client keeps a list right', () => {
  it('of rows whose visibility depends on others, and frees its stream for the next loop', async () => {
    const where = [{ name: 'owner', op: 'has', val: { name: 'name', op: 'eq', val: 'Ada' } }];
    const files = writeAccessFiles({
      roles: { limited: { person: { read: {} }, computer: { read: { where } } }, writer: all },
    });
    const service = await startTestService({ DATABASE_URL: 'memory:', MAX_SUBSCRIBERS: '1', ...files.environment });
    try {
      const writer = createClient({ baseUrl: service.url, token: keyOf('writer') });
      const body = { data: { type: 'person', attributes: { name: 'Ada' } } } as const;
      const { data: ada } = await writer.post('/persons', { body });
      const owned = { data: { type: 'computer', attributes: { serial: 'E-1' } } } as const;
      await writer.post('/persons/{id}/computers', { path: { id: ada.id }, body: owned });
      const api = createClient({ baseUrl: service.url, token: keyOf('limited'), fetch: hurriedFetch });
      for (const [name, serials] of [
        ['Countess', []],
        ['Ada', ['E-1']],
      ] as const) {
        let isFirst = true;
        for await (const { data } of api.live('/computers')) {
          if (!isFirst) {
            expect(data.map(({ attributes }) => attributes.serial)).to.deep.equal(serials);
            break;
          }
          isFirst = false;
          await writer.patch('/persons/{id}', person(ada.id, { name }));
        }
      }
    } finally {
      await service.stop();
      files.remove();
    }
  });
});
