import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { MISSING } from './fixtures.ts';
import { addPerson, computers, personId, personObject } from './persons.ts';
import { expectErrors } from './expect-errors.ts';

/** The computed attribute of a person. */
export function describeDisplayName({ client }: ApiUnderTest): void {
  describe('The display name', () => {
    for (const [name, email, shown] of [
      ['Ada', null, 'ADA'],
      ['Ada', 'Ada@Example.Org', 'ADA <Ada@Example.Org>'],
      ['Straße', null, 'STRASSE'],
      ['ﬁn', null, 'FIN'],
      ['ŉ', null, 'ʼN'],
      ['\u0390', null, '\u0399\u0308\u0301'],
      ['istanbul ı', null, 'ISTANBUL I'],
      ['ǆ', null, 'Ǆ'],
      ['σς', null, 'ΣΣ'],
      ['𐐨', null, '𐐀'],
      ['  two  spaces ', 'a@b', '  TWO  SPACES  <a@b>'],
      ['שלום', null, 'שלום'],
      ['e\u0301', null, 'E\u0301'],
      ['\uFEFFa', null, '\uFEFFA'],
    ] as const)
      it(`of ${JSON.stringify(name)} with ${email ?? 'no e-mail'} is ${JSON.stringify(shown)}`, async () => {
        const id = await addPerson(client, { name, email });
        const { document } = await client.get(`/persons/${id}`);
        expect(document.data).to.deep.equal(personObject(id, { display_name: shown }));
      });

    it('reflects changes to name and e-mail', async () => {
      const id = await addPerson(client, { name: 'Ada', email: 'ada@example.org' });
      for (const [attributes, shown] of [
        [{ name: 'Bob' }, 'BOB <ada@example.org>'],
        [{ email: 'bob@example.org' }, 'BOB <bob@example.org>'],
        [{ email: null }, 'BOB'],
      ] as const) {
        const { document } = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
        expect(document.data.attributes.display_name).to.equal(shown);
      }
    });

    it('may be sent back unchanged', async () => {
      const id = await addPerson(client, { name: 'Groß', email: 'a@b' });
      const { document } = await client.get(`/persons/${id}`);
      const response = await client.patch(`/persons/${id}`, document);
      expect(response.status, response.text).to.equal(200);
      expect(response.document).to.deep.equal(document);
    });

    it('may be sent back even if the change alters it', async () => {
      const id = await addPerson(client, { name: 'Ada' });
      const attributes = { display_name: 'ADA', name: 'Bob' };
      const { document } = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
      expect(document.data.attributes.display_name).to.equal('BOB');
    });

    it('cannot be changed', async () => {
      const id = await addPerson(client, { name: 'Ada' });
      for (const display_name of ['BOB', 'ada', 'ADA ', '', null, 1, ['ADA']]) {
        const attributes = { display_name, name: 'Bob' };
        const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
        expectErrors(response, 'invalid-attribute #/data/attributes/display_name');
      }
      expect((await client.get(`/persons/${id}`)).document.data.attributes.display_name).to.equal('ADA');
    });

    it('is validated with the other attributes, before the types of linkage', async () => {
      const id = await addPerson(client, { name: 'Ada' });
      const relationships = { computers: { data: [personId(id)] } };
      const change = (display_name: string, name: string | null): ReturnType<typeof client.patch> =>
        client.patch(`/persons/${id}`, {
          data: { type: 'person', id, attributes: { display_name, name }, relationships },
        });
      const shown = 'invalid-attribute #/data/attributes/display_name';
      expectErrors(await change('BOB', null), shown, 'invalid-attribute #/data/attributes/name');
      expectErrors(await change('BOB', 'Bob'), shown);
      expectErrors(await change('ADA', 'Bob'), 'type-conflict #/data/relationships/computers/data/0/type');
      expect((await client.get(`/persons/${id}`)).document.data).to.deep.equal(personObject(id));
    });

    it('of a missing person does not hide other errors', async () => {
      const owner = await addPerson(client);
      const computer = await computers.add(client, 'S1', owner);
      for (const [path, id] of [
        [`/persons/${MISSING}`, MISSING],
        ['/persons/abc', 'abc'],
        [`/computers/${MISSING}/owner`, owner],
        [`/computers/${computer}/owner`, MISSING],
      ] as const) {
        const data = { type: 'person', id, attributes: { display_name: 'ADA', name: null } };
        expectErrors(await client.patch(path, { data }), 'invalid-attribute #/data/attributes/name');
      }
    });

    it('does not hide an id conflict on the owner route', async () => {
      const owner = await addPerson(client, { name: 'Ada' });
      const computer = await computers.add(client, 'S1', owner);
      const other = await addPerson(client, { name: 'Bob' });
      const { document } = await client.get(`/persons/${other}`);
      expectErrors(await client.patch(`/computers/${computer}/owner`, document), 'id-conflict #/data/id');
      const own = await client.get(`/computers/${computer}/owner`);
      expect((await client.patch(`/computers/${computer}/owner`, own.document)).status).to.equal(200);
    });

    it('cannot be sent on creation, even if correct', async () => {
      const attributes = { name: 'Ada', display_name: 'ADA' };
      const response = await client.post('/persons', { data: { type: 'person', attributes } });
      expectErrors(response, 'invalid-attribute #/data/attributes/display_name');
    });
  });
}
