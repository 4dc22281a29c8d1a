import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { addPerson, personId, personObject } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';
import { ownedResources } from './owned-resources.ts';

const jsonapi = { version: '1.0' };

const expectDocument = ({ status, document, text }: ApiResponse, code: number, expected: object): void => {
  expect(document).to.deep.equal({ ...expected, jsonapi });
  expect(status, text).to.equal(code);
};

/** Sections 1 and 2 of the contract: documents, compared as wholes. */
export function describeResources(api: ApiUnderTest): void {
  describePersons(api);
  for (const items of ownedResources) describeOwned(api, items);

  it('The entry point names the service and links to its resources and pages', async () => {
    const response = await api.client.get('/');
    const { name, version, actor } = response.document.meta as Readonly<Record<string, unknown>>;
    expect([typeof name, typeof version]).to.deep.equal(['string', 'string']);
    // There is an actor only under a policy.
    expect('actor' in response.document.meta).to.equal(api.client.vary.includes('Authorization'));
    const paths = Object.values(resources).map(({ type, path }) => [type, path] as const);
    expectDocument(response, 200, {
      links: { self: '/' },
      meta: {
        name,
        version,
        resources: Object.fromEntries(paths),
        openapi: '/openapi.json',
        docs: '/docs/',
        explorer: '/explorer/',
        ...(actor !== undefined && { actor }),
      },
    });
  });
}

function describePersons({ client }: ApiUnderTest): void {
  describe('Documents of persons', () => {
    const attributes = { name: 'Ada Groß', email: 'Ada@Example.org', birth_date: '1815-12-10' };
    const shown = { display_name: 'ADA GROSS <Ada@Example.org>', birth_date: '1815-12-10' };

    it('answer a creation with the person, its Location and self link', async () => {
      const response = await client.post('/persons', { data: { type: 'person', attributes } });
      const id = response.document.data.id as string;
      expect(id).to.match(/^[1-9]\d*$/);
      expect(response.headers.location).to.equal(`/persons/${id}`);
      expectDocument(response, 201, { data: personObject(id, shown), links: { self: `/persons/${id}` } });
    });

    it('show unset attributes as null', async () => {
      const id = await addPerson(client);
      const response = await client.get(`/persons/${id}`);
      expectDocument(response, 200, {
        data: personObject(id, { birth_date: null, display_name: 'ADA' }),
        links: { self: `/persons/${id}` },
      });
    });

    it('show a list with the number of matches', async () => {
      const id = await addPerson(client, attributes);
      const response = await client.get(`/persons?filter[id]=${id}`);
      expectDocument(response, 200, {
        data: [personObject(id, shown)],
        links: { self: `/persons?filter%5Bid%5D=${id}` },
        meta: { count: 1 },
      });
    });

    it('answer a change with the changed person', async () => {
      const id = await addPerson(client);
      const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
      expectDocument(response, 200, { data: personObject(id, shown), links: { self: `/persons/${id}` } });
    });

    it('answer a deletion with a message only', async () => {
      const id = await addPerson(client);
      expectDocument(await client.delete(`/persons/${id}`), 200, { meta: { message: 'Object successfully deleted' } });
      expect((await client.get(`/persons/${id}`)).status).to.equal(404);
    });
  });
}

