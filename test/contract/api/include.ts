import { expect } from 'chai';
import { query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { unique, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

const included = ({ document }: ApiResponse): readonly string[] | undefined =>
  (document.included as readonly Identifier[] | undefined)?.map(({ type, id }) => `${type} ${id}`);

export function describeInclude({ client }: ApiUnderTest, items: OwnedResource): void {
  const { relationship } = items;

  describe(`include of ${items.plural} and their owners`, () => {
    it(`shows the owner of a ${items.type}, with linkage on both sides`, async () => {
      const owner = await items.addOwner(client);
      const [id = '', other = ''] = await items.addSeveral(client, 2, owner);
      const { document } = await client.get(`${items.path}/${id}?include=${items.inverse}`);
      expect(document.data).to.deep.equal(items.object(id, 'S0', owner));
      expect(document.included).to.deep.equal([items.ownerObject(owner, items.linked(id, other))]);
      expect(document.links).to.deep.equal({ self: `${items.path}/${id}` });
    });

    it('yields an empty list where nothing is related', async () => {
      const [id, item] = [await items.addOwner(client), await items.add(client)];
      const alone = await client.get(`${items.path}/${item}?include=${items.inverse}`);
      expect(alone.document.data).to.deep.equal(items.object(item, 'S1', null));
      expect(alone.document.included).to.deep.equal([]);
      for (const path of [
        `${items.owner.path}/${id}?include=${relationship}`,
        `${items.relatedPath(id)}?include=${items.inverse}`,
        `${items.linkagePath(id)}?include=${relationship}`,
        `${items.path}/${item}/${items.inverse}?include=${relationship}`,
        `${items.path}/${item}/relationships/${items.inverse}?include=${items.inverse}`,
        `${items.owner.path}${query({ [`filter[${items.owner.attribute}]`]: unique('nobody'), include: relationship })}`,
      ])
        expect((await client.get(path)).document.included, path).to.deep.equal([]);
    });

    it('includes every resource on the path once, primary data too', async () => {
      const [one = '', other = ''] = await items.addSeveral(client, 2);
      const id = await items.addOwner(client, items.linked(one, other));
      const { document } = await client.get(
        `${items.owner.path}/${id}?include=${relationship}.${items.inverse}.${relationship}`,
      );
      expect(document.data).to.deep.equal(items.ownerObject(id, items.linked(one, other)));
      expect(document.included).to.have.lengthOf(3);
      expect(document.included).to.have.deep.members([
        items.object(one, 'S0', id),
        items.object(other, 'S1', id),
        items.ownerObject(id, items.linked(one, other)),
      ]);
    });

    it('orders resources by path, then primary data, then linkage', async () => {
      const name = unique('order');
      const [a = '', b = '', c = ''] = await items.addSeveral(client, 3);
      const first = await items.addOwner(client, items.linked(c), items.ownerAttributes(name));
      const second = await items.addOwner(client, items.linked(b, a), items.ownerAttributes(name));
      const ask = (include: string, sort: string): Promise<ApiResponse> =>
        client.get(`${items.owner.path}${query({ [`filter[${items.owner.attribute}]`]: name, include, sort })}`);
      const owned = (...ids: readonly string[]): readonly string[] => ids.map((id) => `${items.type} ${id}`);
      expect(included(await ask(relationship, 'id'))).to.deep.equal(owned(c, a, b));
      expect(included(await ask(relationship, '-id'))).to.deep.equal(owned(a, b, c));
      expect(included(await ask(`${relationship},${relationship}.${items.inverse}`, 'id'))).to.deep.equal([
        ...owned(c, a, b),
        `${items.owner.type} ${first}`,
        `${items.owner.type} ${second}`,
      ]);
    });

    it('includes each resource once for duplicate and nested paths', async () => {
      const id = await items.addOwner(client, items.linked(...(await items.addSeveral(client, 2))));
      for (const include of [
        `${relationship},${relationship}`,
        `${relationship},${relationship}.${items.inverse},${relationship}.${items.inverse}.${relationship}`,
      ]) {
        const found = included(await client.get(`${items.owner.path}/${id}?include=${include}`)) ?? [];
        expect(new Set(found).size, include).to.equal(found.length);
      }
    });

    it(`includes the common owner of the ${items.plural} of a list once`, async () => {
      const owner = await items.addOwner(client);
      await items.addSeveral(client, 3, owner);
      expect(included(await client.get(`${items.relatedPath(owner)}?include=${items.inverse}`))).to.deep.equal([
        `${items.owner.type} ${owner}`,
      ]);
    });

    it('starts from the owning resource on relationship routes', async () => {
      const owner = await items.addOwner(client);
      const id = await items.add(client, 'S1', owner);
      const linkage = await client.get(`${items.linkagePath(owner)}?include=${relationship}.${items.inverse}`);
      expect(linkage.document.data).to.deep.equal(items.ids(id));
      expect(included(linkage)).to.have.members([`${items.type} ${id}`, `${items.owner.type} ${owner}`]);
      const back = await client.get(`${items.path}/${id}/relationships/${items.inverse}?include=${items.inverse}`);
      expect(back.document.data).to.deep.equal(items.ownerId(owner));
      expect(included(back)).to.deep.equal([`${items.owner.type} ${owner}`]);
      for (const path of [
        `${items.linkagePath(owner)}?include=${items.inverse}`,
        `${items.path}/${id}/relationships/${items.inverse}?include=${relationship}`,
      ])
        expectErrors(await client.get(path), 'invalid-parameter ?include');
    });

    it('works on writes, whose links omit the query string', async () => {
      const item = await items.add(client);
      const relationships = items.linked(item);
      const attributes = items.ownerAttributes();
      const created = await client.post(`${items.owner.path}?include=${relationship}`, {
        data: { type: items.owner.type, attributes, relationships },
      });
      const id = created.document.data.id as string;
      expect(created.document.links).to.deep.equal({ self: `${items.owner.path}/${id}` });
      expect(created.headers.location).to.equal(`${items.owner.path}/${id}`);
      expect(included(created)).to.deep.equal([`${items.type} ${item}`]);

      const changed = await client.patch(`${items.owner.path}/${id}?include=${relationship}.${items.inverse}`, {
        data: { type: items.owner.type, id },
      });
      expect(changed.document.links).to.deep.equal({ self: `${items.owner.path}/${id}` });
      expect(included(changed)).to.have.members([`${items.type} ${item}`, `${items.owner.type} ${id}`]);

      const body = { data: items.draft('S2') };
      const nested = await client.post(`${items.relatedPath(id)}?include=${items.inverse}`, body);
      expect(nested.document.data).to.deep.equal(items.object(nested.document.data.id as string, 'S2', id));
      expect(included(nested)).to.deep.equal([`${items.owner.type} ${id}`]);

      const owner = await client.patch(`${items.path}/${item}/${items.inverse}?include=${relationship}`, {
        data: { type: items.owner.type, id },
      });
      expect(owner.document.links).to.deep.equal({ self: `${items.path}/${item}/${items.inverse}` });
      expect(included(owner)).to.deep.equal([
        `${items.type} ${item}`,
        `${items.type} ${nested.document.data.id as string}`,
      ]);
    });

    it('follows longer paths on writes to relationships', async () => {
      const [one = '', other = ''] = await items.addSeveral(client, 2);
      const id = await items.addOwner(client, items.linked(one));
      const path = items.linkagePath(id);
      const response = await client.post(`${path}?include=${relationship}.${items.inverse}`, {
        data: items.ids(other),
      });
      expect(included(response)).to.have.members([
        `${items.type} ${one}`,
        `${items.type} ${other}`,
        `${items.owner.type} ${id}`,
      ]);
      expect(response.document.links).to.deep.equal({ self: path });
    });

    it('includes nothing when empty', async () => {
      const id = await items.addOwner(client);
      const item = await items.add(client, 'S1', id);
      for (const path of [
        items.owner.path,
        `${items.owner.path}/${id}`,
        items.relatedPath(id),
        `${items.path}/${item}/${items.inverse}`,
        items.linkagePath(id),
      ])
        expect((await client.get(`${path}?include=`)).document, path).not.to.have.property('included');
      const toMany = await client.post(`${items.linkagePath(id)}?include=`, { data: [] });
      const toOne = await client.post(`${items.path}/${item}/relationships/${items.inverse}?include=`, {
        data: items.ownerId(id),
      });
      for (const { status, document } of [toMany, toOne]) {
        expect(status).to.equal(200);
        expect(document).not.to.have.property('included');
      }
      expect(toOne.document.data).to.deep.equal(items.object(item, 'S1', id));
    });

    for (const value of [
      items.inverse,
      relationship.toUpperCase(),
      `${relationship}.`,
      `.${relationship}`,
      `${relationship}..owner`,
      `${relationship},,${relationship}`,
      `${relationship}.${relationship}`,
      items.owner.attribute,
      '__proto__',
      'constructor',
      Array.from({ length: 3 }, () => `${relationship}.${items.inverse}`).join('.'),
      `${relationship}; drop`,
    ])
      it(`refuses ${JSON.stringify(value)} for a ${items.owner.type}`, async () => {
        const id = await items.addOwner(client);
        expectErrors(
          await client.get(`${items.owner.path}/${id}?include=${encodeURIComponent(value)}`),
          'invalid-parameter ?include',
        );
      });

    it('accepts a path of five names', async () => {
      const id = await items.addOwner(client, items.linked(await items.add(client)));
      const { status, document } = await client.get(
        `${items.owner.path}/${id}?include=${relationship}.${items.inverse}.${relationship}.${items.inverse}.${relationship}`,
      );
      expect(status).to.equal(200);
      expect(document.included).to.have.lengthOf(2);
    });
  });
}
