import { expect } from 'chai';
import { query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { unique } from './fixtures.ts';
import { addPerson, ownedByPersons } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

/** The parameters that routes accept. The storage suites test what filters match. */
export function describeQueryParameters(api: ApiUnderTest): void {
  describePersons(api);
  for (const items of ownedByPersons) describeOwned(api, items);
}

function describePersons({ client }: ApiUnderTest): void {
  describe('Query parameters', () => {
    for (const [parameters, ...names] of [
      ['nope=1', 'nope'],
      ['Sort=name', 'Sort'],
      ['page=1', 'page'],
      ['page[limit]=1', 'page[limit]'],
      ['page[offset]=1', 'page[offset]'],
      ['_method=DELETE', '_method'],
      ['sort=name&sort=name', 'sort'],
      ['filter=[]&filter=[]', 'filter'],
      ['page[size]=1&page%5Bsize%5D=1', 'page[size]'],
      ['fields[person]=name&fields[person]=name', 'fields[person]'],
      ['page[size]=-1', 'page[size]'],
      ['page[size]=', 'page[size]'],
      ['page[size]=abc', 'page[size]'],
      ['page[size]=1e3', 'page[size]'],
      ['page[size]=1.5', 'page[size]'],
      ['page[size]=0x10', 'page[size]'],
      ['page[size]=+5', 'page[size]'],
      ['page[size]=9007199254740992', 'page[size]'],
      ['page[size]=9223372036854775808', 'page[size]'],
      ['page[number]=0', 'page[number]'],
      ['page[number]=-1', 'page[number]'],
      ['page[number]=9007199254740992', 'page[number]'],
      ['page[number]=Infinity', 'page[number]'],
      ['sort=display_name', 'sort'],
      ['sort=nope', 'sort'],
      ['sort=name,,email', 'sort'],
      ['sort=--name', 'sort'],
      ['filter[display_name]=A', 'filter[display_name]'],
      ['filter[nope]=1', 'filter[nope]'],
      ['filter[id]=abc', 'filter[id]'],
      ['filter[birth_date]=2023-02-30', 'filter[birth_date]'],
      ['filter[birth_date]=infinity', 'filter[birth_date]'],
      ['filter[name]=a%00b', 'filter[name]'],
      ['filter=', 'filter'],
      ['filter={}', 'filter'],
      ['filter=nope', 'filter'],
      ['filter=[1]', 'filter'],
      ['include=%zz', 'include'],
      ['sort=%ff', 'sort'],
      [
        'include=nope&sort=nope&page[size]=x&nope=1&fields[person]=nope',
        'include',
        'sort',
        'page[size]',
        'nope',
        'fields[person]',
      ],
      ...ownedByPersons.flatMap(({ relationship, attribute }) => [
        [`include=${relationship}&include=${relationship}`, 'include'] as const,
        [`sort=${relationship}`, 'sort'] as const,
        [`sort=${relationship}__${attribute}`, 'sort'] as const,
      ]),
    ] as const)
      it(`are refused: ${parameters}`, async () => {
        const response = await client.get(`/persons?${parameters}`);
        expectErrors(response, ...names.map((name) => `invalid-parameter ?${name}`));
      });

    it('may be percent-encoded or not', async () => {
      const name = unique('encoded');
      const id = await addPerson(client, { name });
      const encoded = [...Buffer.from(name)].map((byte) => `%${byte.toString(16)}`).join('');
      for (const parameter of ['filter[name]', 'filter%5Bname%5D', '%66ilter%5bname%5d']) {
        const { document } = await client.get(`/persons?${parameter}=${encoded}`);
        expect(document.meta, parameter).to.deep.equal({ count: 1 });
        expect(document.data[0].id).to.equal(id);
      }
    });

    it('combine conditions, all of which must match', async () => {
      const name = unique('conditions');
      await addPerson(client, { name, email: 'a@b' });
      const id = await addPerson(client, { name, email: 'c@d' });
      const filter = JSON.stringify([{ name: 'email', op: 'like', val: '%@%' }]);
      const { document } = await client.get(
        `/persons${query({ filter, 'filter[name]': name, 'filter[email]': 'c@d' })}`,
      );
      expect(document.data).to.have.lengthOf(1);
      expect(document.data[0].id).to.equal(id);
      const none = await client.get(`/persons${query({ 'filter[email]': 'a@b' })}&filter[email]=c@d`);
      expect(none.document.meta).to.deep.equal({ count: 0 });
    });

    // The answers may differ only in the name that was sent.
    for (const make of [
      (name: string) => `/persons?filter[${name}]=x`,
      (name: string) => `/persons?sort=${name}`,
      (name: string) => `/persons?fields[person]=${name}`,
      (name: string) => `/persons?include=${name}`,
      ...ownedByPersons.flatMap(({ path }) => [
        (name: string) => `${path}?sort=owner__${name}`,
        (name: string) => `${path}?filter[owner__${name}]=x`,
      ]),
      (name: string) => `/persons${query({ filter: JSON.stringify([{ name, op: 'eq', val: 'x' }]) })}`,
      (name: string) => `/persons${query({ filter: JSON.stringify([{ name: 'name', op: 'eq', field: name }]) })}`,
      (name: string) => `/persons?page[${name}][size]=1`,
      (name: string) => `/persons?includeSort=computers.owner__${name}`,
      (name: string) =>
        `/persons${query({ includeFilter: JSON.stringify({ computers: [{ name: `owner__${name}`, op: 'eq', val: 'x' }] }) })}`,
    ])
      it(`treat the hidden column like an unknown field: ${make('password')}`, async () => {
        const hidden = await client.get(make('password'));
        const unknown = await client.get(make('zqxjkvwy'));
        expect(hidden.status).to.equal(400);
        expect(hidden.text.replaceAll('password', 'zqxjkvwy')).to.equal(unknown.text);
      });

    for (const near of ['pasword', 'passwords', 'Password', 'passwor'])
      it(`do not suggest the hidden column for ${near}`, async () => {
        for (const path of [`/persons?sort=${near}`, `/persons?fields[person]=${near}`, `/persons?filter[${near}]=1`]) {
          const response = await client.get(path);
          expect(detailsOf(response).join().replaceAll(near, '').toLowerCase()).not.to.contain('password');
        }
      });
  });
}

function describeOwned({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Query parameters on routes of ${items.plural}`, () => {
    for (const parameter of ['sort=name', 'filter=[]', 'filter[name]=a', 'page[size]=1', 'page[number]=1'])
      it(`are refused where there is no list: ${parameter}`, async () => {
        const id = await addPerson(client);
        const item = await items.add(client, 'S1', id);
        const expected = `invalid-parameter ?${parameter.slice(0, parameter.indexOf('='))}`;
        for (const path of [
          `/persons/${id}`,
          `${items.path}/${item}`,
          `${items.path}/${item}/owner`,
          `${items.path}/${item}/relationships/owner`,
        ])
          expectErrors(await client.get(`${path}?${parameter}`), expected);
        if (parameter.startsWith('page[number]'))
          expectErrors(await client.get(`${items.linkagePath(id)}?${parameter}`), expected);
        const data = { type: 'person', attributes: { name: 'Ada' } };
        expectErrors(await client.post(`/persons?${parameter}`, { data }), expected);
        expectErrors(await client.patch(`/persons/${id}?${parameter}`, { data: { type: 'person', id } }), expected);
        expectErrors(await client.patch(`${items.linkagePath(id)}?${parameter}`, { data: [] }), expected);
      });

    it('are refused where no resource is returned, and nothing is deleted', async () => {
      const id = await addPerson(client);
      const item = await items.add(client, 'S1', id);
      for (const path of [`/persons/${id}`, `${items.path}/${item}`, `${items.path}/${item}/owner`])
        for (const name of ['include', 'fields[person]', 'nope'])
          expectErrors(await client.delete(`${path}?${name}=`), `invalid-parameter ?${name}`);
      expect((await client.get(`/persons/${id}`)).status).to.equal(200);
      expect((await client.get(`${items.path}/${item}`)).status).to.equal(200);
      for (const name of ['include', 'sort', 'nope'])
        expectErrors(await client.get(`/?${name}=`), `invalid-parameter ?${name}`);
    });
  });
}
