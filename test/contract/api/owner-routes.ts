import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import {
  addComputer,
  addComputers,
  addPerson,
  computerIds,
  computersOf,
  MISSING,
  ownerOf,
  personObject,
} from './fixtures.ts';

/** `/computers/{computer_id}/owner` */
export function describeOwnerRoutes({ client }: ApiUnderTest): void {
  describe('The owner of a computer', () => {
    it('is the person, under a link of its own', async () => {
      const owner = await addPerson(client);
      const computer = await addComputer(client, 'S1', owner);
      const { status, document } = await client.get(`/computers/${computer}/owner`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({
        data: personObject(owner, {}, [computer]),
        links: { self: `/computers/${computer}/owner` },
        jsonapi: { version: '1.0' },
      });
    });

    it('is null when there is none', async () => {
      const computer = await addComputer(client);
      const { status, document } = await client.get(`/computers/${computer}/owner?fields[person]=birth_date`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({
        data: null,
        links: { self: `/computers/${computer}/owner` },
        jsonapi: { version: '1.0' },
      });
    });

    it('is changed as the person that it is', async () => {
      const id = await addPerson(client, { email: 'a@b' });
      const computer = await addComputer(client, 'S1', id);
      const data = { type: 'person', id, attributes: { name: 'Bob', birth_date: '2000-02-29' } };
      const { status, document } = await client.patch(`/computers/${computer}/owner`, { data });
      expect(status).to.equal(200);
      const expected = personObject(id, { display_name: 'BOB <a@b>', birth_date: '2000-02-29' }, [computer]);
      expect(document.data).to.deep.equal(expected);
      expect(document.links).to.deep.equal({ self: `/computers/${computer}/owner` });
      expect((await client.get(`/persons/${id}`)).document.data).to.deep.equal(expected);
    });

    it('may be sent back as it was read', async () => {
      const id = await addPerson(client, { email: 'a@b' });
      const computer = await addComputer(client, 'S1', id);
      const { document } = await client.get(`/computers/${computer}/owner`);
      const response = await client.patch(`/computers/${computer}/owner`, document);
      expect(response.status, response.text).to.equal(200);
      expect(response.document).to.deep.equal(document);
    });

    it('can be given other computers than this one', async () => {
      const id = await addPerson(client);
      const [computer = '', other = ''] = await addComputers(client, 2);
      await client.patch(`/computers/${computer}/relationships/owner`, { data: { type: 'person', id } });
      const relationships = { computers: { data: computerIds(other) } };
      const response = await client.patch(`/computers/${computer}/owner`, {
        data: { type: 'person', id, relationships },
      });
      expect(response.status, response.text).to.equal(200);
      expect(response.document.data).to.deep.equal(personObject(id, {}, [other]));
      expect(await ownerOf(client, computer)).to.equal(null);
    });

    it('is deleted as the person that it is, and the computers stay', async () => {
      const id = await addPerson(client);
      const [computer = '', other = ''] = await addComputers(client, 2, id);
      const { status, document } = await client.delete(`/computers/${computer}/owner`);
      expect(status).to.equal(200);
      expect(document).to.deep.equal({ meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } });
      expectErrors(await client.get(`/persons/${id}`), 'object-not-found ?id');
      expect(await ownerOf(client, computer)).to.equal(null);
      expect(await ownerOf(client, other)).to.equal(null);
    });

    it('cannot be changed or deleted where there is none', async () => {
      const computer = await addComputer(client);
      const id = await addPerson(client);
      for (const response of [
        await client.patch(`/computers/${computer}/owner`, { data: { type: 'person', id } }),
        await client.delete(`/computers/${computer}/owner`),
      ]) {
        expectErrors(response, 'object-not-found ?computer_id');
        expect(detailsOf(response)).to.deep.equal([`Computer: ${computer} has no owner`]);
      }
      expect((await client.get(`/persons/${id}`)).status).to.equal(200);
    });

    it('cannot be read, changed or deleted for a computer that does not exist', async () => {
      const path = `/computers/${MISSING}/owner`;
      for (const response of [
        await client.get(path),
        await client.patch(path, { data: { type: 'person', id: '1' } }),
        await client.delete(path),
      ]) {
        expectErrors(response, 'object-not-found ?computer_id');
        expect(detailsOf(response)).to.deep.equal([`Computer: ${MISSING} not found`]);
      }
    });

    it('must be the person that a change names', async () => {
      const [id, other] = [await addPerson(client), await addPerson(client)];
      const computer = await addComputer(client, 'S1', id);
      for (const wrong of [other, computer === id ? '0' : computer, MISSING, 'abc', `0${id}`, '']) {
        const data = { type: 'person', id: wrong, attributes: { name: 'Mallory' } };
        expectErrors(await client.patch(`/computers/${computer}/owner`, { data }), 'id-conflict #/data/id');
      }
      expect((await client.get(`/persons/${id}`)).document.data).to.deep.equal(personObject(id, {}, [computer]));
      expect((await client.get(`/persons/${other}`)).document.data).to.deep.equal(personObject(other));
    });

    it('is held to the rules of persons', async () => {
      const id = await addPerson(client);
      const computer = await addComputer(client, 'S1', id);
      const path = `/computers/${computer}/owner`;
      const change = (data: object): ReturnType<typeof client.patch> => client.patch(path, { data });
      expectErrors(await change({ type: 'computer', id }), 'type-conflict #/data/type');
      expectErrors(await change({ type: 'person' }), 'invalid-document #/data/id');
      expectErrors(
        await change({ type: 'person', id, attributes: { name: null, display_name: 'X', serial: '1' } }),
        'invalid-attribute #/data/attributes/name',
        'invalid-attribute #/data/attributes/display_name',
        'invalid-attribute #/data/attributes/serial',
      );
      const relationships = { computers: { data: computerIds(computer, MISSING) } };
      expectErrors(
        await change({ type: 'person', id, attributes: { name: 'Bob' }, relationships }),
        'object-not-found #/data/relationships/computers/data/1',
      );
      expect((await client.get(path)).document.data).to.deep.equal(personObject(id, {}, [computer]));
      expect(await computersOf(client, id)).to.deep.equal([computer]);
    });
  });

  describe('Deleting', () => {
    it('a person leaves its computers, without an owner', async () => {
      const id = await addPerson(client);
      const [computer = ''] = await addComputers(client, 2, id);
      await client.delete(`/persons/${id}`);
      expect((await client.get(`/computers/${computer}/owner`)).document.data).to.equal(null);
    });

    it('a computer removes it from its owner', async () => {
      const id = await addPerson(client);
      const [computer = '', other = ''] = await addComputers(client, 2, id);
      await client.delete(`/computers/${computer}`);
      expect(await computersOf(client, id)).to.deep.equal([other]);
    });

    it('twice finds nothing the second time', async () => {
      const [id, computer] = [await addPerson(client), await addComputer(client)];
      for (const path of [`/persons/${id}`, `/computers/${computer}`]) {
        expect((await client.delete(path)).status).to.equal(200);
        expectErrors(await client.delete(path), 'object-not-found ?id');
      }
    });
  });
}
