import { expect } from 'chai';
import { createClient, JsonApiError, tagOf, type Client } from '../../../client/src/index.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, rejectionOf, startWithSample } from './sample.ts';

/** The ids of the sample and many others: the maximum for a list of values, about 12 KiB in a URL. */
const ids = Array.from({ length: 1000 }, (_, index) => String(index + 1));
const byId = [{ name: 'id', op: 'in_', val: ids }] as const;
/** The filter of an included set is limited to 2 KiB, but escapes in the URL triple the length of non-ASCII text. */
const bySerial = [{ name: 'serial', op: 'in_', val: ['E-1', 'E-2', 'ü'.repeat(900)] }] as const;

describe('The typed client, with a long query,', () => {
  let service: TestService;
  let api: Client;
  let methods: string[];
  /** The length of each URL. */
  let lengths: number[];

  beforeEach(async () => {
    service = await startWithSample();
    methods = [];
    lengths = [];
    api = createClient({
      baseUrl: service.url,
      fetch: (request) => {
        methods.push(request.method);
        lengths.push(request.url.length);
        return fetch(request);
      },
    });
  });
  afterEach(() => service.stop());

  it('sends QUERY, and returns what GET would', async () => {
    const query = { filter: byId, sort: ['-name'], include: ['computers'] } as const;
    const document = await api.get('/persons', { query });
    expect(methods).to.deep.equal(['QUERY']);
    const short = await api.get('/persons', {
      query: { ...query, filter: [{ name: 'id', op: 'in_', val: ['1', '2', '3'] }] },
    });
    expect(methods).to.deep.equal(['QUERY', 'GET']);
    expect(document.data).to.deep.equal(short.data);
    expect(document.included).to.deep.equal(short.included);
    expect(document.meta).to.deep.equal(short.meta);
  });

  it('finds text with special characters', async () => {
    const name = 'a,b&c=d+e%20[f] "ü?';
    await api.post('/persons', { body: { data: { type: 'person', attributes: { name } } } });
    const filter = [{ name: 'name', op: 'in_', val: [name, ...ids.slice(1)] }] as const;
    const found = await api.get('/persons', { query: { filter } });
    expect(methods).to.deep.equal(['POST', 'QUERY']);
    expect(found.meta.count).to.equal(1);
  });

  it('follows the links between pages', async () => {
    const found: string[][] = [];
    const query = { filter: byId, 'page[size]': 2, sort: ['-name'] } as const;
    for await (const page of api.pages('/persons', { query })) found.push(page.data.map(({ id }) => id));
    expect(found).to.deep.equal([['2', '3'], ['1']]);
    expect(methods).to.deep.equal(['QUERY', 'QUERY']);
    expect(Math.max(...lengths)).to.be.below(100);
  });

  it('walks a list', async () => {
    const found: string[] = [];
    const query = { filter: byId, 'page[size]': 2, sort: ['serial'] } as const;
    for await (const { attributes } of api.walk('/computers', { query })) found.push(attributes.serial);
    expect(found).to.deep.equal(['E-1', 'E-2', 'M-3']);
    expect(methods).to.deep.equal(['QUERY', 'QUERY']);
  });

  it('walks an included set', async () => {
    const include = { computers: { size: 1, filter: bySerial } };
    const person = await api.get('/persons/{id}', { path: { id: '1' }, query: { include } });
    const serials: string[] = [];
    for await (const { attributes } of api.walkRelated(person, person.data, 'computers'))
      serials.push(attributes.serial);
    expect(serials).to.deep.equal(['E-1', 'E-2']);
    expect(new Set(methods)).to.deep.equal(new Set(['QUERY']));
  });

  it('rejects with 304 if nothing has changed, and updates what it has read', async () => {
    const path = { id: '1' };
    const request = { path, query: { include: { computers: { filter: bySerial } } } };
    const ada = await api.get('/persons/{id}', request);
    const headers = { 'If-None-Match': tagOf(ada) };
    expect(await rejectionOf(api.get('/persons/{id}', { ...request, headers })))
      .to.be.instanceOf(JsonApiError)
      .and.include({ status: 304 });
    const body = { data: { type: 'person', id: '1', attributes: { birth_date: '1816-01-01' } } } as const;
    await api.patch('/persons/{id}', { path, body, ifMatch: ada });
    const changed = await api.get('/persons/{id}', { ...request, headers });
    expect(changed.data.attributes.birth_date).to.equal('1816-01-01');
    expect(methods).to.deep.equal(['QUERY', 'QUERY', 'PATCH', 'QUERY']);
  });

  it('exports a file', async () => {
    const filter = encodeURIComponent(JSON.stringify(byId));
    const file = await api.request('get', `/export/computers.csv?filter=${filter}`, {
      headers: { Accept: 'text/csv' },
    });
    expect((await file.text()).trimEnd().split('\r\n')).to.have.lengthOf(4);
    expect(methods).to.deep.equal(['QUERY']);
  });

  it('keeps a list live', async () => {
    const lists = api.live('/computers', { query: { filter: byId, sort: ['serial'] } });
    const shown: string[][] = [];
    for await (const { data } of lists) {
      shown.push(data.map(({ id }) => id));
      if (shown.length === 2) break;
      await api.delete('/computers/{id}', { path: { id: '1' } });
    }
    expect(shown).to.deep.equal([
      ['1', '2', '3'],
      ['2', '3'],
    ]);
    expect(methods.filter((method) => method === 'QUERY').length).to.be.at.least(2);
  });

  it('rejects with the errors of the service, as for GET', async () => {
    const filter = [{ name: 'id', op: 'in_', val: [...ids, '1001'] }] as const;
    const error = await rejectionOf(api.get('/persons', { query: { filter } }));
    expect(methods).to.deep.equal(['QUERY']);
    expect(error).to.be.instanceOf(JsonApiError).and.include({ status: 400 });
    expect(each(error.errors, 'source')).to.deep.equal([{ parameter: 'filter' }]);
  });
});
