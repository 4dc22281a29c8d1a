import { expect } from 'chai';
import { each, rejectionOf, serialsOf, startWithSample } from '#test/integration/clients/sample';
import type { TestService } from '#test/support/test-service';
import {
  createClient,
  IncompleteSetError,
  PreconditionFailedError,
  related,
  type Client,
} from '../../../client/src/index.ts';

const path = { id: '1' };
const firstOfEach = { computers: { size: 1, sort: ['-serial'], total: true }, 'computers.owner': true } as const;

describe('The typed client reads included sets', () => {
  let service: TestService;
  let api: Client;

  beforeEach(async () => {
    service = await startWithSample();
    api = createClient({ baseUrl: service.url });
  });
  afterEach(() => service.stop());

  const serials = (resources: readonly { readonly attributes: { readonly serial: string } }[]): readonly string[] =>
    resources.map(({ attributes }) => attributes.serial);

  it('of one size for each resource, sorted and counted', async () => {
    const found = await api.get('/persons', { query: { sort: ['name'], include: firstOfEach } });
    const sets = found.data.map((person) => [
      ...serials(related(found, person, 'computers')),
      person.relationships.computers.complete,
    ]);
    expect(sets).to.deep.equal([['E-2', false], [true], ['M-3', true]]);
    expect(found.data.map(({ relationships }) => relationships.computers.meta?.count)).to.deep.equal([2, 0, 1]);
  });

  it('that match a filter, without filtering the list', async () => {
    const filter = [{ name: 'serial', op: 'ilike', val: 'e-1' }] as const;
    const found = await api.get('/persons', { query: { sort: ['name'], include: { computers: { filter } } } });
    expect(found.data.map((person) => serials(related(found, person, 'computers')))).to.deep.equal([['E-1'], [], []]);
    expect(found.data.map(({ relationships }) => relationships.computers.complete)).to.deep.equal(Array(3).fill(false));
  });

  it('of a related resource', async () => {
    const include = { owner: true, 'owner.computers': { size: 1 } } as const;
    const computer = await api.get('/computers/{id}', { path: { id: '2' }, query: { include } });
    const owner = related(computer, computer.data, 'owner');
    if (owner === null) throw new Error('the sample has an owner');
    expect(each(related(computer, owner, 'computers'), 'id')).to.deep.equal(['1']);
  });

  it('to their ends, one member after the other', async () => {
    const found = await api.get('/persons', { query: { sort: ['name'], include: firstOfEach } });
    const walked: string[] = [];
    for (const person of found.data)
      for await (const { attributes } of api.walkRelated(found, person, 'computers')) walked.push(attributes.serial);
    expect(walked).to.deep.equal(['E-2', 'E-1', 'M-3']);
  });

  it('page by page, with what the request includes behind them', async () => {
    const found = await api.get('/persons/{id}', { path, query: { include: firstOfEach } });
    const pages: (readonly string[])[] = [];
    for await (const page of api.morePages(found, found.data, 'computers')) {
      pages.push(each(page.data, 'id'));
      expect(page.complete).to.equal(false);
      expect(each(page.included ?? [], 'type')).to.have.members(['computer', 'person']);
    }
    expect(pages).to.deep.equal([['1']]);
  });

  it('behind a proxy that puts a path before the service, whose links do not have it', async () => {
    const proxied = createClient({
      baseUrl: `${service.url}/api`,
      fetch: (request) => fetch(new Request(request.url.replace('/api/', '/'), request)),
    });
    const found = await proxied.get('/persons/{id}', { path, query: { include: firstOfEach } });
    const walked: string[] = [];
    for await (const { id } of proxied.walkRelated(found, found.data, 'computers')) walked.push(id);
    expect(walked).to.deep.equal(['2', '1']);
  });

  it('and sends none back as the whole, however it was changed', async () => {
    const found = await api.get('/persons/{id}', { path, query: { include: firstOfEach } });
    const { data } = found.data.relationships.computers;
    const route = '/persons/{id}/relationships/computers';
    for (const part of [data, [...data], [...data, { type: 'computer', id: '3' } as const]])
      expect(await rejectionOf(api.patch(route, { path, body: { data: part } }))).to.be.instanceOf(IncompleteSetError);
    // The client does not recognize a copy as incomplete, but the service refuses it because of `ifMatch`.
    const copy = { data: data.map(({ type, id }) => ({ type, id })) };
    const refused = await rejectionOf(api.patch(route, { path, body: copy, ifMatch: found }));
    expect(refused).to.be.instanceOf(PreconditionFailedError);
    expect(await serialsOf(service, '1')).to.deep.equal(['E-1', 'E-2']);
    await api.patch(route, { path, body: { data }, evenIfIncomplete: true });
    expect(await serialsOf(service, '1')).to.deep.equal(['E-2']);
  });

  it('and sends back a whole one', async () => {
    const include = { computers: { size: 2, sort: ['-serial'] } } as const;
    const { data: person } = await api.get('/persons/{id}', { path, query: { include } });
    const body = { data: person.relationships.computers.data.slice(0, 1) };
    await api.patch('/persons/{id}/relationships/computers', { path, body });
    expect(await serialsOf(service, '1')).to.deep.equal(['E-2']);
  });

  it('on the route of a relationship, with filter, sort and pages', async () => {
    const route = '/persons/{id}/relationships/computers';
    const sorted = await api.get(route, { path, query: { sort: ['-serial'] } });
    expect([each(sorted.data, 'id'), sorted.complete]).to.deep.equal([['2', '1'], true]);
    const filter = [{ name: 'serial', op: 'eq', val: 'E-2' }] as const;
    const filtered = await api.get(route, { path, query: { filter } });
    expect([each(filtered.data, 'id'), filtered.complete]).to.deep.equal([['2'], false]);
    const page = await api.get(route, { path, query: { sort: ['-serial'], 'page[size]': 1, 'page[total]': true } });
    expect([each(page.data, 'id'), page.complete, page.meta?.count]).to.deep.equal([['2'], false, 2]);
    const last = await api.get(route, {
      path,
      query: { 'page[after]': page.data[0]?.meta.page.cursor ?? '', sort: ['-serial'] },
    });
    expect([each(last.data, 'id'), last.complete, last.links.next]).to.deep.equal([['1'], false, null]);
    const all = await api.get(route, { path, query: { 'page[size]': 2, 'page[total]': false } });
    expect([each(all.data, 'id'), all.complete]).to.deep.equal([['1', '2'], true]);
  });

  it('on the route of a relationship, to its end', async () => {
    const route = '/persons/{id}/relationships/computers';
    const query = { sort: ['-serial'], 'page[size]': 1 } as const;
    const walked: string[] = [];
    for await (const { id } of api.walk(route, { path, query })) walked.push(id);
    expect(walked).to.deep.equal(['2', '1']);
    const pages: unknown[] = [];
    for await (const { data, included } of api.pages(route, { path, query: { ...query, include: ['computers'] } }))
      pages.push([each(data, 'id'), each(included ?? [], 'id')]);
    expect(pages).to.deep.equal([
      [['2'], ['2']],
      [['1'], ['1']],
    ]);
  });
});
