// The route of the feed of changes: its parameters, and what it refuses.
import { expect } from 'chai';
import { anyResource, resources } from '#test/support/model';
import { MEDIA_TYPE, query, type ApiClient } from '../../support/api-client.ts';
import { addAny } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { feedEnd, feedPage, feedPages, getFeed, pageIn } from './feed.ts';

const { type } = anyResource;
/** The largest page. */
const MOST = 1000;
/** A well-formed position that this service has not given out. */
const UNKNOWN = `p${'A'.repeat(80)}`;

export function describeChangesParameters({ client }: ApiUnderTest): void {
  describe('The parameters of the feed of changes', () => {
    describeRefusals(client);
  });
  describe('The route of the feed of changes', () => {
    describeRoute(client);
    describePositions(client);
  });
}

/** Query strings, each with its wrong parameters. */
const refused: readonly (readonly [queryString: string, ...names: readonly string[]])[] = [
  ...['0', '-1', '1.5', 'x', '', ' 1', '1e2', String(MOST + 1), '9'.repeat(30)].map(
    (size) => [query({ 'page[size]': size }).slice(1), 'page[size]'] as const,
  ),
  ...[
    'p',
    'c1',
    'NOW',
    ' ',
    '1',
    'null',
    `q${'A'.repeat(80)}`,
    `p${'A'.repeat(200)}`,
    'p.',
    'pA+',
    'pA/',
    'pA=',
    'pA\n',
    'pä',
  ].map((after) => [query({ 'page[after]': after }).slice(1), 'page[after]'] as const),
  ...['change', 'nothing', '', type.toUpperCase(), `${type},${type}`, 'constructor', `${type} `].map(
    (of) => [query({ 'filter[type]': of }).slice(1), 'filter[type]'] as const,
  ),
  ['filter[id]=1', 'filter[id]'],
  ['fields[change]=id', 'fields[change]'],
  ['fields[nothing]=id', 'fields[nothing]'],
  [`fields[${type}]=nothing`, `fields[${type}]`],
  [`fields[${type}]=id,,id`, `fields[${type}]`],
  ...[
    'sort=id',
    'sort=',
    'include=subject',
    'include=',
    'filter=[]',
    'filter[action]=created',
    'filter[subject]=1',
    'filter[types]=1',
    'page[number]=1',
    'page[before]=',
    'page[total]=false',
    'page[subject][size]=1',
    'includeSort={}',
    'includeFilter={}',
    'nothing=1',
    'after=now',
    'fields=id',
  ].map((each) => [each, each.slice(0, each.indexOf('='))] as const),
  ['page[size]=1&page[size]=1', 'page[size]'],
  ['page[after]=now&page[after]=now', 'page[after]'],
  [`filter[type]=${type}&filter[type]=${type}`, 'filter[type]'],
  [`filter[type]=${type}&filter[id]=1&filter[id]=1`, 'filter[id]'],
  [`fields[${type}]=id&fields[${type}]=id`, `fields[${type}]`],
  ['page[size]=0&sort=id&page[after]=x&filter[id]=1', 'page[size]', 'sort', 'page[after]', 'filter[id]'],
];

function describeRefusals(client: ApiClient): void {
  for (const [queryString, ...names] of refused)
    it(`are refused: ${queryString.slice(0, 60)}`, async () => {
      const response = await client.get(
        `/changes?${encodeURI(decodeURIComponent(queryString)).replaceAll('+', '%2B')}`,
      );
      expectErrors(response, ...names.map((name) => `invalid-parameter ?${name}`));
    });

  it('are named in errors', async () => {
    const [detail] = detailsOf(await client.get('/changes?sort=id'));
    expect(detail).to.include(
      'Parameters of this route: fields[TYPE], page[size], filter[type], filter[id], page[after]',
    );
    const [types] = detailsOf(await client.get('/changes?filter[type]=nothing'));
    expect(types).to.include(`Types: ${Object.keys(resources).join(', ')}`);
  });

  it('are checked before the position', async () => {
    expectErrors(await client.get(`/changes?page[after]=${UNKNOWN}&page[size]=0`), 'invalid-parameter ?page[size]');
  });

  it(`can ask for up to ${MOST} changes`, async () => {
    for (const size of ['1', String(MOST)])
      expect((await feedPage(client, { 'page[after]': 'now', 'page[size]': size })).data).to.deep.equal([]);
  });

  it('can be given with any type, and several fieldsets', async () => {
    const fieldsets = Object.fromEntries(Object.keys(resources).map((each) => [`fields[${each}]`, 'id']));
    for (const each of Object.keys(resources))
      expect((await getFeed(client, { 'filter[type]': each, 'page[size]': '1', ...fieldsets })).status).to.equal(200);
  });
}

