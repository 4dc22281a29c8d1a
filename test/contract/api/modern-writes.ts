import { expect } from 'chai';
import { MEDIA_TYPE, type ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { makeHousehold } from './conditions.ts';
import { expectErrors } from './expect-errors.ts';
import { asInLinks, described, modern } from './modern.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 22 of the contract: responses to writes in JSON:API 1.1. */
export function describeModernWrites(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Writes in JSON:API 1.1, with ${items.plural}`, () => {
    describeWrites(api, items);
    describeRelationshipWrites(api, items);
  });
}

function describeWrites({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship, inverse } = items;
  const include = `include=${relationship}.${inverse}`;

  it('return a self link to the new resource with the query of the request', async () => {
    const free = await items.add(client);
    const data = { type: owners.type, attributes: items.ownerAttributes('Ada'), relationships: items.linked(free) };
    for (const query of ['', `?${include}`, '?include=']) {
      const response = await client.post(`${owners.path}${query}`, { data }, modern);
      expect(response.status, response.text).to.equal(201);
      const self = String(response.headers.location);
      expect(self).to.equal(`${owners.path}/${String(response.document.data.id)}`);
      const read = await client.get(`${self}${query}`, modern);
      expect(response.document).to.deep.equal(read.document);
      expect(response.headers.etag).to.equal(read.headers.etag);
      expect(response.document.links).to.deep.equal({
        self: { href: `${self}${query}`, type: MEDIA_TYPE },
        ...described,
      });
    }
  });

  it('return what GET returns after a change', async () => {
    const { ada, item } = await makeHousehold(client, items);
    const change = (text: string): object => ({ ...items.ownerId(ada), attributes: items.ownerAttributes(text) });
    for (const path of [`${owners.path}/${ada}`, `${items.path}/${item}/${inverse}`])
      for (const query of ['', `?include=${relationship}`, `?${include}&fields[${owners.type}]=${relationship}`]) {
        const response = await client.patch(`${path}${query}`, { data: change(`${query} ${path}`) }, modern);
        expect(response.status, response.text).to.equal(200);
        const read = await client.get(`${path}${query}`, modern);
        expect(response.document).to.deep.equal(read.document);
        expect(response.headers.etag).to.equal(read.headers.etag);
      }
  });

  it('return only the link describedby for a deletion and for operations', async () => {
    const { ada, item, free } = await makeHousehold(client, items);
    for (const path of [`${items.path}/${item}/${inverse}`, `${items.path}/${free}`]) {
      const { document, headers } = await client.delete(path, undefined, modern);
      expect(document).to.deep.equal({
        meta: { message: 'Object successfully deleted' },
        links: described,
        jsonapi: { version: '1.1' },
      });
      expect(headers['content-type']).to.equal(MEDIA_TYPE);
    }
    expectErrors(await client.get(`${owners.path}/${ada}`), 'object-not-found ?id');
    const { document } = await client.operate([{ op: 'add', data: items.draft() }]);
    expect(document.links).to.deep.equal(described);
    expect((await client.operate([{ op: 'add', data: null }])).document.links).to.deep.equal(described);
  });
}

function describeRelationshipWrites({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, relationship, inverse } = items;
  const resource = (type: string, id: string): string => `${type} ${id}`;
  const included = ({ document }: ApiResponse): readonly string[] =>
    (document.included as readonly Identifier[]).map(({ type, id }) => resource(type, id));

  it('return the linkage after a change of a relationship', async () => {
    const { ada, item, free } = await makeHousehold(client, items);
    const [many, one] = [items.linkagePath(ada), `${items.path}/${item}/relationships/${inverse}`];
    for (const [method, path, data] of [
      ['POST', many, items.ids(free)],
      ['POST', many, items.ids(free)],
      ['DELETE', many, items.ids(item)],
      ['PATCH', many, items.ids(item, free)],
      ['PATCH', many, []],
      ['PATCH', one, items.ownerId(ada)],
      ['POST', one, [items.ownerId(ada)]],
      ['DELETE', one, items.ownerId(ada)],
      ['PATCH', one, null],
    ] as const) {
      const response = await client.send(method, path, { ...modern, body: { data } });
      expect(response.status, response.text).to.equal(200);
      const read = await client.get(path, modern);
      expect(response.document.data, `${method} ${path}`).to.deep.equal(read.document.data);
      expect(response.document.links.self).to.deep.equal({ href: path, type: MEDIA_TYPE });
      expect(response.headers.etag).to.equal(read.headers.etag);
    }
  });

  it('include the related resources after a change of a relationship, or what the query asks for', async () => {
    const { ada, item, free } = await makeHousehold(client, items);
    const path = items.linkagePath(ada);
    const data = items.ids(item, free);
    const all = [item, free].map((id) => resource(items.type, id));
    const person = resource(owners.type, ada);
    for (const [query, expected] of [
      ['', all],
      ['?include=', []],
      [`?include=${relationship}`, all],
      [`?include=${relationship}.${inverse}`, [...all, person]],
      [`?include=${relationship}&fields[${owners.type}]=`, []],
      [`?fields[${items.type}]=`, all],
    ] as const) {
      const response = await client.patch(`${path}${query}`, { data }, modern);
      expect(included(response), query).to.deep.equal(expected);
      expect(response.document.links.self.href).to.equal(asInLinks(`${path}${query}`));
    }
    const back = `${items.path}/${item}/relationships/${inverse}`;
    const assigned = await client.patch(back, { data: items.ownerId(ada) }, modern);
    expect([assigned.document.data, included(assigned)]).to.deep.equal([items.ownerId(ada), [person]]);
    const cleared = await client.patch(back, { data: null }, modern);
    expect([cleared.document.data, included(cleared)]).to.deep.equal([null, []]);
  });
}