function describeOwned({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Documents of persons and their ${items.plural}`, () => {
    it('answer a creation with the person and its linkage', async () => {
      const relationships = items.linked(await items.add(client));
      const data = { type: 'person', attributes: { name: 'Ada' }, relationships };
      const response = await client.post('/persons', { data });
      const id = response.document.data.id as string;
      expectDocument(response, 201, { data: personObject(id, {}, relationships), links: { self: `/persons/${id}` } });
    });

    it('show the linkage on the relationship route, ordered by id', async () => {
      const owned = await items.addSeveral(client, 11);
      const id = await addPerson(client, {}, items.linked(...owned.toReversed()));
      const links = { self: items.linkagePath(id), related: items.relatedPath(id) };
      const data = items.ids(...owned);
      expectDocument(await client.get(links.self), 200, { data, links });
      expect((await client.get(`/persons/${id}`)).document.data.relationships[items.relationship].data).to.deep.equal(
        data,
      );
    });

    for (const [method, write, kept] of [
      ['POST', [1], [0, 1]],
      ['PATCH', [1], [1]],
      ['DELETE', [0], []],
    ] as const)
      it(`answer ${method} on the relationship route with the person and all its ${items.plural}`, async () => {
        const [one = '', other = ''] = await items.addSeveral(client, 2);
        const id = await addPerson(client, {}, items.linked(one));
        const self = items.linkagePath(id);
        const body = { data: items.ids(...write.map((index) => [one, other][index] ?? '')) };
        const left = kept.map((index) => [one, other][index] ?? '');
        expectDocument(await client.send(method, self, { body }), 200, {
          data: personObject(id, {}, items.linked(...left)),
          included: left.map((item) => items.object(item, item === one ? 'S0' : 'S1')),
          links: { self },
        });
      });
  });

  describe(`Documents of ${items.plural}`, () => {
    it(`answer a creation with the ${items.type}, its Location and self link, without linkage`, async () => {
      const owner = await addPerson(client);
      const response = await client.post(items.path, { data: items.draft('X', owner) });
      const id = response.document.data.id as string;
      expect(response.headers.location).to.equal(`${items.path}/${id}`);
      expectDocument(response, 201, { data: items.object(id, 'X'), links: { self: `${items.path}/${id}` } });
    });

    it('omit the linkage of the owner from resources and lists', async () => {
      const owner = await addPerson(client);
      const id = await items.add(client, 'X', owner);
      const data = items.object(id, 'X');
      expectDocument(await client.get(`${items.path}/${id}`), 200, { data, links: { self: `${items.path}/${id}` } });
      const self = `${items.path}?filter%5Bid%5D=${id}`;
      expectDocument(await client.get(self), 200, { data: [data], links: { self }, meta: { count: 1 } });
      expectDocument(await client.get(items.relatedPath(owner)), 200, {
        data: [data],
        links: { self: items.relatedPath(owner) },
        meta: { count: 1 },
      });
    });

    it(`answer a change with the changed ${items.type}`, async () => {
      const id = await items.add(client);
      const body = { data: { type: items.type, id, attributes: items.attributes('Y') } };
      const data = items.object(id, 'Y');
      expectDocument(await client.patch(`${items.path}/${id}`, body), 200, {
        data,
        links: { self: `${items.path}/${id}` },
      });
    });

    it('answer a deletion with a message only', async () => {
      const id = await items.add(client);
      expectDocument(await client.delete(`${items.path}/${id}`), 200, {
        meta: { message: 'Object successfully deleted' },
      });
    });

    it('show the owner or null on the relationship route', async () => {
      const owner = await addPerson(client);
      for (const [id, data] of [
        [await items.add(client, 'X', owner), personId(owner)],
        [await items.add(client), null],
      ] as const) {
        const links = { self: `${items.path}/${id}/relationships/owner`, related: `${items.path}/${id}/owner` };
        expectDocument(await client.get(links.self), 200, { data, links });
      }
    });

    it(`answer writes on the relationship route with the ${items.type}, its linkage and the owner`, async () => {
      const owner = await addPerson(client);
      const id = await items.add(client);
      const self = `${items.path}/${id}/relationships/owner`;
      const linked = {
        data: items.object(id, 'S1', owner),
        included: [personObject(owner, {}, items.linked(id))],
        links: { self },
      };
      const free = { data: items.object(id, 'S1', null), included: [], links: { self } };
      expectDocument(await client.post(self, { data: personId(owner) }), 200, linked);
      expectDocument(await client.delete(self, { data: personId(owner) }), 200, free);
      expectDocument(await client.patch(self, { data: personId(owner) }), 200, linked);
      expectDocument(await client.patch(self, { data: null }), 200, free);
    });
  });
}
