import { expect } from 'chai';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { modern } from './modern.ts';
import type { OwnedResource } from './owned-resource.ts';

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

export function describeIdentifiers({ client, statements }: ApiUnderTest, items: OwnedResource): void {
  describe(`Identifiers of ${items.owner.plural} and ${items.plural}`, () => {
    it('may be percent-encoded', async () => {
      const id = await items.addOwner(client);
      const escaped = [...id].map((digit) => `%${digit.charCodeAt(0).toString(16)}`).join('');
      const { document } = await client.get(`${items.owner.path}/${escaped}`);
      expect(document.data).to.deep.equal(items.ownerObject(id));
    });

    it('beyond 2^53 stay exact', async () => {
      const response = await client.get(`${items.owner.path}/9007199254740993`);
      expect(detailsOf(response)).to.deep.equal([`${items.owner.label}: 9007199254740993 not found`]);
    });

    it('of missing resources are named in the detail, and their path parameter in the source', async () => {
      for (const [path, detail, parameter] of [
        [`${items.owner.path}/${MISSING}`, `${items.owner.label}: ${MISSING} not found`, 'id'],
        [items.relatedPath(MISSING), `${items.owner.label}: ${MISSING} not found`, 'id'],
        [items.linkagePath(MISSING), `${items.owner.label}: ${MISSING} not found`, 'id'],
        [`${items.path}/${MISSING}`, `${items.label}: ${MISSING} not found`, 'id'],
        [`${items.path}/${MISSING}/relationships/${items.inverse}`, `${items.label}: ${MISSING} not found`, 'id'],
        [`${items.path}/${MISSING}/${items.inverse}`, `${items.label}: ${MISSING} not found`, `${items.type}_id`],
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
          ['GET', `${items.owner.path}/${id}`, 'id'],
          ['HEAD', `${items.owner.path}/${id}`, 'id'],
          ['DELETE', `${items.owner.path}/${id}`, 'id'],
          ['GET', `${items.path}/${id}`, 'id'],
          ['DELETE', `${items.path}/${id}`, 'id'],
          ['GET', items.relatedPath(id), 'id'],
          ['GET', `${items.path}/${id}/${items.inverse}`, `${items.type}_id`],
          ['DELETE', `${items.path}/${id}/${items.inverse}`, `${items.type}_id`],
          ['GET', items.linkagePath(id), 'id'],
          ['GET', `${items.path}/${id}/relationships/${items.inverse}`, 'id'],
        ] as const) {
          const response = await client.send(method, path);
          if (method === 'HEAD') expect(response.status).to.equal(404);
          else expectErrors(response, `object-not-found ?${parameter}`);
        }
        for (const path of [items.linkagePath(id), `${items.path}/${id}/relationships/${items.inverse}`])
          for (const method of ['POST', 'PATCH', 'DELETE']) {
            const body = { data: path.startsWith(items.owner.path) ? [] : null };
            expectErrors(await client.send(method, path, { body }), 'object-not-found ?id');
          }
        expectErrors(await client.post(items.relatedPath(id), { data: items.draft() }), 'object-not-found ?id');
        expect(statements()).to.deep.equal([]);
      });

    it('not in canonical form are not found by PATCH, without a query', async () => {
      statements().length = 0;
      for (const id of ['0', '01', '+1', '0x1', 'abc', '9223372036854775808']) {
        for (const [path, type] of [
          [`${items.owner.path}/${id}`, items.owner.type],
          [`${items.path}/${id}`, items.type],
        ] as const)
          expectErrors(await client.patch(path, { data: { type, id } }), 'object-not-found ?id');
        const body = { data: { type: items.owner.type, id: '1', attributes: items.ownerEcho('Ada') } };
        expectErrors(
          await client.patch(`${items.path}/${id}/${items.inverse}`, body),
          `object-not-found ?${items.type}_id`,
        );
        const echo = { data: { type: items.owner.type, id, attributes: items.ownerEcho('Ada') } };
        expectErrors(await client.patch(`${items.owner.path}/${id}`, echo), 'object-not-found ?id');
      }
      expect(statements()).to.deep.equal([]);
    });

    it('not in canonical form in linkage are not found, each with its pointer', async () => {
      const id = await items.addOwner(client);
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

    it('not in canonical form are not found as links of a new resource', async () => {
      const { owner: owners, relationship, inverse } = items;
      const attributes = items.ownerAttributes();
      const data = { type: owners.type, attributes, relationships: items.linked(...strangeTexts) };
      const many = `object-not-found #/data/relationships/${relationship}/data`;
      for (const options of [{}, modern])
        expectErrors(
          await client.post(owners.path, { data }, options),
          ...strangeTexts.map((_, index) => `${many}/${index}`),
        );
      const one = `/data/relationships/${inverse}/data`;
      for (const id of strangeTexts) {
        const item = items.draft('S1', id);
        for (const options of [{}, modern])
          expectErrors(await client.post(items.path, { data: item }, options), `object-not-found #${one}`);
        expectErrors(await client.operate([{ op: 'add', data: item }]), `object-not-found #/atomic:operations/0${one}`);
      }
    });
  });
}
