import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addPerson, personObject } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';
import { ownedResources } from './owned-resources.ts';

/** Path segments that are not identifiers. */
const strange = [
  '0',
  '-0',
  '00',
  '01',
  '+1',
  '-1',
  '1.0',
  '1e0',
  '0x1',
  '1_0',
  'abc',
  'null',
  '__proto__',
  '%201',
  '1%20',
  '1%0A',
  '%2B1',
  '%00',
  '1%00',
  '%',
  '%zz',
  '%ff',
  '1%2F2',
  '%D9%A1',
  '%EF%BC%91',
  '1,2',
  '1;x=1',
  '9223372036854775808',
  '18446744073709551617',
  '99999999999999999999',
  '1'.repeat(1000),
  "1'--",
] as const;

/** Strings that are not identifiers in linkage. */
const strangeTexts = [
  '0',
  '01',
  '+1',
  ' 1',
  '1 ',
  '1.0',
  '0x1',
  'abc',
  '',
  '\u0000',
  '１',
  '9223372036854775808',
  '9'.repeat(300),
  '__proto__',
];

export function describeIdentifiers(api: ApiUnderTest): void {
  describePersons(api);
  for (const items of ownedResources) describeOwned(api, items);
}

function describePersons({ client }: ApiUnderTest): void {
  describe('Identifiers', () => {
    it('may be percent-encoded', async () => {
      const id = await addPerson(client);
      const escaped = [...id].map((digit) => `%${digit.charCodeAt(0).toString(16)}`).join('');
      const { document } = await client.get(`/persons/${escaped}`);
      expect(document.data).to.deep.equal(personObject(id));
    });

    it('beyond 2^53 stay exact', async () => {
      const response = await client.get('/persons/9007199254740993');
      expect(detailsOf(response)).to.deep.equal(['Person: 9007199254740993 not found']);
    });
  });
}

function describeOwned({ client, statements }: ApiUnderTest, items: OwnedResource): void {
  describe(`Identifiers of persons and ${items.plural}`, () => {
    it('of missing resources are named in the detail, and their path parameter in the source', async () => {
      for (const [path, detail, parameter] of [
        [`/persons/${MISSING}`, `Person: ${MISSING} not found`, 'id'],
        [items.relatedPath(MISSING), `Person: ${MISSING} not found`, 'id'],
        [items.linkagePath(MISSING), `Person: ${MISSING} not found`, 'id'],
        [`${items.path}/${MISSING}`, `${items.label}: ${MISSING} not found`, 'id'],
        [`${items.path}/${MISSING}/relationships/owner`, `${items.label}: ${MISSING} not found`, 'id'],
        [`${items.path}/${MISSING}/owner`, `${items.label}: ${MISSING} not found`, `${items.type}_id`],
      ] as const) {
        const response = await client.get(path);
        expectErrors(response, `object-not-found ?${parameter}`);
        expect(detailsOf(response)).to.deep.equal([detail]);
        expect(response.document.errors[0].title).to.equal('Object not found');
      }
    });

    for (const id of strange)
      it(`not in canonical form are not found, without a query: ${id.slice(0, 30)}`, async () => {
        statements().length = 0;
        for (const [method, path, parameter] of [
          ['GET', `/persons/${id}`, 'id'],
          ['HEAD', `/persons/${id}`, 'id'],
          ['DELETE', `/persons/${id}`, 'id'],
          ['GET', `${items.path}/${id}`, 'id'],
          ['DELETE', `${items.path}/${id}`, 'id'],
          ['GET', items.relatedPath(id), 'id'],
          ['GET', `${items.path}/${id}/owner`, `${items.type}_id`],
          ['DELETE', `${items.path}/${id}/owner`, `${items.type}_id`],
          ['GET', items.linkagePath(id), 'id'],
          ['GET', `${items.path}/${id}/relationships/owner`, 'id'],
        ] as const) {
          const response = await client.send(method, path);
          if (method === 'HEAD') expect(response.status).to.equal(404);
          else expectErrors(response, `object-not-found ?${parameter}`);
        }
        for (const path of [items.linkagePath(id), `${items.path}/${id}/relationships/owner`])
          for (const method of ['POST', 'PATCH', 'DELETE']) {
            const body = { data: path.startsWith('/persons') ? [] : null };
            expectErrors(await client.send(method, path, { body }), 'object-not-found ?id');
          }
        expectErrors(await client.post(items.relatedPath(id), { data: items.draft() }), 'object-not-found ?id');
        expect(statements()).to.deep.equal([]);
      });

    it('not in canonical form are not found by PATCH, without a query', async () => {
      statements().length = 0;
      for (const id of ['0', '01', '+1', '0x1', 'abc', '9223372036854775808']) {
        for (const [path, type] of [
          [`/persons/${id}`, 'person'],
          [`${items.path}/${id}`, items.type],
        ] as const)
          expectErrors(await client.patch(path, { data: { type, id } }), 'object-not-found ?id');
        const body = { data: { type: 'person', id: '1', attributes: { display_name: 'ADA' } } };
        expectErrors(await client.patch(`${items.path}/${id}/owner`, body), `object-not-found ?${items.type}_id`);
        const echo = { data: { type: 'person', id, attributes: { display_name: 'ADA' } } };
        expectErrors(await client.patch(`/persons/${id}`, echo), 'object-not-found ?id');
      }
      expect(statements()).to.deep.equal([]);
    });

    it('not in canonical form in linkage are not found, each with its pointer', async () => {
      const id = await addPerson(client);
      const item = await items.add(client);
      const data = items.ids(item, ...strangeTexts);
      const path = items.linkagePath(id);
      const expected = strangeTexts.map((_, index) => `object-not-found #/data/${index + 1}`);
      expectErrors(await client.post(path, { data }), ...expected);
      expectErrors(await client.patch(path, { data }), ...expected);
      expect(await items.of(client, id)).to.deep.equal([]);
      const { status } = await client.delete(path, { data });
      expect(status).to.equal(200);
    });
  });
}
