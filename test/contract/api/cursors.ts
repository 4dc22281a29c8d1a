import { expect } from 'chai';
import { CURSOR_MEDIA_TYPE, CURSOR_PROFILE } from '#adapters/http/api/media-types';
import { MEDIA_TYPE, query, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { unique } from './fixtures.ts';
import { addComputer, addPerson } from './persons.ts';

/** Pages by cursor: what they show and how they link to each other. */
export function describeCursors(api: ApiUnderTest): void {
  describe('Pages by cursor', () => {
    describeWalks(api);
    describePages(api);
    describeNegotiation(api);
  });
}

function describeWalks({ client }: ApiUnderTest): void {
  const email = `${unique('walk').replaceAll(' ', '-')}@example.org`;
  let owner = '';
  const lists: readonly (readonly [sort: string, path: () => string])[] = [
    ...['', 'id', '-id', 'name', '-birth_date', 'birth_date,-name', 'email,name'].map(
      (sort) => [sort, () => `/persons${query({ 'filter[email]': email, sort })}`] as const,
    ),
    ...['-serial', 'owner__name,serial'].map(
      (sort) => [sort, () => `/persons/${owner}/computers${query({ include: 'owner', sort })}`] as const,
    ),
    [
      '-owner__birth_date',
      () => `/computers${query({ filter: JSON.stringify([ownedBy(email)]), sort: '-owner__birth_date' })}`,
    ],
  ];

  before(async () => {
    const names = ['b', 'a', '\u{1f600}', 'a', '\uffff', 'c', 'A'];
    for (const [index, name] of names.entries())
      owner = await addPerson(client, { name, email, birth_date: index % 3 === 0 ? null : `199${index % 2}-01-01` });
    for (let made = 0; made < 5; made += 1) await addComputer(client, `S-${made % 3}`, owner);
  });

  for (const [sort, path] of lists)
    it(`lead through a list sorted by "${sort}" from both ends`, async () => {
      const whole = await client.get(`${path()}&page[size]=0`);
      expect(whole.document.data).to.have.length.above(4);
      for (const size of [1, 3, 100])
        for (const [end, step] of [
          ['page[after]=', 'next'],
          ['page[before]=', 'prev'],
        ] as const) {
          const pages = await follow(client, `${path()}&page[size]=${size}&${end}`, step);
          const data = pages.flatMap(({ document }) => document.data as object[]);
          expect(data.map((item) => ({ ...item, meta: undefined }))).to.deep.equal(
            (whole.document.data as object[]).map((item) => ({ ...item, meta: undefined })),
          );
          for (const { document } of pages)
            expect(document.meta).to.deep.equal({ count: data.length, page: { total: data.length } });
        }
    });

  it('go on from an item that has been deleted', async () => {
    const filter = { 'filter[email]': `gone-${email}` };
    const ids: string[] = [];
    for (const name of ['x', 'y', 'z']) ids.push(await addPerson(client, { name, email: filter['filter[email]'] }));
    const first = await client.get(
      `/persons${query({ ...filter, sort: '-name', 'page[size]': '2', 'page[after]': '' })}`,
    );
    await client.delete(`/persons/${ids[1] ?? ''}`);
    const second = await client.get(first.document.links.next as string);
    expect(idsOf(second)).to.deep.equal([ids[0]]);
    expect(idsOf(await client.get(second.document.links.prev as string))).to.deep.equal([ids[2]]);
  });
}

function describePages({ client }: ApiUnderTest): void {
  const text = unique('cursor pages');
  const matches = query({ 'filter[serial]': text, sort: 'serial' });
  const link = (name: string, cursor: string, size = 2): string =>
    `/computers${query({ 'filter[serial]': text, sort: 'serial', [`page[${name}]`]: cursor, 'page[size]': String(size) })}`.replaceAll(
      '%20',
      '%20',
    );
  const at = (name: string, cursor: string, size = 2): Promise<ApiResponse> => client.get(link(name, cursor, size));
  let ids: readonly string[] = [];
  let cursors: readonly string[] = [];

  before(async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push(await addComputer(client, text));
    ids = made;
    cursors = cursorsOf(await at('after', '', 5));
  });

  const linksOf = ({ document }: ApiResponse): readonly unknown[] => [document.links.prev, document.links.next];

  it('link to what is around them', async () => {
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = cursors;
    const cases: readonly (readonly [
      page: Promise<ApiResponse>,
      from: number,
      prev: string | null,
      next: string | null,
    ])[] = [
      [at('after', ''), 0, null, link('after', second)],
      [at('after', second), 2, link('before', third), link('after', fourth)],
      [at('after', third), 3, link('before', fourth), null],
      [at('after', fourth), 4, link('before', fifth), null],
      [at('after', fifth), 5, link('before', ''), null],
      [at('before', ''), 3, link('before', fourth), null],
      [at('before', fourth), 1, link('before', second), link('after', third)],
      [at('before', third), 0, null, link('after', second)],
      [at('before', second), 0, null, link('after', first)],
      [at('before', first), 5, null, link('after', '')],
    ];
    for (const [page, from, prev, next] of cases) {
      const response = await page;
      const { data, links } = response.document;
      expect(idsOf(response)).to.deep.equal(ids.slice(from, from + (data as unknown[]).length));
      expect(linksOf(response)).to.deep.equal([prev, next]);
      expect([links.first, links.last]).to.deep.equal([link('after', ''), link('before', '')]);
    }
  });

  it('have links of an empty list to nowhere but its ends', async () => {
    const none = `/computers${query({ 'filter[serial]': `${text} none` })}`;
    for (const end of ['page[after]=', 'page[before]=']) {
      const response = await client.get(`${none}&${end}`);
      expect(response.document.data).to.deep.equal([]);
      expect(linksOf(response)).to.deep.equal([null, null]);
      expect(response.document.meta).to.deep.equal({ count: 0, page: { total: 0 } });
    }
  });

  it('keep their cursor in links.self', async () => {
    const [, second = ''] = cursors;
    expect((await at('after', second)).document.links.self).to.equal(link('after', second));
  });

  it('give an item the same cursor wherever it stands', async () => {
    expect(cursorsOf(await at('before', '', 5))).to.deep.equal(cursors);
    const elsewhere = await client.get(`/computers?sort=serial&page[before]=${cursors[1] ?? ''}&page[size]=1`);
    expect(cursorsOf(elsewhere)).to.deep.equal(cursors.slice(0, 1));
    for (const cursor of cursors) expect(cursor).to.match(/^[\w-]+$/);
  });

  it('do not need the sort keys among the fields', async () => {
    const { document } = await client.get(`/computers${matches}&page[after]=&fields[computer]=`);
    expect(cursorsOf({ document })).to.deep.equal(cursors);
    expect(document.data[0].attributes).to.deep.equal({});
  });

  it('are not counted with page[total]=false', async () => {
    const { document } = await client.get(`/computers${matches}&page[after]=&page[total]=false&page[size]=2`);
    expect(document).not.to.have.property('meta');
    expect(document.links.next).to.contain('page%5Btotal%5D=false');
    const counted = await client.get(`/computers${matches}&page[after]=&page[total]=true`);
    expect(counted.document.meta).to.deep.equal({ count: 5, page: { total: 5 } });
  });

  it('have no cursors in included', async () => {
    const owner = await addPerson(client);
    await addComputer(client, text.toUpperCase(), owner);
    const path = `/persons/${owner}/computers?include=owner.computers&page[after]=`;
    const { document } = await client.get(path);
    for (const item of document.included) expect(item).not.to.have.property('meta');
    expect(document.data[0].meta.page).to.have.all.keys('cursor');
  });

  it('never show the value of a write-only attribute', async () => {
    const name = 'Readable Name';
    const email = 'readable@example.org';
    const owner = await addPerson(client, { name, email });
    await addComputer(client, 'S', owner);
    for (const path of [
      `/persons?filter[id]=${owner}&sort=name`,
      `/persons?filter[id]=${owner}&sort=-birth_date,email`,
      `/computers?filter[owner]=${owner}&sort=owner__email,serial`,
      `/persons/${owner}/computers?sort=-owner__name`,
    ]) {
      const response = await client.get(`${path}&page[after]=&fields[person]=`);
      const [cursor = ''] = cursorsOf(response);
      const bytes = Buffer.from(cursor, 'base64url').toString('latin1').toLowerCase();
      for (const part of ['readable', 'name', 'example', 'elbadaer']) expect(bytes).not.to.contain(part);
      expect(response.text.toLowerCase()).not.to.contain('readable');
      expect(cursorsOf(await client.get(`${path}&page[after]=`))).to.deep.equal([cursor]);
    }
  });
}

