import { expect } from 'chai';
import {
  createClient,
  IncompleteSetError,
  MEDIA_TYPE,
  related,
  serializeQuery,
  verdictOf,
  type Client,
} from '../../../client/src/index.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const identifiers = (...ids: readonly string[]) => ids.map((id) => ({ type: 'computer', id }));
const computers = (...ids: readonly string[]) =>
  ids.map((id) => ({ type: 'computer', id, attributes: { serial: `E-${id}` }, relationships: {} }));
const LINKAGE = '/persons/1/relationships/computers';
const incomplete = { complete: false };

/** A person with a set of computers, as in a response. */
const personWith = (set: object, id = '1') => ({
  type: 'person',
  id,
  attributes: { birth_date: null, display_name: 'ADA' },
  relationships: { computers: set },
});
const firstPage = {
  links: {
    self: LINKAGE,
    related: '/persons/1/computers',
    prev: null,
    next: `${LINKAGE}?include=computers&page[after]=b`,
  },
  data: identifiers('1', '2'),
  meta: incomplete,
};
const secondPage = { links: { prev: `${LINKAGE}?page[before]=c`, next: `${LINKAGE}?include=computers&page[after]=d` } };
const lastPage = { links: { prev: `${LINKAGE}?page[before]=e`, next: null } };

const answers: Readonly<Record<string, object>> = {
  '/persons/1': { data: personWith(firstPage), included: computers('1', '2') },
  '/persons/2': { data: personWith({ data: identifiers('1', '2') }, '2') },
  '/persons/3': { data: personWith({ ...firstPage, data: [] }, '3') },
  '/persons': {
    data: [personWith(firstPage), personWith({ data: [] }, '2')],
    included: computers('1', '2'),
    links: {},
  },
  '/computers/1': {
    data: {
      type: 'computer',
      id: '1',
      attributes: {},
      relationships: { owner: { data: { type: 'person', id: '1' } } },
    },
    included: [personWith(firstPage)],
  },
  [LINKAGE]: { data: identifiers('1', '2'), links: { self: LINKAGE } },
  [`${LINKAGE}?include=computers&page[after]=b`]: {
    ...secondPage,
    data: identifiers('3'),
    included: computers('3'),
  },
  [`${LINKAGE}?include=computers&page[after]=d`]: { ...lastPage, data: identifiers('4'), included: computers('4') },
  [`${LINKAGE}?page[size]=1`]: { ...secondPage, data: identifiers('1') },
  [`${LINKAGE}?page[size]=9`]: { links: { prev: null, next: null }, data: identifiers('1', '2') },
  [`${LINKAGE}?page[size]=9&filter=[{"name":"serial","op":"eq","val":"E"}]`]: {
    links: { prev: null, next: null },
    data: identifiers('1'),
  },
  [`${LINKAGE}?sort=-serial`]: { data: identifiers('2', '1') },
  [`${LINKAGE}?filter[serial]=E`]: { data: identifiers('1') },
  '/operations': { 'atomic:results': [{ data: personWith({ data: identifiers('1') }) }] },
};

