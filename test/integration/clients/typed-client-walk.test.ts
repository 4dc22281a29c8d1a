import { expect } from 'chai';
import { createClient, type Client } from '../../../client/src/index.ts';
import type { TestService } from '../../support/test-service.ts';
import { rejectionOf, startWithSample } from './sample.ts';

describe('The typed client walks over a list,', () => {
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

  const query = { sort: ['-name'], 'page[size]': 1 } as const;

  async function idsOf(items: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { id } of items) ids.push(id);
    return ids;
  }

  it('forward and backward, with any filter and sort, a page at a time', async () => {
    expect(await idsOf(api.walk('/persons', { query }))).to.deep.equal(['2', '3', '1']);
    expect(await idsOf(api.walk('/persons', { query, backward: true }))).to.deep.equal(['1', '3', '2']);
    const filter = [{ name: 'name', op: 'like', val: 'A%' }] as const;
    expect(await idsOf(api.walk('/persons', { query: { ...query, filter } }))).to.deep.equal(['3', '1']);
    expect(searches.length).to.equal(3 + 3 + 2);
  });

  it('with several items on a page, in their order', async () => {
    const twoAtATime = { sort: ['id'], 'page[size]': 2 } as const;
    expect(await idsOf(api.walk('/persons', { query: twoAtATime }))).to.deep.equal(['1', '2', '3']);
    expect(await idsOf(api.walk('/persons', { query: twoAtATime, backward: true }))).to.deep.equal(['3', '2', '1']);
  });

  it('below a resource', async () => {
    const serials: string[] = [];
    for await (const { attributes } of api.walk('/persons/{id}/computers', { path: { id: '1' }, query: {} }))
      serials.push(attributes.serial);
    expect(serials).to.deep.equal(['E-1', 'E-2']);
  });

  it('meeting every other item once when some are deleted or created on the way', async () => {
    const ids: string[] = [];
    for await (const { id } of api.walk('/persons', { query: { sort: ['id'], 'page[size]': 1 } })) {
      ids.push(id);
      if (id === '1') await api.delete('/persons/{id}', { path: { id } });
      if (id === '2')
        await api.post('/persons', { body: { data: { type: 'person', attributes: { name: 'Edsger' } } } });
    }
    expect(ids).to.deep.equal(['1', '2', '3', '4']);
  });

  it('without counting it, unless it is asked for the total', async () => {
    await idsOf(api.walk('/persons', { query }));
    expect(searches.every((search) => search.includes('page[total]=false'))).to.equal(true);
    searches = [];
    const totals: number[] = [];
    await idsOf(api.walk('/persons', { query, onTotal: (total) => totals.push(total) }));
    expect(totals).to.deep.equal([3]);
    expect(searches.map((search) => search.includes('page[total]=false'))).to.deep.equal([false, true, true]);
  });

  it('from the cursor of an item, in either direction', async () => {
    const cursors = new Map<string, string>();
    for await (const { id, meta } of api.walk('/persons', { query })) cursors.set(id, meta.page.cursor);
    const from = cursors.get('3') ?? '';
    expect(await idsOf(api.walk('/persons', { query, from }))).to.deep.equal(['1']);
    expect(await idsOf(api.walk('/persons', { query, from, backward: true }))).to.deep.equal(['2']);
  });

  it('no further than it is used', async () => {
    for await (const { id } of api.walk('/persons', { query })) if (id === '2') break;
    expect(searches).to.have.lengthOf(1);
  });

  it('and rejects what the service refuses', async () => {
    const walk = api.walk('/persons', { query, from: 'made-up' });
    expect(await rejectionOf(walk.next())).to.include({ status: 400 });
  });

  it('behind a proxy that puts a path before the service, whose links do not have it', async () => {
    const proxied = createClient({
      baseUrl: `${service.url}/api`,
      fetch: (request) => fetch(new Request(request.url.replace('/api/', '/'), request)),
    });
    expect(await idsOf(proxied.walk('/persons', { query }))).to.deep.equal(['2', '3', '1']);
  });
});
