import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { attributeRules } from './attribute-rules.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { addComputer, addPerson, computerIds, personId } from './fixtures.ts';

/** Names that no attribute has, or that cannot be written. */
const unknownNames = [
  'nmae',
  'Name',
  'password',
  'version',
  'owner_id',
  'id',
  'type',
  '',
  'a/b~c',
  '__proto__',
  'constructor',
  'toString',
  'computers',
  'owner',
];

/** What attributes may be. */
export function describeValidation({ client }: ApiUnderTest): void {
  const write = (method: string, type: string, id: string, rest: object): Promise<ApiResponse> =>
    method === 'POST'
      ? client.post(`/${type}s`, { data: { type, ...rest } })
      : client.patch(`/${type}s/${id}`, { data: { type, id, ...rest } });
  const required = (type: string): object => (type === 'person' ? { name: 'Ada' } : { serial: 'S1' });

  for (const { type, attribute, bad, good } of attributeRules)
    describe(`The attribute ${attribute} of a ${type}`, () => {
      for (const method of ['POST', 'PATCH']) {
        it(`is refused by ${method} when it breaks a rule`, async () => {
          const id = await add(client, type);
          const before = await client.get(`/${type}s/${id}`);
          for (const value of bad) {
            const response = await write(method, type, id, { attributes: { ...required(type), [attribute]: value } });
            expectErrors(response, `invalid-attribute #/data/attributes/${attribute}`);
          }
          expect((await client.get(`/${type}s/${id}`)).document).to.deep.equal(before.document);
        });

        it(`is taken by ${method} up to the limits`, async () => {
          const id = await add(client, type);
          for (const value of good) {
            const response = await write(method, type, id, { attributes: { ...required(type), [attribute]: value } });
            expect(response.status, JSON.stringify(value)).to.be.oneOf([200, 201]);
            const shown = response.document.data.attributes as Readonly<Record<string, unknown>>;
            if (attribute in shown) expect(shown[attribute]).to.equal(value);
          }
        });
      }
    });

  describe('Attributes', () => {
    for (const [type, name] of [
      ['person', 'name'],
      ['computer', 'serial'],
    ] as const)
      it(`need ${name} when a ${type} is created, not when it is changed`, async () => {
        for (const rest of [{}, { attributes: {} }, { relationships: {} }])
          expectErrors(await write('POST', type, '', rest), `invalid-attribute #/data/attributes/${name}`);
        expect((await write('PATCH', type, await add(client, type), {})).status).to.equal(200);
      });

    for (const method of ['POST', 'PATCH'])
      for (const type of ['person', 'computer'])
        it(`of other names are refused by ${method} on a ${type}`, async () => {
          const id = await add(client, type);
          for (const name of unknownNames) {
            const attributes = { ...required(type), [name]: 'x' };
            const pointer = `/data/attributes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
            expectErrors(await write(method, type, id, { attributes }), `invalid-attribute #${pointer}`);
          }
        });

    for (const method of ['POST', 'PATCH'])
      it(`are refused together by ${method}, with unknown relationships`, async () => {
        const id = await add(client, 'person');
        const attributes = { name: '', email: 'x', birth_date: 'x', display_name: 1, nmae: 1, ['__proto__']: 1 };
        const relationships = { computer: { data: [] }, owner: { data: null }, ['__proto__']: { data: null } };
        expectErrors(
          await write(method, 'person', id, { attributes, relationships }),
          ...Object.keys(attributes).map((name) => `invalid-attribute #/data/attributes/${name}`),
          ...Object.keys(relationships).map((name) => `invalid-attribute #/data/relationships/${name}`),
        );
      });

    it('answer to a hidden column as to an unknown name', async () => {
      const send = (name: string): Promise<ApiResponse> =>
        write('POST', 'person', '', { attributes: { name: 'Ada', [name]: 'x' } });
      const [hidden, unknown] = [await send('password'), await send('zqxjkvwy')];
      expect(hidden.text.replaceAll('password', 'zqxjkvwy')).to.equal(unknown.text);
      for (const near of ['pasword', 'passwords', 'Password'])
        expect(
          detailsOf(await send(near))
            .join()
            .replaceAll(near, ''),
        ).not.to.contain('password');
    });
  });

  describe('Relationships', () => {
    for (const method of ['POST', 'PATCH']) {
      it(`take resources of their type only, on ${method}`, async () => {
        const id = await add(client, 'person');
        const person = { computers: { data: [...computerIds('1'), personId(id), { type: '', id: '1' }] } };
        expectErrors(
          await write(method, 'person', id, { attributes: { name: 'Ada' }, relationships: person }),
          'type-conflict #/data/relationships/computers/data/1/type',
          'type-conflict #/data/relationships/computers/data/2/type',
        );
        const computer = { owner: { data: { type: 'computer', id } } };
        const response = await write(method, 'computer', await add(client, 'computer'), {
          attributes: { serial: 'S1' },
          relationships: computer,
        });
        expectErrors(response, 'type-conflict #/data/relationships/owner/data/type');
        expect(detailsOf(response)[0]).to.contain('person');
      });

      it(`of other names are refused by ${method}`, async () => {
        const id = await add(client, 'computer');
        for (const name of ['owners', 'computers', 'Owner', 'password', '__proto__', 'toString', 'serial', ''])
          expectErrors(
            await write(method, 'computer', id, {
              attributes: { serial: 'S1' },
              relationships: { [name]: { data: null } },
            }),
            `invalid-attribute #/data/relationships/${name}`,
          );
      });
    }
  });
}

function add(client: ApiClient, type: string): Promise<string> {
  return type === 'person' ? addPerson(client) : addComputer(client);
}
