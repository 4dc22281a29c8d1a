import { expect } from 'chai';
import { createClient, JsonApiError, related, type Client } from '../../../client/src/index.ts';
import { personObject } from '../../support/persons.ts';
import type { TestService } from '../../support/test-service.ts';
import { each, ownerOf, rejectionOf, serialsOf, startWithSample } from './sample.ts';

describe('The typed client', () => {
  let service: TestService;
  let api: Client;

  beforeEach(async () => {
    service = await startWithSample();
    api = createClient({ baseUrl: service.url });
  });
  afterEach(() => service.stop());

  it('lists with filter, sort, page, fields and include', async () => {
    const document = await api.get('/persons', {
      query: {
        filter: [{ name: 'computers', op: 'any', val: { name: 'serial', op: 'startswith', val: 'E-' } }],
        sort: ['-birth_date', 'name'],
        'page[size]': 1,
        include: ['computers', 'computers.owner'],
        'fields[person]': ['birth_date', 'computers'],
      },
    });
    expect(document.meta.count).to.equal(1);
    expect(each(document.data, 'attributes')).to.deep.equal([{ birth_date: '1815-12-10' }]);
    expect(each(document.included ?? [], 'type')).to.deep.equal(['computer', 'computer', 'person']);
  });

  it('sends any text', async () => {
    const name = 'a,b&c=d+e%20[f] "ü';
    await api.post('/persons', { body: { data: { type: 'person', attributes: { name } } } });
    const found = await api.get('/persons', { query: { filter: [{ name: 'name', op: 'eq', val: name }] } });
    expect(found.meta.count).to.equal(1);
    expect((await api.get('/persons', { query: { 'filter[name]': name } })).data).to.deep.equal(found.data);
  });

  it('creates, updates and deletes', async () => {
    const created = await api.post('/persons', {
      body: {
        data: {
          type: 'person',
          attributes: { name: 'Edsger' },
          relationships: { computers: { data: [{ type: 'computer', id: '3' }] } },
        },
      },
      query: { include: ['computers'] },
    });
    expect(related(created, created.data, 'computers').map(({ id }) => id)).to.deep.equal(['3']);
    const path = { id: created.data.id };
    const data = { type: 'person', id: path.id, attributes: { birth_date: '1930-05-11' } } as const;
    const shown = { birth_date: '1930-05-11', display_name: 'EDSGER' };
    expect((await api.patch('/persons/{id}', { path, body: { data } })).data).to.deep.equal(
      personObject(path.id, shown, { computers: { data: [{ type: 'computer', id: '3' }] } }),
    );
    expect((await api.delete('/persons/{id}', { path })).meta.message).to.equal('Object successfully deleted');
    expect(await rejectionOf(api.get('/persons/{id}', { path }))).to.include({ status: 404 });
  });

  it('changes relationships', async () => {
    const path = { id: '1' };
    const body = { data: [{ type: 'computer', id: '3' }] } as const;
    await api.post('/persons/{id}/relationships/computers', { path, body });
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2', 'M-3']);
    await api.delete('/persons/{id}/relationships/computers', { path, body });
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2']);
    await api.patch('/persons/{id}/relationships/computers', { path, body });
    expect(await serialsOf(service, '1')).to.deep.equal(['M-3']);
    await api.patch('/computers/{id}/relationships/owner', { path: { id: '3' }, body: { data: null } });
    expect(await ownerOf(service, '3')).to.equal(undefined);
  });

  describe('finds what is related', () => {
    it('to many, to one and to none, along any path', async () => {
      const document = await api.get('/persons', { query: { include: ['computers.owner'] } });
      const [ada, , alan] = document.data;
      if (ada === undefined || alan === undefined) throw new Error('the sample has three persons');
      const computers = related(document, ada, 'computers');
      expect(computers.map(({ attributes }) => attributes.serial)).to.deep.equal(['E-1', 'E-2']);
      expect(computers.map((computer) => related(document, computer, 'owner')?.id)).to.deep.equal(['1', '1']);
      expect(related(document, alan, 'computers')).to.deep.equal([]);
      await api.delete('/persons/{id}', { path: { id: '1' } });
      const unowned = await api.get('/computers/{id}', { path: { id: '1' }, query: { include: ['owner'] } });
      expect(related(unowned, unowned.data, 'owner')).to.equal(null);
    });

    it('and says so when it was not included', async () => {
      const computer = await api.get('/computers/{id}', { path: { id: '1' } });
      expect(() => related(computer, computer.data, 'owner')).to.throw(
        'the document does not include "owner" of computer 1: add it to `include`',
      );
      const person = await api.get('/persons/{id}', { path: { id: '1' } });
      expect(() => related(person, person.data, 'computers')).to.throw('"computers" of person 1');
    });
  });

  describe('walks the pages', () => {
    it('of a list, with the same query, to the end', async () => {
      const ids: string[][] = [];
      const query = { 'page[size]': 2, sort: ['-name'], filter: [{ name: 'name', op: 'ne', val: 'x' }] } as const;
      for await (const page of api.pages('/persons', { query })) ids.push(page.data.map(({ id }) => id));
      expect(ids).to.deep.equal([['2', '3'], ['1']]);
    });

    it('of a list below a resource', async () => {
      const serials: string[] = [];
      const request = { path: { id: '1' }, query: { 'page[size]': 1 } };
      for await (const page of api.pages('/persons/{id}/computers', request))
        serials.push(...page.data.map(({ attributes }) => attributes.serial));
      expect(serials).to.deep.equal(['E-1', 'E-2']);
    });

    it('one at a time, and no further than asked', async () => {
      const urls: string[] = [];
      const spied = createClient({
        baseUrl: service.url,
        fetch: (request) => {
          urls.push(new URL(request.url).search);
          return fetch(request);
        },
      });
      for await (const page of spied.pages('/persons', { query: { 'page[size]': 1 } }))
        if (page.links.prev !== undefined) break;
      expect(urls.map(decodeURIComponent)).to.deep.equal(['?page[size]=1', '?page[size]=1&page[number]=2']);
    });

    it('behind a proxy that puts a path before the service, whose links do not have it', async () => {
      const proxied = createClient({
        baseUrl: `${service.url}/api`,
        fetch: (request) => fetch(new Request(request.url.replace('/api/', '/'), request)),
      });
      const ids: string[] = [];
      for await (const page of proxied.pages('/persons', { query: { 'page[size]': 1 } }))
        ids.push(...page.data.map(({ id }) => id));
      expect(ids).to.deep.equal(['1', '2', '3']);
    });
  });

  describe('rejects', () => {
    it('with the error objects of the service', async () => {
      const attributes = { name: ' ', birth_date: '1815-02-30' };
      const error = await rejectionOf(api.post('/persons', { body: { data: { type: 'person', attributes } } }));
      expect(error).to.be.instanceOf(JsonApiError).and.include({ status: 422, name: 'JsonApiError', omitted: 0 });
      expect(each(error.errors, 'code')).to.deep.equal(['invalid-attribute', 'invalid-attribute']);
      expect(each(each(error.errors, 'source'), 'pointer')).to.include('/data/attributes/birth_date');
      expect(error.message).to.match(/^422 Unprocessable Entity\ninvalid-attribute: "name" must have/);
      expect(error.requestId).to.match(/^\S+$/);
    });

    it('with the number of the errors that the service left out', async () => {
      const data = Array.from({ length: 103 }, (_, index) => ({ type: 'computer' as const, id: `${index + 9000}` }));
      const linking = api.post('/persons/{id}/relationships/computers', { path: { id: '1' }, body: { data } });
      const error = await rejectionOf(linking);
      expect(error).to.include({ status: 404, omitted: 3 });
      expect(error.errors).to.have.length(100);
      expect(error.message).to.match(/\nobject-not-found: Computer: 9099 not found\nand 3 more$/);
    });

    it('when something before the service answers', async () => {
      const head = { status: 502, headers: { 'Content-Type': 'text/html' } };
      const proxied = createClient({
        baseUrl: service.url,
        fetch: async () => new Response('<h1>Bad Gateway</h1>', head),
        retry: { attempts: 1 },
      });
      const error = await rejectionOf(proxied.get('/'));
      expect(error).to.be.instanceOf(JsonApiError).and.include({ status: 502, message: '502' });
      expect(error.errors).to.deep.equal([]);
      expect(error.requestId).to.equal(undefined);
    });
  });

  it('sends its headers, and those of a request, with the media type of JSON:API', async () => {
    const sent: Headers[] = [];
    const spied = createClient({
      baseUrl: `${service.url}/`,
      headers: { 'X-Request-Id': 'every', Authorization: 'Bearer 1' },
      fetch: (request) => {
        sent.push(request.headers);
        return fetch(request);
      },
    });
    await spied.get('/');
    await spied.delete('/persons/{id}', { path: { id: '1' }, headers: { 'X-Request-Id': 'one' } });
    const body = { data: { type: 'person', attributes: { name: 'Edsger' } } } as const;
    await spied.post('/persons', { body });
    const pick = (name: string): readonly (string | null)[] => sent.map((headers) => headers.get(name));
    expect(pick('Accept')).to.deep.equal(Array(3).fill('application/vnd.api+json'));
    expect(pick('Content-Type')).to.deep.equal([null, null, 'application/vnd.api+json']);
    expect(pick('X-Request-Id')).to.deep.equal(['every', 'one', 'every']);
    expect(pick('Authorization')).to.deep.equal(Array(3).fill('Bearer 1'));
  });
});
