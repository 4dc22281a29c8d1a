import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** `/computers/{computer_id}/owner` and its counterparts for the other owned types. */
export function describeOwnerRoutes({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`The owner of a ${items.type}`, () => {
    it(`is the ${items.owner.type}, with the self link of the route`, async () => {
      const owner = await items.addOwner(client);
      const item = await items.add(client, 'S1', owner);
      const { status, document } = await client.get(`${items.path}/${item}/${items.inverse}`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({
        data: items.ownerObject(owner, items.linked(item)),
        links: { self: `${items.path}/${item}/${items.inverse}` },
        jsonapi: { version: '1.0' },
      });
    });

    it('is null when there is none', async () => {
      const item = await items.add(client);
      const { status, document } = await client.get(
        `${items.path}/${item}/${items.inverse}?fields[${items.owner.type}]=${items.owner.shown}`,
      );
      expect(status).to.equal(200);
      expect(document).to.deep.equal({
        data: null,
        links: { self: `${items.path}/${item}/${items.inverse}` },
        jsonapi: { version: '1.0' },
      });
    });

    it(`can be changed like any ${items.owner.type}`, async () => {
      const attributes = { ...items.ownerAttributes('Bob'), ...items.owner.detail };
      const id = await items.addOwner(client);
      const item = await items.add(client, 'S1', id);
      const data = { type: items.owner.type, id, attributes };
      const { status, document } = await client.patch(`${items.path}/${item}/${items.inverse}`, { data });
      expect(status).to.equal(200);
      const expected = items.ownerObject(id, items.linked(item), attributes);
      expect(document.data).to.deep.equal(expected);
      expect(document.links).to.deep.equal({ self: `${items.path}/${item}/${items.inverse}` });
      expect((await client.get(`${items.owner.path}/${id}`)).document.data).to.deep.equal(expected);
    });

    it('may be sent back unchanged', async () => {
      const id = await items.addOwner(client);
      const item = await items.add(client, 'S1', id);
      const { document } = await client.get(`${items.path}/${item}/${items.inverse}`);
      const relationships = withLinkage(document.data.relationships);
      const response = await client.patch(`${items.path}/${item}/${items.inverse}`, {
        data: { ...document.data, relationships },
      });
      expect(response.status, response.text).to.equal(200);
      expect(response.document).to.deep.equal(document);
    });

    it(`can be given ${items.plural} that exclude this one`, async () => {
      const id = await items.addOwner(client);
      const [item = '', other = ''] = await items.addSeveral(client, 2);
      await client.patch(`${items.path}/${item}/relationships/${items.inverse}`, {
        data: { type: items.owner.type, id },
      });
      const relationships = items.linked(other);
      const response = await client.patch(`${items.path}/${item}/${items.inverse}`, {
        data: { type: items.owner.type, id, relationships },
      });
      expect(response.status, response.text).to.equal(200);
      expect(response.document.data).to.deep.equal(items.ownerObject(id, items.linked(other)));
      expect(await items.ownerOf(client, item)).to.equal(null);
    });

    it(`can be deleted, which leaves the ${items.plural} without an owner`, async () => {
      const id = await items.addOwner(client);
      const [item = '', other = ''] = await items.addSeveral(client, 2, id);
      const { status, document } = await client.delete(`${items.path}/${item}/${items.inverse}`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({ meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } });
      expectErrors(await client.get(`${items.owner.path}/${id}`), 'object-not-found ?id');
      expect(await items.ownerOf(client, item)).to.equal(null);
      expect(await items.ownerOf(client, other)).to.equal(null);
    });

    it(`cannot be changed or deleted if the ${items.type} has none`, async () => {
      const item = await items.add(client);
      const id = await items.addOwner(client);
      for (const response of [
        await client.patch(`${items.path}/${item}/${items.inverse}`, { data: { type: items.owner.type, id } }),
        await client.delete(`${items.path}/${item}/${items.inverse}`),
      ]) {
        expectErrors(response, `object-not-found ?${items.type}_id`);
        expect(detailsOf(response)).to.deep.equal([`${items.label}: ${item} has no ${items.inverse}`]);
      }
      expect((await client.get(`${items.owner.path}/${id}`)).status).to.equal(200);
    });

    it(`cannot be read, changed or deleted for a ${items.type} that does not exist`, async () => {
      const path = `${items.path}/${MISSING}/${items.inverse}`;
      for (const response of [
        await client.get(path),
        await client.patch(path, { data: { type: items.owner.type, id: '1' } }),
        await client.delete(path),
      ]) {
        expectErrors(response, `object-not-found ?${items.type}_id`);
        expect(detailsOf(response)).to.deep.equal([`${items.label}: ${MISSING} not found`]);
      }
    });

    it('must match the id of a change', async () => {
      const [id, other] = [await items.addOwner(client), await items.addOwner(client)];
      const item = await items.add(client, 'S1', id);
      for (const wrong of [other, item === id ? '0' : item, MISSING, 'abc', `0${id}`, '']) {
        const data = { type: items.owner.type, id: wrong, attributes: items.ownerAttributes('Mallory') };
        expectErrors(await client.patch(`${items.path}/${item}/${items.inverse}`, { data }), 'id-conflict #/data/id');
      }
      expect((await client.get(`${items.owner.path}/${id}`)).document.data).to.deep.equal(
        items.ownerObject(id, items.linked(item)),
      );
      expect((await client.get(`${items.owner.path}/${other}`)).document.data).to.deep.equal(items.ownerObject(other));
    });

    it(`is validated like any ${items.owner.type}`, async () => {
      const id = await items.addOwner(client);
      const item = await items.add(client, 'S1', id);
      const path = `${items.path}/${item}/${items.inverse}`;
      const change = (data: object): ReturnType<typeof client.patch> => client.patch(path, { data });
      expectErrors(await change({ type: items.type, id }), 'type-conflict #/data/type');
      expectErrors(await change({ type: items.owner.type }), 'invalid-document #/data/id');
      expectErrors(
        await change({
          type: items.owner.type,
          id,
          attributes: { [items.owner.attribute]: null, nmae: 'X', [items.relationship]: '1' },
        }),
        `invalid-attribute #/data/attributes/${items.owner.attribute}`,
        'invalid-attribute #/data/attributes/nmae',
        `invalid-attribute #/data/attributes/${items.relationship}`,
      );
      const relationships = items.linked(item, MISSING);
      expectErrors(
        await change({ type: items.owner.type, id, attributes: items.ownerAttributes('Bob'), relationships }),
        `object-not-found #/data/relationships/${items.relationship}/data/1`,
      );
      expect((await client.get(path)).document.data).to.deep.equal(items.ownerObject(id, items.linked(item)));
      expect(await items.of(client, id)).to.deep.equal([item]);
    });
  });

  describe(`Deleting ${items.owner.plural} and ${items.plural}`, () => {
    it(`leaves the ${items.plural} of a deleted ${items.owner.type} without an owner`, async () => {
      const id = await items.addOwner(client);
      const [item = ''] = await items.addSeveral(client, 2, id);
      await client.delete(`${items.owner.path}/${id}`);
      expect((await client.get(`${items.path}/${item}/${items.inverse}`)).document.data).to.equal(null);
    });

    it(`removes a ${items.type} from the linkage of its owner`, async () => {
      const id = await items.addOwner(client);
      const [item = '', other = ''] = await items.addSeveral(client, 2, id);
      await client.delete(`${items.path}/${item}`);
      expect(await items.of(client, id)).to.deep.equal([other]);
    });

    it('answers 404 the second time', async () => {
      const [id, item] = [await items.addOwner(client), await items.add(client)];
      for (const path of [`${items.owner.path}/${id}`, `${items.path}/${item}`]) {
        expect((await client.delete(path)).status).to.equal(200);
        expectErrors(await client.delete(path), 'object-not-found ?id');
      }
    });
  });
}

/** Linkage that is not shown cannot be sent back. */
function withLinkage(relationships: Readonly<Record<string, object>>): object {
  return Object.fromEntries(Object.entries(relationships).filter(([, relationship]) => 'data' in relationship));
}
