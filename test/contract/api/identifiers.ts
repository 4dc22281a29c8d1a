import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { addComputer, addPerson, computersOf, computerIds, MISSING, personObject } from './fixtures.ts';

/** Path segments that are no identifier. */
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

/** Texts that are no identifier in linkage. */
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

/** Identifiers in paths and linkage. */
export function describeIdentifiers({ client, statements }: ApiUnderTest): void {
  describe('Identifiers', () => {
    it('may be written with escapes', async () => {
      const id = await addPerson(client);
      const escaped = [...id].map((digit) => `%${digit.charCodeAt(0).toString(16)}`).join('');
      const { document } = await client.get(`/persons/${escaped}`);
      expect(document.data).to.deep.equal(personObject(id));
    });

    it('that nothing has are told in the detail and by the parameter of the path', async () => {
      for (const [path, detail, parameter] of [
        [`/persons/${MISSING}`, `Person: ${MISSING} not found`, 'id'],
        [`/persons/${MISSING}/computers`, `Person: ${MISSING} not found`, 'id'],
        [`/persons/${MISSING}/relationships/computers`, `Person: ${MISSING} not found`, 'id'],
        [`/computers/${MISSING}`, `Computer: ${MISSING} not found`, 'id'],
        [`/computers/${MISSING}/relationships/owner`, `Computer: ${MISSING} not found`, 'id'],
        [`/computers/${MISSING}/owner`, `Computer: ${MISSING} not found`, 'computer_id'],
      ] as const) {
        const response = await client.get(path);
        expectErrors(response, `object-not-found ?${parameter}`);
        expect(detailsOf(response)).to.deep.equal([detail]);
        expect(response.document.errors[0].title).to.equal('Object not found');
      }
    });

    for (const id of strange)
      it(`not in canonical form are nobody's, and the storage is not asked: ${id.slice(0, 30)}`, async () => {
        statements().length = 0;
        for (const [method, path, parameter] of [
          ['GET', `/persons/${id}`, 'id'],
          ['HEAD', `/persons/${id}`, 'id'],
          ['DELETE', `/persons/${id}`, 'id'],
          ['GET', `/computers/${id}`, 'id'],
          ['DELETE', `/computers/${id}`, 'id'],
          ['GET', `/persons/${id}/computers`, 'id'],
          ['GET', `/computers/${id}/owner`, 'computer_id'],
          ['DELETE', `/computers/${id}/owner`, 'computer_id'],
          ['GET', `/persons/${id}/relationships/computers`, 'id'],
          ['GET', `/computers/${id}/relationships/owner`, 'id'],
        ] as const) {
          const response = await client.send(method, path);
          if (method === 'HEAD') expect(response.status).to.equal(404);
          else expectErrors(response, `object-not-found ?${parameter}`);
        }
        for (const path of [`/persons/${id}/relationships/computers`, `/computers/${id}/relationships/owner`])
          for (const method of ['POST', 'PATCH', 'DELETE']) {
            const body = { data: path.startsWith('/persons') ? [] : null };
            expectErrors(await client.send(method, path, { body }), 'object-not-found ?id');
          }
        const computer = { data: { type: 'computer', attributes: { serial: 'S1' } } };
        expectErrors(await client.post(`/persons/${id}/computers`, computer), 'object-not-found ?id');
        expect(statements()).to.deep.equal([]);
      });

    it("not in canonical form are nobody's for PATCH, too, and the storage is not asked", async () => {
      statements().length = 0;
      for (const id of ['0', '01', '+1', '0x1', 'abc', '9223372036854775808']) {
        for (const [path, type] of [
          [`/persons/${id}`, 'person'],
          [`/computers/${id}`, 'computer'],
        ] as const)
          expectErrors(await client.patch(path, { data: { type, id } }), 'object-not-found ?id');
        const body = { data: { type: 'person', id: '1', attributes: { display_name: 'ADA' } } };
        expectErrors(await client.patch(`/computers/${id}/owner`, body), 'object-not-found ?computer_id');
        const echo = { data: { type: 'person', id, attributes: { display_name: 'ADA' } } };
        expectErrors(await client.patch(`/persons/${id}`, echo), 'object-not-found ?id');
      }
      expect(statements()).to.deep.equal([]);
    });

    it('of linkage not in canonical form are not found, each reported at its place', async () => {
      const id = await addPerson(client);
      const computer = await addComputer(client);
      const data = computerIds(computer, ...strangeTexts);
      const path = `/persons/${id}/relationships/computers`;
      const expected = strangeTexts.map((_, index) => `object-not-found #/data/${index + 1}`);
      expectErrors(await client.post(path, { data }), ...expected);
      expectErrors(await client.patch(path, { data }), ...expected);
      expect(await computersOf(client, id)).to.deep.equal([]);
      const { status } = await client.delete(path, { data });
      expect(status).to.equal(200);
    });

    it('beyond exact numbers stay exact', async () => {
      const response = await client.get('/persons/9007199254740993');
      expect(detailsOf(response)).to.deep.equal(['Person: 9007199254740993 not found']);
    });
  });
}