function describeNegotiation({ client }: ApiUnderTest): void {
  const named = `${MEDIA_TYPE};profile="${CURSOR_PROFILE}"`;
  const bareUri = CURSOR_PROFILE.slice(0, -1);
  /** The result of each `Accept`: a page by cursor, one by number, or 406. */
  const cases: readonly (readonly [accept: string, result: 'cursor' | 'number' | 406])[] = [
    [named, 'cursor'],
    [`${MEDIA_TYPE.toUpperCase()} ; Profile = "${bareUri}"`, 'cursor'],
    [`${MEDIA_TYPE};profile=${CURSOR_PROFILE.replace('https', 'http')}`, 'cursor'],
    [`${MEDIA_TYPE};profile="https://example.org/other ${bareUri}";q=0.3`, 'cursor'],
    [`${named}, ${MEDIA_TYPE}`, 'cursor'],
    [`${named};q=0.5, ${MEDIA_TYPE};q=0.5`, 'cursor'],
    [`${named};q=0.5, ${MEDIA_TYPE};q=0.4, */*`, 'cursor'],
    [`${named}, ${MEDIA_TYPE};q=0`, 'cursor'],
    [`${named};q=0.5, ${MEDIA_TYPE}`, 'number'],
    [`${named};q=0, ${MEDIA_TYPE}`, 'number'],
    [`${MEDIA_TYPE};profile="https://example.org/other", ${MEDIA_TYPE};q=0.1`, 'number'],
    [MEDIA_TYPE, 'number'],
    ['*/*', 'number'],
    [`${named};q=0`, 406],
    [`${named};charset=utf-8`, 406],
    [`${named};ext="https://jsonapi.org/ext/atomic"`, 406],
    [`${named};profile="${CURSOR_PROFILE}"`, 406],
    [`${MEDIA_TYPE};profile="https://example.org/other"`, 406],
    [`${MEDIA_TYPE};profile="${CURSOR_PROFILE}x"`, 406],
    [`${MEDIA_TYPE};profile=""`, 406],
    [`${MEDIA_TYPE};profile`, 406],
  ];
  for (const [accept, result] of cases)
    it(`${result === 406 ? 'are refused' : `are ${result === 'cursor' ? '' : 'not '}chosen`} by Accept: ${accept}`, async () => {
      const owner = await addPerson(client);
      for (const path of ['/persons', '/computers', `/persons/${owner}/computers`]) {
        const response = await client.get(path, { headers: { Accept: accept } });
        expect(response.status).to.equal(result === 406 ? 406 : 200);
        expect(response.headers['content-type']).to.equal(result === 'cursor' ? CURSOR_MEDIA_TYPE : MEDIA_TYPE);
        expect(response.document.jsonapi).to.deep.equal(
          result === 'cursor' ? { version: '1.1', profile: [CURSOR_PROFILE] } : { version: '1.0' },
        );
        if (result === 'number') expect(response.document.meta).to.have.all.keys('count');
      }
    });

  const asking = { headers: { Accept: named } };

  it('are refused by an Accept header with the profile anywhere but on lists', async () => {
    const id = await addPerson(client);
    for (const path of ['/', `/persons/${id}`, `/persons/${id}/relationships/computers`])
      expect((await client.get(path, asking)).status, path).to.equal(406);
    const data = { type: 'person', attributes: { name: 'Ada' } };
    expect((await client.post('/persons', { data }, asking)).status).to.equal(406);
  });

  it('are not chosen by the profile beside a page number', async () => {
    const response = await client.get('/persons?page[number]=1', asking);
    expect(response.headers['content-type']).to.equal(MEDIA_TYPE);
    expect(response.document.meta).to.have.all.keys('count');
  });

  it('need no profile: a cursor is enough, and the document is one of JSON:API 1.0', async () => {
    const { headers, document } = await client.get('/persons?page[after]=&page[size]=1');
    expect(headers['content-type']).to.equal(MEDIA_TYPE);
    expect(document.jsonapi).to.deep.equal({ version: '1.0' });
    expect(document.data[0].meta.page.cursor).to.be.a('string');
  });

  it('have the same headers for HEAD', async () => {
    const [get, head] = [await client.get('/persons', asking), await client.send('HEAD', '/persons', asking)];
    expect(head.headers['content-type']).to.equal(get.headers['content-type']);
    expect(head.headers['content-length']).to.equal(get.headers['content-length']);
  });
}

/** The pages from a path on, in list order. */
async function follow(client: ApiClient, path: string, step: 'next' | 'prev'): Promise<readonly ApiResponse[]> {
  const pages: ApiResponse[] = [];
  for (let at: string | null = path; at !== null;) {
    const response: ApiResponse = await client.get(at);
    expect(response.status, response.text).to.equal(200);
    pages.push(response);
    at = response.document.links[step];
  }
  return step === 'next' ? pages : pages.toReversed();
}

function idsOf({ document }: ApiResponse): readonly string[] {
  return (document.data as readonly { id: string }[]).map(({ id }) => id);
}

function cursorsOf({ document }: Pick<ApiResponse, 'document'>): readonly string[] {
  return (document.data as readonly { meta: { page: { cursor: string } } }[]).map(({ meta }) => meta.page.cursor);
}

function ownedBy(email: string): object {
  return { name: 'owner__email', op: 'eq', val: email };
}
