import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { dataAt } from './fixtures.ts';
import { addPerson, personId, personObject, ownedByPersons } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

export function describeWriting(api: ApiUnderTest): void {
  describePersons(api);
  for (const items of ownedByPersons) describeOwned(api, items);
}

function describePersons({ client }: ApiUnderTest): void {
  describe('Creating persons', () => {
    it('with equal attributes creates two resources', async () => {
      const [one, other] = [await addPerson(client, { email: 'a@b' }), await addPerson(client, { email: 'a@b' })];
      expect(one).not.to.equal(other);
    });

    it('accepts null for unset attributes', async () => {
      const id = await addPerson(client, { email: null, birth_date: null });
      expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(personObject(id));
    });
  });
}

function describeOwned({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Changing persons and ${items.plural}`, () => {
    it('keeps attributes and linkage that are not sent', async () => {
      const all = { name: 'Ada', email: 'a@b', birth_date: '1815-12-10' };
      const shown = { display_name: 'ADA <a@b>', birth_date: '1815-12-10' };
      for (const [attributes, expected] of [
        [{}, shown],
        [{ name: 'Bob' }, { ...shown, display_name: 'BOB <a@b>' }],
        [{ email: 'c@d' }, { ...shown, display_name: 'ADA <c@d>' }],
        [{ email: null }, { ...shown, display_name: 'ADA' }],
        [{ birth_date: null }, { ...shown, birth_date: null }],
        [
          { birth_date: '2000-01-01', email: null },
          { display_name: 'ADA', birth_date: '2000-01-01' },
        ],
      ] as const) {
        const item = await items.add(client);
        const id = await addPerson(client, all, items.linked(item));
        const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
        expect(response.status, response.text).to.equal(200);
        expect(response.document.data).to.deep.equal(personObject(id, expected, items.linked(item)));
        expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(response.document.data);
      }
    });

    it('succeeds without any change', async () => {
      const [id, item] = [await addPerson(client), await items.add(client)];
      for (const [path, type] of [
        [`/persons/${id}`, 'person'],
        [`${items.path}/${item}`, items.type],
      ] as const) {
        const before = await dataAt(client, path);
        for (const rest of [{}, { attributes: {} }, { relationships: {} }, { attributes: {}, relationships: {} }]) {
          const response = await client.patch(path, { data: { type, id: path.split('/')[2], ...rest } });
          expect(response.status, response.text).to.equal(200);
          expect(response.document.data).to.deep.equal(before);
        }
      }
    });

    it(`replaces the ${items.plural} of a person`, async () => {
      const [one = '', other = '', third = ''] = await items.addSeveral(client, 3);
      const id = await addPerson(client, {}, items.linked(one, other));
      const previous = await addPerson(client, {}, items.linked(third));
      for (const [sent, left] of [
        [
          [third, other, third],
          [other, third],
        ],
        [[], []],
      ] as const) {
        const relationships = items.linked(...sent);
        const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, relationships } });
        expect(response.document.data).to.deep.equal(personObject(id, {}, items.linked(...left)));
        expect(await items.of(client, id)).to.deep.equal(left);
        expect(await items.of(client, previous)).to.deep.equal([]);
      }
      expect(await items.ownerOf(client, one)).to.equal(null);
    });

    it(`sets, keeps or clears the owner of a ${items.type}`, async () => {
      const owner = await addPerson(client);
      const id = await items.add(client);
      for (const [relationships, expected] of [
        [{ owner: { data: personId(owner) } }, owner],
        [{}, owner],
        [{ owner: { data: null } }, null],
        [undefined, null],
      ] as const) {
        const data = { type: items.type, id, attributes: items.attributes('S2'), relationships };
        expect((await client.patch(`${items.path}/${id}`, { data })).status).to.equal(200);
        expect(await items.ownerOf(client, id)).to.equal(expected);
      }
    });
  });

  describe(`Creating persons and ${items.plural}`, () => {
    it(`transfers the linked ${items.plural} to a new person, ignoring duplicates`, async () => {
      const [one = '', other = ''] = await items.addSeveral(client, 2);
      const previous = await addPerson(client, {}, items.linked(one));
      const id = await addPerson(client, {}, items.linked(other, one, other));
      expect(await items.of(client, id)).to.deep.equal([one, other]);
      expect(await items.of(client, previous)).to.deep.equal([]);
    });

    it(`accepts null as the owner of a ${items.type}`, async () => {
      const data = items.draft('S1', null);
      const response = await client.post(`${items.path}?include=owner`, { data });
      expect(response.status).to.equal(201);
      expect(response.document.data.relationships.owner.data).to.equal(null);
      expect(response.document.included).to.deep.equal([]);
    });

    it('ignores unknown members at every level', async () => {
      const item = await items.add(client);
      const extra = {
        ['__proto__']: { polluted: true },
        constructor: { prototype: { polluted: true } },
        meta: { a: [1] },
        nope: null,
      };
      const identifier = {
        ...extra,
        ...items.id(item),
        attributes: items.attributes('ignored'),
        links: 'x',
      };
      const data = {
        ...extra,
        type: 'person',
        links: { self: 'http://example.org' },
        attributes: { name: 'Ada' },
        relationships: { [items.relationship]: { ...extra, links: { self: 'x' }, data: [identifier] } },
      };
      const body = { ...extra, data, included: 'x', jsonapi: { version: '2.0' }, links: 7, errors: [] };
      const response = await client.post('/persons', body);
      expect(response.status, response.text).to.equal(201);
      const id = response.document.data.id as string;
      expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(personObject(id, {}, items.linked(item)));
      expect(await dataAt(client, `${items.path}/${item}`)).to.deep.equal(items.object(item, 'S1'));
      expect(Object.prototype).not.to.have.property('polluted');
    });
  });
}
