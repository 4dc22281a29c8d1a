import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addComputer, addPerson } from './persons.ts';

const computersPointer = '/data/relationships/computers';
const ownerPointer = '/data/relationships/owner';

/** JSON that is not a document, and the expected error. `*`: the contract leaves the pointer open. */
const shapes: readonly (readonly [body: unknown, ...errors: readonly string[]])[] = [
  [null, 'invalid-document #'],
  [1, 'invalid-document #'],
  [true, 'invalid-document #'],
  ['"text"', 'invalid-document #'],
  [[], 'invalid-document #'],
  [[{ data: {} }], 'invalid-document #'],
  [{}, 'invalid-document *'],
  [{ Data: {} }, 'invalid-document *'],
  ['{"__proto__":{"data":{"type":"person","attributes":{"name":"x"}}}}', 'invalid-document *'],
  [{ data: null }, 'invalid-document #/data'],
  [{ data: 1 }, 'invalid-document #/data'],
  [{ data: 'x' }, 'invalid-document #/data'],
  [{ data: [] }, 'invalid-document #/data'],
  [{ data: [{ type: 'person', attributes: { name: 'Ada' } }] }, 'invalid-document #/data'],
];

/** Invalid members of `data`, and the expected errors. */
const members: readonly (readonly [members: object, ...errors: readonly string[]])[] = [
  [{ type: undefined }, '/data/type'],
  [{ type: null }, '/data/type'],
  [{ type: 1 }, '/data/type'],
  [{ type: ['person'] }, '/data/type'],
  [{ id: 1 }, '/data/id'],
  [{ id: null }, '/data/id'],
  [{ attributes: null }, '/data/attributes'],
  [{ attributes: [] }, '/data/attributes'],
  [{ attributes: 'x' }, '/data/attributes'],
  [{ relationships: null }, '/data/relationships'],
  [{ relationships: [] }, '/data/relationships'],
  [{ relationships: 1 }, '/data/relationships'],
  [{ relationships: { computers: null } }, computersPointer],
  [{ relationships: { computers: [] } }, computersPointer],
  [{ relationships: { computers: 'x' } }, computersPointer],
  [{ relationships: { computers: { data: null } } }, `${computersPointer}/data`],
  [{ relationships: { computers: { data: { type: 'computer', id: '1' } } } }, `${computersPointer}/data`],
  [{ relationships: { computers: { data: 'x' } } }, `${computersPointer}/data`],
  [{ relationships: { computers: { data: [1, null] } } }, `${computersPointer}/data/0`, `${computersPointer}/data/1`],
  [{ relationships: { computers: { data: [{ type: 'computer' }] } } }, `${computersPointer}/data/0/id`],
  [{ relationships: { computers: { data: [{ type: 'computer', id: 1 }] } } }, `${computersPointer}/data/0/id`],
  [{ relationships: { computers: { data: [{ type: null, id: '1' }] } } }, `${computersPointer}/data/0/type`],
  [{ type: 1, attributes: 1, relationships: 1 }, '/data/type', '/data/attributes', '/data/relationships'],
];

export function describeBodyShapes({ client }: ApiUnderTest): void {
  describe('A document', () => {
    for (const [body, ...errors] of shapes)
      it(`is refused as a whole: ${JSON.stringify(body)}`, async () => {
        const id = await addPerson(client);
        const sent = typeof body === 'string' ? body : JSON.stringify(body);
        expectErrors(await client.post('/persons', sent), ...errors);
        expectErrors(await client.patch(`/persons/${id}`, sent), ...errors);
      });

    for (const [wrong, ...pointers] of members)
      it(`is refused with these members in data: ${JSON.stringify(wrong)}`, async () => {
        const errors = pointers.map((pointer) => `invalid-document #${pointer}`);
        const data = { type: 'person', attributes: { name: 'Ada' }, ...wrong };
        expectErrors(await client.post('/persons', { data }), ...errors);
        const id = await addPerson(client);
        expectErrors(await client.patch(`/persons/${id}`, { data: { id, ...data } }), ...errors);
      });

    it('must have data in relationships', async () => {
      const data = { type: 'person', attributes: { name: 'Ada' }, relationships: { computers: { links: {} } } };
      expectErrors(await client.post('/persons', { data }), 'invalid-document *');
    });

    it('must leave out a relationship that was read without data', async () => {
      const id = await addComputer(client, 'S1');
      const { data } = (await client.get(`/computers/${id}`)).document;
      const response = await client.patch(`/computers/${id}`, { data });
      expectErrors(response, `invalid-document #${ownerPointer}/data`);
      expect(detailsOf(response)).to.deep.equal([
        `${ownerPointer}/data is missing; it must be resource linkage, unless you leave "owner" out`,
      ]);
      expect((await client.patch(`/computers/${id}`, { data: { ...data, relationships: {} } })).status).to.equal(200);
    });

    it('must have one identifier or null for a to-one relationship', async () => {
      for (const [value, pointer] of [
        [[], ''],
        [[{ type: 'person', id: '1' }], ''],
        ['1', ''],
        [{ type: 'person' }, '/id'],
        [{ id: '1' }, '/type'],
        [{ type: 'person', id: 1 }, '/id'],
      ] as const) {
        const relationships = { owner: { data: value } };
        const data = { type: 'computer', attributes: { serial: 'S1' }, relationships };
        expectErrors(
          await client.post('/computers', { data }),
          `invalid-document #/data/relationships/owner/data${pointer}`,
        );
      }
    });

    it('must have a string id to change a resource', async () => {
      const id = await addPerson(client);
      for (const sent of [undefined, null, Number(id), [id], true])
        expectErrors(
          await client.patch(`/persons/${id}`, { data: { type: 'person', id: sent } }),
          'invalid-document #/data/id',
        );
    });

    it('must have the id of the URL to change a resource', async () => {
      const id = await addPerson(client);
      for (const sent of ['', '0', `0${id}`, ` ${id}`, MISSING, 'x'])
        expectErrors(
          await client.patch(`/persons/${id}`, { data: { type: 'person', id: sent } }),
          'id-conflict #/data/id',
        );
    });

    it('must not have an id to create a resource', async () => {
      for (const id of ['1', '', 'x', MISSING])
        expectErrors(
          await client.post('/persons', { data: { type: 'person', id, attributes: { name: 'Ada' } } }),
          'client-id-forbidden #/data/id',
        );
    });

    it('must have the type of the route', async () => {
      const id = await addPerson(client);
      for (const type of ['computer', 'persons', 'Person', '', '__proto__']) {
        expectErrors(await client.post('/persons', { data: { type, attributes: {} } }), 'type-conflict #/data/type');
        expectErrors(await client.patch(`/persons/${id}`, { data: { type, id } }), 'type-conflict #/data/type');
      }
    });
  });
}
