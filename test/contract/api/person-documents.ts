import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectDocument } from './expect-document.ts';
import { addPerson, personObject } from './persons.ts';

export function describePersonDocuments({ client }: ApiUnderTest): void {
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
