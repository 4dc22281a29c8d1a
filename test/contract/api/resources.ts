import { expect } from 'chai';
import { requireRelationship, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { resourceObject, shownAttributes } from '../../support/resource-objects.ts';
import { INCLUDED } from '../../support/media-types.ts';
import { addAny, newAttributes, newResource } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { expectDocument } from './expect-document.ts';
import type { OwnedResource } from './owned-resource.ts';
import { ofEveryOwned } from './owned-resources.ts';

/** Sections 1 and 2 of the contract: documents, compared as wholes. */
export function describeResources(api: ApiUnderTest): void {
  for (const resource of Object.values<Resource>(resources)) describeType(api, resource);
  ofEveryOwned(describeOwned)(api);

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
        profiles: { included: INCLUDED },
        ...(actor !== undefined && { actor }),
      },
    });
  });
}

/** Documents of any type, without linkage except for required relationships. */
function describeType({ client }: ApiUnderTest, resource: Resource): void {
  const { type, plural, path } = resource;
  describe(`Documents of all ${plural}`, () => {
    const shownOf = (id: string, { attributes, relationships }: Awaited<ReturnType<typeof newResource>>): object => {
      const isShown = (name: string): boolean => requireRelationship(resource, name).linkage === 'always';
      const shown = Object.entries(relationships).filter(([name]) => isShown(name));
      return resourceObject(type, id, shownAttributes(type, attributes), Object.fromEntries(shown));
    };

    it('answer a creation with the resource, its Location and self link', async () => {
      const data = await newResource(client, type);
      const response = await client.post(path, { data });
      const id = response.document.data.id as string;
      expect(id).to.match(/^[1-9]\d*$/);
      expect(response.headers.location).to.equal(`${path}/${id}`);
      expectDocument(response, 201, { data: shownOf(id, data), links: { self: `${path}/${id}` } });
    });

    it('show unset attributes as null', async () => {
      const writable = writableAttributesOf(resource);
      const { attributes, ...rest } = await newResource(client, type);
      const required = Object.entries(attributes).filter(([name]) => writable[name]?.declared.isRequired);
      const data = { ...rest, attributes: Object.fromEntries(required) };
      const id = createdId(await client.post(path, { data }));
      const self = `${path}/${id}`;
      expectDocument(await client.get(self), 200, { data: shownOf(id, data), links: { self } });
    });

    it('show a list with the number of matches', async () => {
      const data = await newResource(client, type);
      const id = createdId(await client.post(path, { data }));
      const self = `${path}?filter%5Bid%5D=${id}`;
      expectDocument(await client.get(self), 200, { data: [shownOf(id, data)], links: { self }, meta: { count: 1 } });
    });

    it('answer a change with the changed resource', async () => {
      const data = await newResource(client, type);
      const id = createdId(await client.post(path, { data }));
      const self = `${path}/${id}`;
      const attributes = newAttributes(type);
      const response = await client.patch(self, { data: { type, id, attributes } });
      expectDocument(response, 200, { data: shownOf(id, { ...data, attributes }), links: { self } });
    });

    it('answer a deletion with a message only', async () => {
      const self = `${path}/${await addAny(client, type)}`;
      expectDocument(await client.delete(self), 200, { meta: { message: 'Object successfully deleted' } });
      expect((await client.get(self)).status).to.equal(404);
    });
  });
}

function describeOwned({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Documents of ${items.owner.plural} and their ${items.plural}`, () => {
    it(`answer a creation with the ${items.owner.type} and its linkage`, async () => {
      const relationships = items.linked(await items.add(client));
      const { type, path } = items.owner;
      const data = { type, attributes: items.ownerAttributes(), relationships };
      const response = await client.post(path, { data });
      const id = response.document.data.id as string;
      expectDocument(response, 201, { data: items.ownerObject(id, relationships), links: { self: `${path}/${id}` } });
    });

    it('show the linkage on the relationship route, ordered by id', async () => {
      const owned = await items.addSeveral(client, 11);
      const id = await items.addOwner(client, items.linked(...owned.toReversed()));
      const links = { self: items.linkagePath(id), related: items.relatedPath(id) };
      const data = items.ids(...owned);
      expectDocument(await client.get(links.self), 200, { data, links });
      expect(
        (await client.get(`${items.owner.path}/${id}`)).document.data.relationships[items.relationship].data,
      ).to.deep.equal(data);
    });

    for (const [method, write, kept] of [
      ['POST', [1], [0, 1]],
      ['PATCH', [1], [1]],
      ['DELETE', [0], []],
    ] as const)
      it(`answer ${method} on the relationship route with the ${items.owner.type} and all its ${items.plural}`, async () => {
        const [one = '', other = ''] = await items.addSeveral(client, 2);
        const id = await items.addOwner(client, items.linked(one));
        const self = items.linkagePath(id);
        const body = { data: items.ids(...write.map((index) => [one, other][index] ?? '')) };
        const left = kept.map((index) => [one, other][index] ?? '');
        expectDocument(await client.send(method, self, { body }), 200, {
          data: items.ownerObject(id, items.linked(...left)),
          included: left.map((item) => items.object(item, item === one ? 'S0' : 'S1')),
          links: { self },
        });
      });
  });

  describe(`Documents of ${items.plural}`, () => {
    it(`answer a creation with the ${items.type}, its Location and self link, without linkage`, async () => {
      const owner = await items.addOwner(client);
      const response = await client.post(items.path, { data: items.draft('X', owner) });
      const id = response.document.data.id as string;
      expect(response.headers.location).to.equal(`${items.path}/${id}`);
      expectDocument(response, 201, { data: items.object(id, 'X'), links: { self: `${items.path}/${id}` } });
    });

    it('omit the linkage of the owner from resources and lists', async () => {
      const owner = await items.addOwner(client);
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
      const owner = await items.addOwner(client);
      for (const [id, data] of [
        [await items.add(client, 'X', owner), items.ownerId(owner)],
        [await items.add(client), null],
      ] as const) {
        const links = {
          self: `${items.path}/${id}/relationships/${items.inverse}`,
          related: `${items.path}/${id}/${items.inverse}`,
        };
        expectDocument(await client.get(links.self), 200, { data, links });
      }
    });

    it(`answer writes on the relationship route with the ${items.type}, its linkage and the owner`, async () => {
      const owner = await items.addOwner(client);
      const id = await items.add(client);
      const self = `${items.path}/${id}/relationships/${items.inverse}`;
      const linked = {
        data: items.object(id, 'S1', owner),
        included: [items.ownerObject(owner, items.linked(id))],
        links: { self },
      };
      const free = { data: items.object(id, 'S1', null), included: [], links: { self } };
      expectDocument(await client.post(self, { data: items.ownerId(owner) }), 200, linked);
      expectDocument(await client.delete(self, { data: items.ownerId(owner) }), 200, free);
      expectDocument(await client.patch(self, { data: items.ownerId(owner) }), 200, linked);
      expectDocument(await client.patch(self, { data: null }), 200, free);
    });
  });
}
