// Refused parameters of included sets, and their errors.
import { expect } from 'chai';
import { query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { addComputer, addPerson } from './persons.ts';

interface Refusal {
  /** The query parameters, not percent-encoded. */
  readonly sent: Readonly<Record<string, string>>;
  readonly errors: readonly string[];
  /** Text in the errors' details, in order. */
  readonly says?: readonly (string | RegExp)[];
  /** `meta` of the first error. */
  readonly meta?: object;
}

const [SIZE, TOTAL] = ['page[computers][size]', 'page[computers][total]'];
const filterOf = (value: unknown): Readonly<Record<string, string>> => ({ includeFilter: JSON.stringify(value) });
const serial = { name: 'serial', op: 'eq', val: 'a' };

/** On a person's route. */
const refusals: readonly Refusal[] = [
  ...['-1', '+1', '1.5', 'x', '', ' 1', '1e1', '9007199254740992'].map((value) => ({
    sent: { [SIZE]: value },
    errors: [`?${SIZE}`],
    says: ['must be a whole number from 0 to 9007199254740991'],
  })),
  ...['TRUE', '1', '', 'no'].map((value) => ({
    sent: { [TOTAL]: value },
    errors: [`?${TOTAL}`],
    says: ['must be true or false'],
  })),
  {
    sent: { 'page[nope][size]': '1' },
    errors: ['?page[nope][size]'],
    says: [/unknown relationship "nope" of person.*computers/],
  },
  {
    sent: { 'page[computers.nope][size]': '1' },
    errors: ['?page[computers.nope][size]'],
    says: [/"nope".*name 2 of "computers.nope"/],
  },
  { sent: { 'page[display_name][size]': '1' }, errors: ['?page[display_name][size]'], says: ['display_name'] },
  { sent: { 'page[__proto__][size]': '1' }, errors: ['?page[__proto__][size]'] },
  {
    sent: { 'page[computers__owner][size]': '1' },
    errors: ['?page[computers__owner][size]'],
    says: ['Dots join the names'],
  },
  { sent: { 'page[.computers][size]': '1' }, errors: ['?page[.computers][size]'] },
  {
    sent: { include: 'computers.owner', 'page[computers.owner][size]': '1' },
    errors: ['?page[computers.owner][size]'],
    says: [/ends at a to-one relationship; it must end at a to-many relationship/],
  },
  {
    sent: { 'page[computers.owner.computers][total]': 'true' },
    errors: ['?page[computers.owner.computers][total]'],
    says: [/is not shown: .*include=computers\.owner\b/],
  },
  {
    sent: {
      include: 'computers.owner.computers.owner.computers',
      'page[computers.owner.computers.owner.computers.owner][size]': '1',
    },
    errors: ['?page[computers.owner.computers.owner.computers.owner][size]'],
    says: ['6 names, more than 5'],
    meta: { max: 5 },
  },
  { sent: { 'page[][size]': '1' }, errors: ['?page[][size]'], says: [/unknown parameter.*page\[PATH\]\[size\]/] },
  {
    sent: { 'page[computers][size][total]': 'true' },
    errors: ['?page[computers][size][total]'],
    says: ['unknown parameter'],
  },
  { sent: { 'page[computers][number]': '1' }, errors: ['?page[computers][number]'], says: ['unknown parameter'] },
  { sent: { 'page[computers][after]': '' }, errors: ['?page[computers][after]'], says: ['unknown parameter'] },
  { sent: { 'page[computers]': '1' }, errors: ['?page[computers]'], says: ['unknown parameter'] },
  { sent: { includesort: 'computers.id' }, errors: ['?includesort'], says: ['did you mean "includeSort"?'] },
  {
    sent: { includeSort: 'computers' },
    errors: ['?includeSort'],
    says: ['"computers" must have the form PATH.KEY or -PATH.KEY'],
  },
  { sent: { includeSort: 'serial,computers.' }, errors: ['?includeSort', '?includeSort'] },
  { sent: { includeSort: '.serial' }, errors: ['?includeSort'] },
  { sent: { includeSort: 'computers.-serial' }, errors: ['?includeSort'] },
  { sent: { includeSort: 'computers.nope' }, errors: ['?includeSort'], says: [/"nope"/] },
  { sent: { includeSort: 'computers.display_name' }, errors: ['?includeSort'] },
  { sent: { includeSort: 'computers.owner__nope' }, errors: ['?includeSort'] },
  { sent: { includeSort: 'computers.serial,,computers.id' }, errors: ['?includeSort'], says: ['empty item'] },
  { sent: { includeSort: 'nope.serial' }, errors: ['?includeSort'], says: [/"nope"/] },
  {
    sent: { includeSort: 'computers.owner.name', include: 'computers.owner' },
    errors: ['?includeSort'],
    says: ['ends at a to-one relationship'],
  },
  { sent: { includeSort: 'computers.owner.computers.serial' }, errors: ['?includeSort'], says: ['is not shown'] },
  { sent: { includeFilter: '[' }, errors: ['?includeFilter'], says: [/is not JSON.*JSON object such as/] },
  { sent: filterOf([serial]), errors: ['?includeFilter'], says: ['is a list; it must be a JSON object'] },
  { sent: filterOf(null), errors: ['?includeFilter'], says: ['is null'], meta: { path: '' } },
  {
    sent: filterOf({ computers: serial }),
    errors: ['?includeFilter'],
    says: ['expected a list of filter objects at includeFilter.computers, not an object'],
    meta: { path: '/computers' },
  },
  {
    sent: filterOf({ computers: [{ ...serial, op: 'eqq' }] }),
    errors: ['?includeFilter'],
    says: [/"eqq" at includeFilter\.computers\[0\]\.op; did you mean "eq"/],
    meta: { path: '/computers/0/op' },
  },
  {
    sent: filterOf({ computers: [serial, { or: [{ ...serial, name: 'nope' }] }] }),
    errors: ['?includeFilter'],
    meta: { path: '/computers/1/or/0/name' },
  },
  {
    sent: filterOf({ 'computers.owner': [serial] }),
    errors: ['?includeFilter'],
    says: ['ends at a to-one relationship'],
    meta: { path: '/computers.owner' },
  },
  { sent: filterOf({ 'a/b~c': [serial] }), errors: ['?includeFilter'], meta: { path: '/a~1b~0c' } },
  {
    sent: filterOf({ 'computers.owner.computers': [serial] }),
    errors: ['?includeFilter'],
    says: ['is not shown'],
    meta: { path: '/computers.owner.computers' },
  },
  {
    sent: { includeFilter: '{"computers":[],"computers":[]}' },
    errors: ['?includeFilter'],
    says: ['"computers" is given more than once'],
    meta: { path: '/computers' },
  },
  {
    sent: { includeFilter: '{"computers":[],"compu\\u0074ers":[]}' },
    errors: ['?includeFilter'],
    says: ['more than once'],
  },
  { sent: filterOf({ computers: [{ ...serial, val: { claim: 'x' } }] }), errors: ['?includeFilter'] },
  {
    sent: { sort: 'x', 'page[nope][size]': 'x', include: 'nope', includeSort: 'nope.id', nope: '' },
    errors: ['?sort', '?page[nope][size]', '?page[nope][size]', '?include', '?includeSort', '?nope'],
  },
];

/** Two bounds of the same kind on one relationship. The second is refused. */
const repeated: readonly Refusal[] = [
  {
    sent: { include: 'computers.owner.computers', [SIZE]: '1', 'page[computers.owner.computers][size]': '1' },
    errors: ['?page[computers.owner.computers][size]'],
    says: [/"computers" and "computers\.owner\.computers" are paths to the relationship computers of person/],
  },
  {
    sent: { include: 'computers.owner.computers', [SIZE]: 'x', 'page[computers.owner.computers][size]': '1' },
    errors: [`?${SIZE}`, '?page[computers.owner.computers][size]'],
  },
  {
    sent: { include: 'computers.owner.computers', 'page[computers.owner.computers][size]': '0', [SIZE]: '2' },
    errors: [`?${SIZE}`],
  },
  {
    sent: { include: 'computers.owner.computers', 'page[computers.owner.computers][total]': 'false', [TOTAL]: 'true' },
    errors: [`?${TOTAL}`],
  },
  {
    sent: { include: 'computers.owner.computers', includeSort: 'computers.id,computers.owner.computers.id' },
    errors: ['?includeSort'],
  },
  {
    sent: {
      include: 'computers.owner.computers',
      ...filterOf({ computers: [serial], 'computers.owner.computers': [serial] }),
    },
    errors: ['?includeFilter'],
    meta: { path: '/computers.owner.computers' },
  },
  {
    sent: {
      include: 'computers.owner.computers.owner',
      'page[computers.owner.computers][size]': '0',
      'page[computers][size]': '0',
    },
    errors: [`?${SIZE}`],
  },
];

/** On a person's to-many relationship route. */
const onTheRoute: readonly Refusal[] = [
  {
    sent: { [SIZE]: '1' },
    errors: [`?${SIZE}`],
    says: ['is the relationship of this route: use page[size], filter and sort'],
  },
  {
    sent: { includeSort: 'computers.serial', include: 'computers' },
    errors: ['?includeSort'],
    says: ['is the relationship of this route'],
  },
  { sent: filterOf({ computers: [serial] }), errors: ['?includeFilter'] },
  {
    sent: { 'page[computers.owner.computers][size]': '1' },
    errors: ['?page[computers.owner.computers][size]'],
    says: ['is not shown'],
  },
  { sent: { 'page[number]': '1' }, errors: ['?page[number]'], says: ['does not take'] },
  { sent: { 'page[size]': '0' }, errors: ['?page[size]'], says: ['from 1'] },
  { sent: { 'page[size]': 'x' }, errors: ['?page[size]'] },
  { sent: { 'page[total]': 'false' }, errors: ['?page[total]'] },
  { sent: { 'page[total]': 'true', sort: 'serial' }, errors: ['?page[total]'] },
  { sent: { 'page[size]': '1', 'page[total]': 'x' }, errors: ['?page[total]'] },
  { sent: { 'page[after]': '', 'page[before]': '' }, errors: ['?page[before]'] },
  { sent: { 'page[after]': 'x' }, errors: ['?page[after]'] },
  { sent: { 'page[after]': 'x', sort: 'x' }, errors: ['?sort'] },
  { sent: { 'filter[name]': 'x' }, errors: ['?filter[name]'] },
  { sent: { filter: '{}' }, errors: ['?filter'] },
  { sent: { sort: 'name' }, errors: ['?sort'] },
];

/** On a computer's to-one relationship route. */
const toOne: readonly Refusal[] = [
  ...['filter', 'filter[id]', 'sort', 'page[size]', 'page[number]', 'page[after]', 'page[before]', 'page[total]'].map(
    (name) => ({
      sent: { [name]: '1' },
      errors: [`?${name}`],
      says: ['does not take'],
    }),
  ),
  { sent: { 'page[owner.computers][size]': '1' }, errors: ['?page[owner.computers][size]'], says: ['is not shown'] },
  {
    sent: { 'page[owner][size]': '1' },
    errors: ['?page[owner][size]'],
    says: ['ends at a to-one relationship'],
  },
];

export function describeIncludedSetsRefusals({ client }: ApiUnderTest): void {
  describe('The parameters of included sets', () => {
    let [ada, computer]: readonly string[] = [];

    before(async () => {
      ada = await addPerson(client);
      computer = await addComputer(client, 'a', ada);
    });

    const person = (): string => `/persons/${ada ?? ''}`;
    const expectRefusal = (response: ApiResponse, { errors, says = [], meta }: Refusal): void => {
      expectErrors(response, ...errors.map((each) => `invalid-parameter ${each}`));
      for (const [index, said] of says.entries())
        if (typeof said === 'string') expect(detailsOf(response)[index]).to.include(said);
        else expect(detailsOf(response)[index]).to.match(said);
      if (meta !== undefined) expect(response.document.errors[0].meta).to.deep.equal(meta);
    };
    const routes: readonly (readonly [where: string, path: () => string, refusals: readonly Refusal[]])[] = [
      ['on a resource', person, [...refusals, ...repeated]],
      ['on a relationship to many', () => `${person()}/relationships/computers`, onTheRoute],
      ['on a relationship to one', () => `/computers/${computer ?? ''}/relationships/owner`, toOne],
    ];
    for (const [where, path, refused] of routes)
      for (const refusal of refused)
        it(`are refused ${where}: ${Object.entries(refusal.sent)
          .map((pair) => pair.join('='))
          .join('&')}`, async () => {
          expectRefusal(await client.get(`${path()}${query(refusal.sent)}`), refusal);
        });

    it('are refused alike on lists, on related routes and for HEAD', async () => {
      const sent = query({ [SIZE]: 'x', includeSort: 'nope.id' });
      const errors = [`invalid-parameter ?${SIZE}`, 'invalid-parameter ?includeSort'];
      for (const path of ['/persons', `/computers/${computer ?? ''}/owner`])
        expectErrors(await client.get(`${path}${sent}`), ...errors);
      const owner = query({ 'page[owner.computers][size]': '1' });
      expectErrors(await client.get(`${person()}/computers${owner}`), 'invalid-parameter ?page[owner.computers][size]');
      expect((await client.send('HEAD', `${person()}${sent}`)).status).to.equal(400);
    });

    it('may be encoded or not', async () => {
      for (const name of [SIZE, encodeURIComponent(SIZE)])
        expect((await client.get(`${person()}?${name}=1`)).status).to.equal(200);
      expectErrors(await client.get(`${person()}?${encodeURIComponent(SIZE)}=x`), `invalid-parameter ?${SIZE}`);
      expectErrors(await client.get(`${person()}?${SIZE}=1&page%5Bcomputers%5D[size]=1`), `invalid-parameter ?${SIZE}`);
    });

    it('have at most 2 KiB together, and the later one is at fault', async () => {
      const filter = (bytes: number): string => {
        const empty = JSON.stringify({ computers: [{ name: 'serial', op: 'eq', val: '' }] });
        return JSON.stringify({
          computers: [{ name: 'serial', op: 'eq', val: 'é'.repeat(8) + 'x'.repeat(bytes - 16 - empty.length) }],
        });
      };
      const sort = 'computers.serial';
      const fits = { includeSort: sort, includeFilter: filter(2048 - sort.length) };
      expect((await client.get(`${person()}${query(fits)}`)).status).to.equal(200);
      const long = { includeSort: sort, includeFilter: filter(2049 - sort.length) };
      const refused = await client.get(`${person()}${query(long)}`);
      expectErrors(refused, 'invalid-parameter ?includeFilter');
      expect(detailsOf(refused)[0]).to.match(/2049.*2048/);
      const { includeFilter, includeSort } = long;
      expectErrors(
        await client.get(`${person()}${query({ includeFilter, includeSort })}`),
        'invalid-parameter ?includeSort',
      );
      expectErrors(
        await client.get(`${person()}${query({ includeFilter: filter(2049) })}`),
        'invalid-parameter ?includeFilter',
      );
    });

    it('count their filter objects and levels with those of filter', async () => {
      const many = (count: number): object[] => Array.from({ length: count }, () => ({ or: [] }));
      const ask = (own: number, bound: number): Promise<ApiResponse> =>
        client.get(`/persons${query({ filter: JSON.stringify(many(own)), ...filterOf({ computers: many(bound) }) })}`);
      expect((await ask(40, 60)).status).to.equal(200);
      const refused = await ask(40, 61);
      expectErrors(refused, 'invalid-parameter ?includeFilter');
      expect(refused.document.errors[0].meta).to.deep.equal({ path: '/computers/60', max: 100 });
      const nested = (levels: number): object => (levels === 1 ? serial : { not: nested(levels - 1) });
      expect((await client.get(`${person()}${query(filterOf({ computers: [nested(10)] }))}`)).status).to.equal(200);
      const deep = await client.get(`${person()}${query(filterOf({ computers: [nested(11)] }))}`);
      expectErrors(deep, 'invalid-parameter ?includeFilter');
      expect(deep.document.errors[0].meta.max).to.equal(10);
    });
  });
}