describe('The client, for included sets,', () => {
  let sent: Sent[];
  let api: Client;

  beforeEach(() => {
    sent = [];
    api = createClient({
      baseUrl: 'http://localhost/api',
      retry: { attempts: 1 },
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const path = decodeURIComponent(pathname.replace(/^\/api/, '') + search);
        const text = await request.text();
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        sent.push({ method: request.method, path, body });
        const answer = answers[request.method === 'PATCH' ? '/persons/2' : path];
        if (answer === undefined) throw new Error(`${path} is not stubbed`);
        return new Response(JSON.stringify(answer), { headers: { 'Content-Type': MEDIA_TYPE } });
      },
    });
  });

  describe('writes an object for `include` as', () => {
    const cases: readonly (readonly [what: string, include: object, parameters: Readonly<Record<string, string>>])[] = [
      ['its paths', { computers: true, 'computers.owner': {} }, { include: 'computers,computers.owner' }],
      ['no path', {}, { include: '' }],
      [
        'the size and total of each path',
        { 'owner.computers': { size: 3, total: true }, computers: { size: 0, total: false } },
        {
          include: 'owner.computers,computers',
          'page[owner.computers][size]': '3',
          'page[owner.computers][total]': 'true',
          'page[computers][size]': '0',
        },
      ],
      [
        'the sort keys of all paths',
        { computers: { sort: ['-serial', 'owner__name'] }, 'computers.owner.computers': { sort: ['-id'] } },
        {
          include: 'computers,computers.owner.computers',
          includeSort: '-computers.serial,computers.owner__name,-computers.owner.computers.id',
        },
      ],
      [
        'the filters of all paths, as JSON',
        { computers: { filter: [{ name: 'serial', op: 'ilike', val: 'a%' }], sort: [] }, 'computers.owner': true },
        {
          include: 'computers,computers.owner',
          includeFilter: '{"computers":[{"name":"serial","op":"ilike","val":"a%"}]}',
        },
      ],
      ['nothing for empty bounds', { computers: { filter: [], sort: [] } }, { include: 'computers' }],
    ];
    for (const [what, include, parameters] of cases)
      it(what, () => {
        const query = new URLSearchParams(serializeQuery({ include, 'page[size]': 2 }));
        expect(Object.fromEntries(query)).to.deep.equal({ ...parameters, 'page[size]': '2' });
      });

    it('a request sends them', async () => {
      const include = { computers: { size: 2, sort: ['-serial'] } } as const;
      await api.get('/persons/{id}', { path: { id: '1' }, query: { include } }).catch(() => undefined);
      expect(sent[0]?.path).to.equal(
        '/persons/1?include=computers&page[computers][size]=2&includeSort=-computers.serial',
      );
    });
  });

  describe('tells if a set is complete', () => {
    it('in a resource, a list and what is included', async () => {
      const person = await api.get('/persons/{id}', { path: { id: '1' } });
      expect(person.data.relationships.computers.complete).to.equal(false);
      const list = await api.get('/persons');
      expect(list.data.map(({ relationships }) => relationships.computers.complete)).to.deep.equal([false, true]);
      const computer = await api.get('/computers/{id}', { path: { id: '1' } });
      expect(computer.included?.[0]).to.have.nested.property('relationships.computers.complete', false);
      const [result] = await api.operations().update({ type: 'person', id: '1' }).send();
      expect(result.relationships.computers.complete).to.equal(true);
    });

    it('and keeps that out of the JSON', async () => {
      const { data } = await api.get('/persons/{id}', { path: { id: '1' } });
      expect(data).to.deep.equal(personWith(firstPage));
      expect(JSON.stringify(data)).to.equal(JSON.stringify(personWith(firstPage)));
    });

    const routes: readonly (readonly [query: string, complete: boolean])[] = [
      ['', true],
      ['?page[size]=1', false],
      ['?page[size]=9', true],
      ['?page[size]=9&filter=[{"name":"serial","op":"eq","val":"E"}]', false],
      ['?sort=-serial', true],
      ['?filter[serial]=E', false],
    ];
    for (const [query, complete] of routes)
      it(`on a relationship route: ${complete} for "${query}"`, async () => {
        expect(await linkage(api, query)).to.have.property('complete', complete);
      });
  });

  describe('refuses to send back, as the whole set, a part', () => {
    const path = { id: '1' };
    const ada = { type: 'person', id: '1' } as const;
    const read = () => api.get('/persons/{id}', { path });
    type Person = Awaited<ReturnType<typeof read>>;
    type Linkage = Person['data']['relationships']['computers']['data'];

    const changed: Readonly<Record<string, (data: Linkage) => Linkage>> = {
      'as it was read': (data) => data,
      'without one member': (data) => data.filter(({ id }) => id !== '1'),
      'with one more member': (data) => [...data, { type: 'computer', id: '9' }],
    };
    for (const [how, change] of Object.entries(changed))
      it(how, async () => {
        const { data: person } = await read();
        const data = change(person.relationships.computers.data);
        sent = [];
        const relationships = { computers: { data } };
        await refused(api.patch('/persons/{id}/relationships/computers', { path, body: { data } }));
        await refused(api.patch('/persons/{id}', { path, body: { data: { ...ada, relationships } } }));
        await refused(api.request('patch', `${LINKAGE}?include=computers`, { body: { data } }));
        expect(() => api.operations().replace(ada, 'computers', data)).to.throw(IncompleteSetError);
        expect(() => api.operations().update({ ...ada, relationships })).to.throw(IncompleteSetError);
        expect(sent).to.deep.equal([]);
      });

    it('in a relationship object or a resource that was read', async () => {
      const { data: person } = await read();
      await refused(
        api.patch('/persons/{id}/relationships/computers', { path, body: { ...person.relationships.computers } }),
      );
      await refused(api.patch('/persons/{id}', { path, body: { data: person } }));
    });

    it('in a copy of a relationship object', async () => {
      const { data: person } = await read();
      const body = structuredClone(person.relationships.computers);
      await refused(api.patch('/persons/{id}/relationships/computers', { path, body }));
    });

    it('in the resources that it stands for', async () => {
      const document = await read();
      const found = related(document, document.data, 'computers');
      await refused(api.patch('/persons/{id}/relationships/computers', { path, body: { data: found } }));
      await refused(api.patch('/persons/{id}/relationships/computers', { path, body: { data: [...found] } }));
    });

    it('that a relationship route has answered with', async () => {
      const page = await linkage(api, '?page[size]=1');
      await refused(api.patch('/persons/{id}/relationships/computers', { path, body: page }));
      expect(() => api.operations().replace(ada, 'computers', [...page.data])).to.throw(IncompleteSetError);
    });

    it('that is empty', async () => {
      const { data: person } = await api.get('/persons/{id}', { path: { id: '3' } });
      const { data } = person.relationships.computers;
      await refused(api.patch('/persons/{id}/relationships/computers', { path: { id: '3' }, body: { data } }));
    });

    it('even to another resource, if it is all that was read', async () => {
      const { data: person } = await read();
      const { data } = person.relationships.computers;
      await refused(api.patch('/persons/{id}/relationships/computers', { path: { id: '2' }, body: { data } }));
    });

    it('with an error that names the relationship and how to send it', async () => {
      const { data: person } = await read();
      const body = { data: person.relationships.computers.data };
      const error = await refused(api.patch('/persons/{id}/relationships/computers', { path, body }));
      expect(error.message).to.match(/^only part of "computers" was read.*`evenIfIncomplete: true`$/);
      expect(error.relationship).to.equal('computers');
      expect(verdictOf(error)).to.equal('final');
    });

    it('unless it is told to', async () => {
      const { data: person } = await read();
      const { data } = person.relationships.computers;
      const evenIfIncomplete = true;
      sent = [];
      await api.patch('/persons/{id}/relationships/computers', { path, body: { data }, evenIfIncomplete });
      const list = api.operations().replace(ada, 'computers', data, { evenIfIncomplete });
      await list.update({ ...ada, relationships: { computers: { data } } }, { evenIfIncomplete }).send();
      const relationships = { computers: { data: identifiers('1', '2') } };
      expect(sent.map(({ body }) => body)).to.deep.equal([
        { data: identifiers('1', '2') },
        {
          'atomic:operations': [
            { op: 'update', ref: { ...ada, relationship: 'computers' }, data: identifiers('1', '2') },
            { op: 'update', data: { ...ada, relationships } },
          ],
        },
      ]);
    });
  });

  describe('sends', () => {
    it('a set that was read whole', async () => {
      const path = { id: '2' };
      const { data: person } = await api.get('/persons/{id}', { path });
      const { data } = person.relationships.computers;
      await api.patch('/persons/{id}/relationships/computers', { path, body: { data } });
      await api.patch('/persons/{id}', { path, body: { data: person } });
      api.operations().replace(person, 'computers', data);
    });

    it('members of a part to other relationships, or to add and to remove them', async () => {
      const { data: person } = await api.get('/persons/{id}', { path: { id: '1' } });
      const { data } = person.relationships.computers;
      const body = { data: data.slice(0, 1) };
      await api.patch('/persons/{id}/relationships/computers', { path: { id: '2' }, body });
      await api.patch('/persons/{id}/relationships/computers', { path: { id: '11' }, body });
      const team = { type: 'team', id: '1', relationships: { computers: body } };
      await api.request('patch', '/teams/1', { body: { data: team } });
      api.operations().link(person, 'computers', data).unlink(person, 'computers', data);
    });
  });

  describe('goes on behind a page', () => {
    it('with the further pages, until nothing follows', async () => {
      const found = await api.get('/persons');
      const [ada] = found.data;
      if (ada === undefined) throw new Error('the answer has two persons');
      const pages: (readonly string[])[] = [];
      for await (const page of api.morePages(found, ada, 'computers')) {
        expect(page.complete).to.equal(false);
        pages.push([...page.data, ...(page.included ?? [])].map(({ id }) => id));
      }
      expect(pages).to.deep.equal([
        ['3', '3'],
        ['4', '4'],
      ]);
    });

    it('with the members one after the other, those of the document first', async () => {
      const found = await api.get('/persons');
      const serials: string[] = [];
      for (const person of found.data)
        for await (const { attributes } of api.walkRelated(found, person, 'computers')) serials.push(attributes.serial);
      expect(serials).to.deep.equal(['E-1', 'E-2', 'E-3', 'E-4']);
    });

    it('one page at a time, and no further than asked, with headers', async () => {
      const found = await api.get('/persons/{id}', { path: { id: '1' } });
      const headers = { 'X-Request-Id': 'mine' };
      for await (const { id } of api.walkRelated(found, found.data, 'computers', { headers })) if (id === '3') break;
      expect(sent.map(({ path }) => path)).to.deep.equal(['/persons/1', `${LINKAGE}?include=computers&page[after]=b`]);
    });

    it('and says so when the members were not included', async () => {
      const found = await api.get('/persons/{id}', { path: { id: '2' } });
      const walk = api.walkRelated(found, found.data, 'computers');
      expect(await rejectionOf(walk.next())).to.match(/does not include "computers" of person 2/);
    });
  });
});

interface Linkage {
  readonly data: readonly { readonly type: 'computer'; readonly id: string }[];
}

/** Reads a relationship route with a query string. */
function linkage(api: Client, query: string): Promise<Linkage> {
  const { filter, ...rest } = Object.fromEntries(new URLSearchParams(query));
  const given = { ...rest, ...(filter !== undefined && { filter: JSON.parse(filter) as unknown }) };
  const get = api.get as unknown as (path: string, request: object) => Promise<Linkage>;
  return get('/persons/{id}/relationships/computers', { path: { id: '1' }, query: given });
}

async function refused(promise: Promise<unknown>): Promise<IncompleteSetError> {
  const error = await rejectionOf(promise);
  if (!(error instanceof IncompleteSetError)) throw error;
  return error;
}

function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('the request was not refused');
    },
    (error: unknown) => error,
  );
}
