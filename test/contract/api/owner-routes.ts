import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { addPerson, MISSING, personObject } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** `/computers/{computer_id}/owner` and its counterparts for the other owned types. */
export function describeOwnerRoutes({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`The owner of a ${items.type}`, () => {
    it('is the person, with the self link of the route', async () => {
      const owner = await addPerson(client);
      const item = await items.add(client, 'S1', owner);
      const { status, document } = await client.get(`${items.path}/${item}/owner`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({
        data: personObject(owner, {}, items.linked(item)),
        links: { self: `${items.path}/${item}/owner` },
        jsonapi: { version: '1.0' },
      });
    });

    it('is null when there is none', async () => {
      const item = await items.add(client);
      const { status, document } = await client.get(`${items.path}/${item}/owner?fields[person]=birth_date`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({
        data: null,
        links: { self: `${items.path}/${item}/owner` },
        jsonapi: { version: '1.0' },
      });
    });

    it('can be changed like any person', async () => {
      const id = await addPerson(client, { email: 'a@b' });
      const item = await items.add(client, 'S1', id);
      const data = { type: 'person', id, attributes: { name: 'Bob', birth_date: '2000-02-29' } };
      const { status, document } = await client.patch(`${items.path}/${item}/owner`, { data });
      expect(status).to.equal(200);
      const expected = personObject(id, { display_name: 'BOB <a@b>', birth_date: '2000-02-29' }, items.linked(item));
      expect(document.data).to.deep.equal(expected);
      expect(document.links).to.deep.equal({ self: `${items.path}/${item}/owner` });
      expect((await client.get(`/persons/${id}`)).document.data).to.deep.equal(expected);
    });

    it('may be sent back unchanged', async () => {
      const id = await addPerson(client, { email: 'a@b' });
      const item = await items.add(client, 'S1', id);
      const { document } = await client.get(`${items.path}/${item}/owner`);
      const response = await client.patch(`${items.path}/${item}/owner`, document);
      expect(response.status, response.text).to.equal(200);
      expect(response.document).to.deep.equal(document);
    });

    it(`can be given ${items.plural} that exclude this one`, async () => {
      const id = await addPerson(client);
      const [item = '', other = ''] = await items.addSeveral(client, 2);
      await client.patch(`${items.path}/${item}/relationships/owner`, { data: { type: 'person', id } });
      const relationships = items.linked(other);
      const response = await client.patch(`${items.path}/${item}/owner`, {
        data: { type: 'person', id, relationships },
      });
      expect(response.status, response.text).to.equal(200);
      expect(response.document.data).to.deep.equal(personObject(id, {}, items.linked(other)));
      expect(await items.ownerOf(client, item)).to.equal(null);
    });

    it(`can be deleted, which leaves the ${items.plural} without an owner`, async () => {
      const id = await addPerson(client);
      const [item = '', other = ''] = await items.addSeveral(client, 2, id);
      const { status, document } = await client.delete(`${items.path}/${item}/owner`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({ meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } });
      expectErrors(await client.get(`/persons/${id}`), 'object-not-found ?id');
      expect(await items.ownerOf(client, item)).to.equal(null);
      expect(await items.ownerOf(client, other)).to.equal(null);
    });

    it(`cannot be changed or deleted if the ${items.type} has none`, async () => {
      const item = await items.add(client);
      const id = await addPerson(client);
      for (const response of [
        await client.patch(`${items.path}/${item}/owner`, { data: { type: 'person', id } }),
        await client.delete(`${items.path}/${item}/owner`),
      ]) {
        expectErrors(response, `object-not-found ?${items.type}_id`);
        expect(detailsOf(response)).to.deep.equal([`${items.label}: ${item} has no owner`]);
      }
      expect((await client.get(`/persons/${id}`)).status).to.equal(200);
    });

    it(`cannot be read, changed or deleted for a ${items.type} that does not exist`, async () => {
      const path = `${items.path}/${MISSING}/owner`;
      for (const response of [
        await client.get(path),
        await client.patch(path, { data: { type: 'person', id: '1' } }),
        await client.delete(path),
      ]) {
        expectErrors(response, `object-not-found ?${items.type}_id`);
        expect(detailsOf(response)).to.deep.equal([`${items.label}: ${MISSING} not found`]);
      }
    });

    it('must match the id of a change', async () => {
      const [id, other] = [await addPerson(client), await addPerson(client)];
      const item = await items.add(client, 'S1', id);
      for (const wrong of [other, item === id ? '0' : item, MISSING, 'abc', `0${id}`, '']) {
        const data = { type: 'person', id: wrong, attributes: { name: 'Mallory' } };
        expectErrors(await client.patch(`${items.path}/${item}/owner`, { data }), 'id-conflict #/data/id');
      }
      expect((await client.get(`/persons/${id}`)).document.data).to.deep.equal(
        personObject(id, {}, items.linked(item)),
      );
      expect((await client.get(`/persons/${other}`)).document.data).to.deep.equal(personObject(other));
    });

    it('is validated like any person', async () => {
      const id = await addPerson(client);
      const item = await items.add(client, 'S1', id);
      const path = `${items.path}/${item}/owner`;
      const change = (data: object): ReturnType<typeof client.patch> => client.patch(path, { data });
      expectErrors(await change({ type: items.type, id }), 'type-conflict #/data/type');
      expectErrors(await change({ type: 'person' }), 'invalid-document #/data/id');
      expectErrors(
        await change({ type: 'person', id, attributes: { name: null, display_name: 'X', [items.attribute]: '1' } }),
        'invalid-attribute #/data/attributes/name',
        'invalid-attribute #/data/attributes/display_name',
        `invalid-attribute #/data/attributes/${items.attribute}`,
      );
      const relationships = items.linked(item, MISSING);
      expectErrors(
        await change({ type: 'person', id, attributes: { name: 'Bob' }, relationships }),
        `object-not-found #/data/relationships/${items.relationship}/data/1`,
      );
      expect((await client.get(path)).document.data).to.deep.equal(personObject(id, {}, items.linked(item)));
      expect(await items.of(client, id)).to.deep.equal([item]);
    });
  });

  describe(`Deleting persons and ${items.plural}`, () => {
    it(`leaves the ${items.plural} of a deleted person without an owner`, async () => {
      const id = await addPerson(client);
      const [item = ''] = await items.addSeveral(client, 2, id);
      await client.delete(`/persons/${id}`);
      expect((await client.get(`${items.path}/${item}/owner`)).document.data).to.equal(null);
    });

    it(`removes a ${items.type} from the linkage of its owner`, async () => {
      const id = await addPerson(client);
      const [item = '', other = ''] = await items.addSeveral(client, 2, id);
      await client.delete(`${items.path}/${item}`);
      expect(await items.of(client, id)).to.deep.equal([other]);
    });

    it('answers 404 the second time', async () => {
      const [id, item] = [await addPerson(client), await items.add(client)];
      for (const path of [`/persons/${id}`, `${items.path}/${item}`]) {
        expect((await client.delete(path)).status).to.equal(200);
        expectErrors(await client.delete(path), 'object-not-found ?id');
      }
    });
  });
}