function describeRoute(client: ApiClient): void {
  it('answers HEAD without a body, for errors too', async () => {
    for (const [queryString, status] of [
      ['page[after]=now', 200],
      ['page[size]=0', 400],
      [`page[after]=${UNKNOWN}`, 410],
    ] as const) {
      const response = await client.send('HEAD', `/changes?${queryString}`);
      expect([response.status, response.text]).to.deep.equal([status, '']);
    }
  });

  it('has no entity tag, and no other paths below it', async () => {
    const { headers } = await getFeed(client, { 'page[after]': 'now' });
    expect(headers).not.to.have.property('etag');
    for (const path of ['/changes/', '/changes/1', '/Changes']) expectErrors(await client.get(path), 'not-found');
  });

  it('answers with JSON:API or not at all', async () => {
    const ask = (accept: string) => client.get('/changes?page[after]=now', { headers: { Accept: accept } });
    for (const accept of ['*/*', MEDIA_TYPE, 'application/json', `text/event-stream;q=0.1, ${MEDIA_TYPE}`])
      expect((await ask(accept)).status, accept).to.equal(200);
    for (const accept of ['text/html', 'application/xml', `${MEDIA_TYPE};ext=x`])
      expectErrors(await ask(accept), 'not-acceptable');
  });

  it('has a link to itself as it was asked', async () => {
    const page = pageIn(await client.get('/changes?page[size]=2&page[after]=now'));
    expect(page.links.self).to.equal('/changes?page%5Bsize%5D=2&page%5Bafter%5D=now');
    expect(pageIn(await client.get('/changes?')).links.self).to.equal('/changes');
  });

  it('gives pages of the default size', async () => {
    const since = await feedEnd(client);
    for (let each = 0; each < 32; each += 1) await addAny(client, type);
    const sizes = (await feedPages(client, since)).map(({ data }) => data.length);
    expect(sizes).to.deep.equal([30, 2]);
  });
}

function describePositions(client: ApiClient): void {
  it('refuses positions that it has not given out, and names the lists to read again', async () => {
    const end = await feedEnd(client);
    const last = end.at(-5) === 'A' ? 'B' : 'A';
    const others = [
      UNKNOWN,
      'pA',
      `p${'A'.repeat(199)}`,
      `${end.slice(0, -5)}${last}${end.slice(-4)}`,
      `${end}A`,
      end.slice(0, -1),
    ];
    for (const position of others) {
      const response = await getFeed(client, { 'page[after]': position });
      expect(response.status, position).to.equal(410);
      const [error, ...more] = response.document.errors as readonly Readonly<Record<string, unknown>>[];
      expect(more).to.deep.equal([]);
      expect(error).to.deep.equal({
        status: '410',
        code: 'position-expired',
        title: 'Position expired',
        detail:
          'This position belongs to another history of the data: start over with page[after]=now, then read the lists in meta.refetch again',
        source: { parameter: 'page[after]' },
        meta: { reason: 'other-history', refetch: Object.values(resources).map(({ path }) => path) },
      });
    }
  });

  it('gives out one text for each place', async () => {
    const since = await feedEnd(client);
    await addAny(client, type);
    const [page, filtered] = [
      await feedPage(client, { 'page[after]': since }),
      await feedPage(client, { 'page[after]': since, [`fields[${type}]`]: 'id' }),
    ];
    expect(filtered.meta.position).to.equal(page.meta.position);
    expect(page.meta.position).to.equal(await feedEnd(client));
    expect(page.meta.position).not.to.equal(since);
    expect(page.data.at(-1)?.meta.page.cursor).to.equal(page.meta.position);
  });
}
