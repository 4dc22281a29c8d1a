import { expect } from 'chai';
import { CURSOR_MEDIA_TYPE, CURSOR_PROFILE } from '#adapters/http/api/media-types';
import { MEDIA_TYPE, query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { cursorsOf, expectWalks, idsOf } from './cursor-pages.ts';
import { unique } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Pages by cursor: what they show and how they link to each other. */
export function describeCursors(api: ApiUnderTest, items: OwnedResource): void {
  describe(`Pages by cursor of ${items.plural}`, () => {
    describeWalks(api, items);
    describePages(api, items);
    describeNegotiation(api, items);
  });
}

function describeWalks({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, attribute, inverse } = items;
  let owner = '';

  before(async () => {
    owner = await items.addOwner(client);
    for (let made = 0; made < 5; made += 1) await items.add(client, `S-${made % 3}`, owner);
  });

  for (const sort of [`-${attribute}`, `${inverse}__${owners.attribute},${attribute}`])
    it(`lead through the list of one ${owners.type} sorted by "${sort}" from both ends`, async () => {
      await expectWalks(client, `${items.relatedPath(owner)}${query({ include: inverse, sort })}`);
    });

  it('go on from an item that has been deleted', async () => {
    const text = unique('gone');
    const ids = await items.addMany(client, 3, text);
    const matches = query({ [`filter[${attribute}]`]: text, sort: '-id', 'page[size]': '2', 'page[after]': '' });
    const first = await client.get(`${items.path}${matches}`);
    await client.delete(`${items.path}/${ids[1] ?? ''}`);
    const second = await client.get(first.document.links.next as string);
    expect(idsOf(second)).to.deep.equal([ids[0]]);
    expect(idsOf(await client.get(second.document.links.prev as string))).to.deep.equal([ids[2]]);
  });
}

function describePages({ client }: ApiUnderTest, items: OwnedResource): void {
  const text = unique('cursor pages');
  const { attribute } = items;
  const matches = query({ [`filter[${attribute}]`]: text, sort: attribute });
  const link = (name: string, cursor: string, size = 2): string =>
    `${items.path}${matches}&${query({ [`page[${name}]`]: cursor, 'page[size]': String(size) }).slice(1)}`;
  const at = (name: string, cursor: string, size = 2): Promise<ApiResponse> => client.get(link(name, cursor, size));
  let ids: readonly string[] = [];
  let cursors: readonly string[] = [];

  before(async () => {
    ids = await items.addMany(client, 5, text);
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
    const none = `${items.path}${query({ [`filter[${attribute}]`]: `${text} none` })}`;
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
    const elsewhere = await client.get(`${items.path}?sort=${attribute}&page[before]=${cursors[1] ?? ''}&page[size]=1`);
    expect(cursorsOf(elsewhere)).to.deep.equal(cursors.slice(0, 1));
    for (const cursor of cursors) expect(cursor).to.match(/^[\w-]+$/);
  });

  it('do not need the sort keys among the fields', async () => {
    const { document } = await client.get(`${items.path}${matches}&page[after]=&fields[${items.type}]=`);
    expect(cursorsOf({ document })).to.deep.equal(cursors);
    expect(document.data[0].attributes).to.deep.equal({});
  });

  it('are not counted with page[total]=false', async () => {
    const { document } = await client.get(`${items.path}${matches}&page[after]=&page[total]=false&page[size]=2`);
    expect(document).not.to.have.property('meta');
    expect(document.links.next).to.contain('page%5Btotal%5D=false');
    const counted = await client.get(`${items.path}${matches}&page[after]=&page[total]=true`);
    expect(counted.document.meta).to.deep.equal({ count: 5, page: { total: 5 } });
  });

  it('have no cursors in included', async () => {
    const owner = await items.addOwner(client);
    await items.add(client, text.toUpperCase(), owner);
    const path = `${items.relatedPath(owner)}?include=${items.inverse}.${items.relationship}&page[after]=`;
    const { document } = await client.get(path);
    for (const item of document.included) expect(item).not.to.have.property('meta');
    expect(document.data[0].meta.page).to.have.all.keys('cursor');
  });
}

function describeNegotiation({ client }: ApiUnderTest, items: OwnedResource): void {
  const named = `${MEDIA_TYPE};profile="${CURSOR_PROFILE}"`;
  const bareUri = CURSOR_PROFILE.slice(0, -1);
  const other = `${MEDIA_TYPE};profile="https://example.org/other"`;
  /** The result of each `Accept`: a page by cursor, a numbered page in JSON:API 1.0 or 1.1, or 406. */
  const cases: readonly (readonly [accept: string, result: 'cursor' | 'number' | 'number in 1.1' | 406])[] = [
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
    [`${other};q=0.1, ${MEDIA_TYPE}`, 'number'],
    [`${MEDIA_TYPE};profile=""`, 'number'],
    [`${other}, ${MEDIA_TYPE};q=0.1`, 'number in 1.1'],
    [`${other}, ${named}`, 'cursor'],
    [`${other}, ${named};q=0.9`, 'number in 1.1'],
    [other, 'number in 1.1'],
    [`${MEDIA_TYPE};profile="${CURSOR_PROFILE}x"`, 'number in 1.1'],
    [MEDIA_TYPE, 'number'],
    ['*/*', 'number'],
    [`${named};q=0`, 406],
    [`${named};charset=utf-8`, 406],
    [`${named};ext="https://jsonapi.org/ext/atomic"`, 406],
    [`${named};profile="${CURSOR_PROFILE}"`, 406],
    [`${MEDIA_TYPE};profile`, 406],
  ];
  for (const [accept, result] of cases)
    it(`${result === 406 ? 'are refused' : `are ${result === 'cursor' ? '' : 'not '}chosen`} by Accept: ${accept}`, async () => {
      const owner = await items.addOwner(client);
      for (const path of [items.owner.path, items.path, items.relatedPath(owner)]) {
        const response = await client.get(path, { headers: { Accept: accept } });
        expect(response.status).to.equal(result === 406 ? 406 : 200);
        expect(response.headers['content-type']).to.equal(result === 'cursor' ? CURSOR_MEDIA_TYPE : MEDIA_TYPE);
        expect(response.document.jsonapi).to.deep.equal({
          version: result === 'cursor' || result === 'number in 1.1' ? '1.1' : '1.0',
          ...(result === 'cursor' && { profile: [CURSOR_PROFILE] }),
        });
        if (result !== 406 && result !== 'cursor') expect(response.document.meta).to.have.all.keys('count');
      }
    });

  const asking = { headers: { Accept: named } };

  it('are chosen by the profile only on lists', async () => {
    const id = await items.addOwner(client);
    const answers = [
      ...(await Promise.all(
        ['/', `${items.owner.path}/${id}`, items.linkagePath(id)].map((path) => client.get(path, asking)),
      )),
      await client.post(items.path, { data: items.draft() }, asking),
    ];
    for (const { status, headers, document } of answers) {
      expect(status).to.be.below(300);
      expect(headers['content-type']).to.equal(MEDIA_TYPE);
      expect(document.jsonapi).to.deep.equal({ version: '1.1' });
    }
  });

  it('are not chosen by the profile beside a page number', async () => {
    const response = await client.get(`${items.path}?page[number]=1`, asking);
    expect(response.headers['content-type']).to.equal(MEDIA_TYPE);
    expect(response.document.jsonapi).to.deep.equal({ version: '1.1' });
    expect(response.document.meta).to.have.all.keys('count');
  });

  it('need no profile: a cursor is enough, and the document is one of JSON:API 1.0', async () => {
    const { headers, document } = await client.get(`${items.path}?page[after]=&page[size]=1`);
    expect(headers['content-type']).to.equal(MEDIA_TYPE);
    expect(document.jsonapi).to.deep.equal({ version: '1.0' });
    expect(document.data[0].meta.page.cursor).to.be.a('string');
  });

  it('have the same headers for HEAD', async () => {
    const [get, head] = [await client.get(items.path, asking), await client.send('HEAD', items.path, asking)];
    expect(head.headers['content-type']).to.equal(get.headers['content-type']);
    expect(head.headers['content-length']).to.equal(get.headers['content-length']);
  });
}
