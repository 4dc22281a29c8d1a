import { expect } from 'chai';
import { query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import {
  addComputer,
  addComputers,
  addPerson,
  computerIds,
  computersOf,
  dataAt,
  ownerOf,
  personId,
  personObject,
} from './fixtures.ts';

/** Creating and changing resources. */
export function describeWriting({ client }: ApiUnderTest): void {
  describe('Texts', () => {
    for (const serial of [
      '\uFEFFbyte order mark first',
      'e\u0301 stays decomposed',
      '\u00e9 stays composed',
      'שלום עולם',
      '\u202eright to left override',
      '  padded\t\r\n ',
      'back\\slash "quotes" \'apostrophes\' `ticks`',
      "Robert'); drop table person;--",
      '%_\\%',
      '😀👩‍👩‍👧‍👦',
      '\u200b\u200d zero width',
      '\ufffd and \uffff and \ue000',
      '\u0001\u001f\u007f\u0085',
      '${x} {{x}} <b>&amp;</b>',
      'NULL',
      '\u{10ffff}',
      'a\u2028\u2029',
    ])
      it(`are stored as they are sent: ${JSON.stringify(serial).slice(0, 40)}`, async () => {
        const id = await addComputer(client, serial);
        const { document } = await client.get(`/computers/${id}`);
        expect(document.data.attributes).to.deep.equal({ serial });
        const found = await client.get(`/computers${query({ 'filter[serial]': serial, 'filter[id]': id })}`);
        expect(found.document.meta).to.deep.equal({ count: 1 });
        const { document: changed } = await client.patch(`/computers/${id}`, {
          data: { type: 'computer', id, attributes: { serial: `${serial}!` } },
        });
        expect(changed.data.attributes).to.deep.equal({ serial: `${serial}!` });
      });
  });

  describe('Changing', () => {
    it('a person keeps what is not sent', async () => {
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
        const computer = await addComputer(client);
        const id = await addPerson(client, all, [computer]);
        const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
        expect(response.status, response.text).to.equal(200);
        expect(response.document.data).to.deep.equal(personObject(id, expected, [computer]));
        expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(response.document.data);
      }
    });

    it('nothing is fine', async () => {
      const [id, computer] = [await addPerson(client), await addComputer(client)];
      for (const [path, type] of [
        [`/persons/${id}`, 'person'],
        [`/computers/${computer}`, 'computer'],
      ] as const) {
        const before = await dataAt(client, path);
        for (const rest of [{}, { attributes: {} }, { relationships: {} }, { attributes: {}, relationships: {} }]) {
          const response = await client.patch(path, { data: { type, id: path.split('/')[2], ...rest } });
          expect(response.status, response.text).to.equal(200);
          expect(response.document.data).to.deep.equal(before);
        }
      }
    });

    it('the computers of a person replaces the set', async () => {
      const [one = '', other = '', third = ''] = await addComputers(client, 3);
      const id = await addPerson(client, {}, [one, other]);
      const previous = await addPerson(client, {}, [third]);
      for (const [sent, left] of [
        [
          [third, other, third],
          [other, third],
        ],
        [[], []],
      ] as const) {
        const relationships = { computers: { data: computerIds(...sent) } };
        const response = await client.patch(`/persons/${id}`, { data: { type: 'person', id, relationships } });
        expect(response.document.data).to.deep.equal(personObject(id, {}, left));
        expect(await computersOf(client, id)).to.deep.equal(left);
        expect(await computersOf(client, previous)).to.deep.equal([]);
      }
      expect(await ownerOf(client, one)).to.equal(null);
    });

    it('the owner of a computer sets, keeps or clears it', async () => {
      const owner = await addPerson(client);
      const id = await addComputer(client);
      for (const [relationships, expected] of [
        [{ owner: { data: personId(owner) } }, owner],
        [{}, owner],
        [{ owner: { data: null } }, null],
        [undefined, null],
      ] as const) {
        const data = { type: 'computer', id, attributes: { serial: 'S2' }, relationships };
        expect((await client.patch(`/computers/${id}`, { data })).status).to.equal(200);
        expect(await ownerOf(client, id)).to.equal(expected);
      }
    });
  });

  describe('Creating', () => {
    it('a person moves the computers that it names, each once', async () => {
      const [one = '', other = ''] = await addComputers(client, 2);
      const previous = await addPerson(client, {}, [one]);
      const id = await addPerson(client, {}, [other, one, other]);
      expect(await computersOf(client, id)).to.deep.equal([one, other]);
      expect(await computersOf(client, previous)).to.deep.equal([]);
    });

    it('a computer may name nobody as its owner', async () => {
      const data = { type: 'computer', attributes: { serial: 'S1' }, relationships: { owner: { data: null } } };
      const response = await client.post('/computers?include=owner', { data });
      expect(response.status).to.equal(201);
      expect(response.document.data.relationships.owner.data).to.equal(null);
      expect(response.document.included).to.deep.equal([]);
    });

    it('twice the same makes two resources', async () => {
      const [one, other] = [await addPerson(client, { email: 'a@b' }), await addPerson(client, { email: 'a@b' })];
      expect(one).not.to.equal(other);
    });

    it('unset attributes may be sent as null', async () => {
      const id = await addPerson(client, { email: null, birth_date: null });
      expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(personObject(id));
    });

    it('ignores members that nothing reads, at every level', async () => {
      const computer = await addComputer(client);
      const extra = {
        ['__proto__']: { polluted: true },
        constructor: { prototype: { polluted: true } },
        meta: { a: [1] },
        nope: null,
      };
      const identifier = {
        ...extra,
        ...(computerIds(computer)[0] ?? {}),
        attributes: { serial: 'ignored' },
        links: 'x',
      };
      const data = {
        ...extra,
        type: 'person',
        links: { self: 'http://example.org' },
        attributes: { name: 'Ada' },
        relationships: { computers: { ...extra, links: { self: 'x' }, data: [identifier] } },
      };
      const body = { ...extra, data, included: 'x', jsonapi: { version: '2.0' }, links: 7, errors: [] };
      const response = await client.post('/persons', body);
      expect(response.status, response.text).to.equal(201);
      const id = response.document.data.id as string;
      expect(await dataAt(client, `/persons/${id}`)).to.deep.equal(personObject(id, {}, [computer]));
      expect(await dataAt(client, `/computers/${computer}`)).to.have.nested.property('attributes.serial', 'S1');
      expect(Object.prototype).not.to.have.property('polluted');
    });
  });
}
