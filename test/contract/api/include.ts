import { expect } from 'chai';
import { query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { addPerson, personId, personObject, unique, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

const included = ({ document }: ApiResponse): readonly string[] | undefined =>
  (document.included as readonly Identifier[] | undefined)?.map(({ type, id }) => `${type} ${id}`);

export function describeInclude({ client }: ApiUnderTest, items: OwnedResource): void {
  const { relationship } = items;

  describe(`include of ${items.plural} and their owners`, () => {
    it(`shows the owner of a ${items.type}, with linkage on both sides`, async () => {
      const owner = await addPerson(client);
      const [id = '', other = ''] = await items.addSeveral(client, 2, owner);
      const { document } = await client.get(`${items.path}/${id}?include=owner`);
      expect(document.data).to.deep.equal(items.object(id, 'S0', owner));
      expect(document.included).to.deep.equal([personObject(owner, {}, items.linked(id, other))]);
      expect(document.links).to.deep.equal({ self: `${items.path}/${id}` });
    });

    it('yields an empty list where nothing is related', async () => {
      const [id, item] = [await addPerson(client), await items.add(client)];
      const alone = await client.get(`${items.path}/${item}?include=owner`);
      expect(alone.document.data).to.deep.equal(items.object(item, 'S1', null));
      expect(alone.document.included).to.deep.equal([]);
      for (const path of [
        `/persons/${id}?include=${relationship}`,
        `${items.relatedPath(id)}?include=owner`,
        `${items.linkagePath(id)}?include=${relationship}`,
        `${items.path}/${item}/owner?include=${relationship}`,
        `${items.path}/${item}/relationships/owner?include=owner`,
        `/persons${query({ 'filter[name]': unique('nobody'), include: relationship })}`,
      ])
        expect((await client.get(path)).document.included, path).to.deep.equal([]);
    });

    it('includes every resource on the path once, primary data too', async () => {
      const [one = '', other = ''] = await items.addSeveral(client, 2);
      const id = await addPerson(client, {}, items.linked(one, other));
      const { document } = await client.get(`/persons/${id}?include=${relationship}.owner.${relationship}`);
      expect(document.data).to.deep.equal(personObject(id, {}, items.linked(one, other)));
      expect(document.included).to.have.lengthOf(3);
      expect(document.included).to.have.deep.members([
        items.object(one, 'S0', id),
        items.object(other, 'S1', id),
        personObject(id, {}, items.linked(one, other)),
      ]);
    });

    it('orders resources by path, then primary data, then linkage', async () => {
      const name = unique('order');
      const [a = '', b = '', c = ''] = await items.addSeveral(client, 3);
      const first = await addPerson(client, { name }, items.linked(c));
      const second = await addPerson(client, { name }, items.linked(b, a));
      const ask = (include: string, sort: string): Promise<ApiResponse> =>
        client.get(`/persons${query({ 'filter[name]': name, include, sort })}`);
      const owned = (...ids: readonly string[]): readonly string[] => ids.map((id) => `${items.type} ${id}`);
      expect(included(await ask(relationship, 'id'))).to.deep.equal(owned(c, a, b));
      expect(included(await ask(relationship, '-id'))).to.deep.equal(owned(a, b, c));
      expect(included(await ask(`${relationship},${relationship}.owner`, 'id'))).to.deep.equal([
        ...owned(c, a, b),
        `person ${first}`,
        `person ${second}`,
      ]);
    });

    it('includes each resource once for duplicate and nested paths', async () => {
      const id = await addPerson(client, {}, items.linked(...(await items.addSeveral(client, 2))));
      for (const include of [
        `${relationship},${relationship}`,
        `${relationship},${relationship}.owner,${relationship}.owner.${relationship}`,
      ]) {
        const found = included(await client.get(`/persons/${id}?include=${include}`)) ?? [];
        expect(new Set(found).size, include).to.equal(found.length);
      }
    });

    it(`includes the common owner of the ${items.plural} of a list once`, async () => {
      const owner = await addPerson(client);
      await items.addSeveral(client, 3, owner);
      expect(included(await client.get(`${items.relatedPath(owner)}?include=owner`))).to.deep.equal([
        `person ${owner}`,
      ]);
    });

    it('starts from the owning resource on relationship routes', async () => {
      const owner = await addPerson(client);
      const id = await items.add(client, 'S1', owner);
      const linkage = await client.get(`${items.linkagePath(owner)}?include=${relationship}.owner`);
      expect(linkage.document.data).to.deep.equal(items.ids(id));
      expect(included(linkage)).to.have.members([`${items.type} ${id}`, `person ${owner}`]);
      const back = await client.get(`${items.path}/${id}/relationships/owner?include=owner`);
      expect(back.document.data).to.deep.equal(personId(owner));
      expect(included(back)).to.deep.equal([`person ${owner}`]);
      for (const path of [
        `${items.linkagePath(owner)}?include=owner`,
        `${items.path}/${id}/relationships/owner?include=${relationship}`,
      ])
        expectErrors(await client.get(path), 'invalid-parameter ?include');
    });

    it('works on writes, whose links omit the query string', async () => {
      const item = await items.add(client);
      const relationships = items.linked(item);
      const attributes = { name: 'Ada' };
      const created = await client.post(`/persons?include=${relationship}`, {
        data: { type: 'person', attributes, relationships },
      });
      const id = created.document.data.id as string;
      expect(created.document.links).to.deep.equal({ self: `/persons/${id}` });
      expect(created.headers.location).to.equal(`/persons/${id}`);
      expect(included(created)).to.deep.equal([`${items.type} ${item}`]);

      const changed = await client.patch(`/persons/${id}?include=${relationship}.owner`, {
        data: { type: 'person', id },
      });
      expect(changed.document.links).to.deep.equal({ self: `/persons/${id}` });
      expect(included(changed)).to.have.members([`${items.type} ${item}`, `person ${id}`]);

      const body = { data: items.draft('S2') };
      const nested = await client.post(`${items.relatedPath(id)}?include=owner`, body);
      expect(nested.document.data).to.deep.equal(items.object(nested.document.data.id as string, 'S2', id));
      expect(included(nested)).to.deep.equal([`person ${id}`]);

      const owner = await client.patch(`${items.path}/${item}/owner?include=${relationship}`, {
        data: { type: 'person', id },
      });
      expect(owner.document.links).to.deep.equal({ self: `${items.path}/${item}/owner` });
      expect(included(owner)).to.deep.equal([
        `${items.type} ${item}`,
        `${items.type} ${nested.document.data.id as string}`,
      ]);
    });

    it('follows longer paths on writes to relationships', async () => {
      const [one = '', other = ''] = await items.addSeveral(client, 2);
      const id = await addPerson(client, {}, items.linked(one));
      const path = items.linkagePath(id);
      const response = await client.post(`${path}?include=${relationship}.owner`, {
        data: items.ids(other),
      });
      expect(included(response)).to.have.members([`${items.type} ${one}`, `${items.type} ${other}`, `person ${id}`]);
      expect(response.document.links).to.deep.equal({ self: path });
    });

    it('includes nothing when empty', async () => {
      const id = await addPerson(client);
      const item = await items.add(client, 'S1', id);
      for (const path of [
        '/persons',
        `/persons/${id}`,
        items.relatedPath(id),
        `${items.path}/${item}/owner`,
        items.linkagePath(id),
      ])
        expect((await client.get(`${path}?include=`)).document, path).not.to.have.property('included');
      const toMany = await client.post(`${items.linkagePath(id)}?include=`, { data: [] });
      const toOne = await client.post(`${items.path}/${item}/relationships/owner?include=`, { data: personId(id) });
      for (const { status, document } of [toMany, toOne]) {
        expect(status).to.equal(200);
        expect(document).not.to.have.property('included');
      }
      expect(toOne.document.data).to.deep.equal(items.object(item, 'S1', id));
    });

    for (const value of [
      'owner',
      relationship.toUpperCase(),
      `${relationship}.`,
      `.${relationship}`,
      `${relationship}..owner`,
      `${relationship},,${relationship}`,
      `${relationship}.${relationship}`,
      'name',
      '__proto__',
      'constructor',
      Array.from({ length: 3 }, () => `${relationship}.owner`).join('.'),
      `${relationship}; drop`,
    ])
      it(`refuses ${JSON.stringify(value)} for a person`, async () => {
        const id = await addPerson(client);
        expectErrors(
          await client.get(`/persons/${id}?include=${encodeURIComponent(value)}`),
          'invalid-parameter ?include',
        );
      });

    it('accepts a path of five names', async () => {
      const id = await addPerson(client, {}, items.linked(await items.add(client)));
      const { status, document } = await client.get(
        `/persons/${id}?include=${relationship}.owner.${relationship}.owner.${relationship}`,
      );
      expect(status).to.equal(200);
      expect(document.included).to.have.lengthOf(2);
    });
  });
}
