import { expect } from 'chai';
import { sql } from 'kysely';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import { atDepth } from '../../support/depth.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { eventually } from '../../support/eventually.ts';

/** More than are read with their owner. */
const OWNED = 100_500;
const OWNER = '/persons/1';

const FORWARDS = ['page[after]=', 'next'] as const;
const BACKWARDS = ['page[before]=', 'prev'] as const;

describe('Answers with very long linkage, from a server', () => {
  let service: ObservedService;
  let client: ApiClient;

  before(async () => {
    const databaseUrl = await (await testServer()).createDatabase();
    const administrator = openServer(databaseUrl);
    const { kysely } = administrator;
    await sql`drop index computer_serial_text, computer_serial_words`.execute(kysely);
    await sql`insert into person (name) values ('Ada'), ('Bob')`.execute(kysely);
    await sql`insert into computer (serial, owner_id) select 'S' || n, 1 from generate_series(1, ${sql.lit(OWNED)}) n`.execute(
      kysely,
    );
    await sql`analyze person, computer`.execute(kysely);
    await administrator.close();
    service = await startObserved({ DATABASE_URL: databaseUrl, POOL_SIZE: '4' });
    client = service.client;
  });
  after(() => service.stop());

  /** Without the checks of the client, which compare each identifier with all others. */
  const read = async (path: string): Promise<{ status: number; headers: Headers; text: string }> => {
    const response = await fetch(`${client.url}${path}`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const owned = Array.from({ length: OWNED }, (_, index) => ({ type: 'computer', id: String(index + 1) }));
  /** The linkage in the document at each path that shows the owner. */
  const paths: Readonly<Record<string, (document: ApiResponse['document']) => unknown>> = {
    [OWNER]: ({ data }) => data.relationships.computers.data,
    '/computers/7/owner': ({ data }) => data.relationships.computers.data,
    [`${OWNER}/relationships/computers`]: ({ data }) => data,
    '/computers/7/relationships/owner?include=owner': ({ data, included }) => {
      expect(data).to.deep.equal({ type: 'person', id: '1' });
      return included[0].relationships.computers.data;
    },
    '/computers/7?include=owner': ({ included }) => included[0].relationships.computers.data,
    '/persons': ({ data }) => data[0].relationships.computers.data,
    '/persons?page[after]=&page[size]=1': ({ data }) => data[0].relationships.computers.data,
    '/computers?page[size]=1&include=owner': ({ included }) => included[0].relationships.computers.data,
  };
  for (const [path, linkageIn] of Object.entries(paths))
    it(`streams all of it: ${path}`, async () => {
      const { status, headers, text } = await read(path);
      expect([status, headers.get('transfer-encoding')]).to.deep.equal([200, 'chunked']);
      const document: unknown = JSON.parse(text);
      expect(text).to.equal(JSON.stringify(document));
      expect(linkageIn(document as ApiResponse['document'])).to.deep.equal(owned);
    });

  const descending = owned.toReversed();
  /** More members than are read at once, but fewer than the person owns. */
  const MANY = OWNED - 200;
  const identifiersIn = (linkage: readonly { readonly type: string; readonly id: string }[]): readonly object[] =>
    linkage.map(({ type, id }) => ({ type, id }));
  /** Compares long lists quickly. */
  const expectSame = (found: unknown, expected: readonly object[]): void => {
    expect(JSON.stringify(found) === JSON.stringify(expected), 'the same members in the same order').to.equal(true);
  };
  const byId = `page[computers][size]=${MANY}&includeSort=-computers.id&page[computers][total]=true`;
  const filter = encodeURIComponent(`[{"name":"id","op":"le","val":${MANY}}]`);
  /** The members shown at each path with bounds, and whether `next` leads to more; undefined without a page. Pages are also read in parts. */
  const bounded: readonly (readonly [path: string, members: readonly object[], next: boolean | undefined])[] = [
    [`${OWNER}?${byId}`, descending.slice(0, MANY), true],
    [`${OWNER}?page[computers][size]=${MANY}`, owned.slice(0, MANY), true],
    [`${OWNER}?page[computers][size]=${OWNED}`, owned, false],
    [`${OWNER}?page[computers][size]=1000000&includeFilter={"computers":${filter}}`, owned.slice(0, MANY), false],
    [`${OWNER}?includeSort=-computers.id`, descending, undefined],
    [`/persons?page[after]=&page[size]=1&${byId}`, descending.slice(0, MANY), true],
    [`/computers/7?include=owner&${byId.replaceAll('computers', 'owner.computers')}`, descending.slice(0, MANY), true],
  ];
  for (const [path, members, next] of atDepth({
    gate: bounded.filter((_row, index) => index % 3 === 0),
    campaign: bounded,
  }))
    it(`streams a part of it: ${path}`, async () => {
      const { status, headers, text } = await read(path);
      expect([status, headers.get('transfer-encoding')]).to.deep.equal([200, 'chunked']);
      const document: ApiResponse['document'] = JSON.parse(text);
      expect(text).to.equal(JSON.stringify(document));
      const { computers } = [document.included ?? document.data].flat()[0].relationships;
      expectSame(computers.data, members);
      expect(computers.links.next === undefined ? undefined : computers.links.next !== null).to.equal(next);
      const isCounted = path.includes('total');
      expect(computers.meta?.count).to.equal(isCounted ? OWNED : undefined);
      expect(computers.meta?.complete).to.equal(next === true || path.includes('Filter') ? false : undefined);
      if (next !== true) return;
      const rest = await read(computers.links.next as string);
      const { data, links }: ApiResponse['document'] = JSON.parse(rest.text);
      expectSame(identifiersIn(data), (path.includes('Sort') ? descending : owned).slice(MANY));
      expect(links.next).to.equal(null);
    });

  it('streams pages of it on its own route', async () => {
    const route = `${OWNER}/relationships/computers`;
    for (const [end, step] of atDepth({ gate: [BACKWARDS], campaign: [FORWARDS, BACKWARDS] })) {
      const pages: ApiResponse['document'][] = [];
      for (let link: string | null = `${route}?sort=-id&page[size]=${MANY}&${end}`; link !== null;) {
        const { headers, text } = await read(link);
        if (pages.length === 0) expect(headers.get('transfer-encoding')).to.equal('chunked');
        const document: ApiResponse['document'] = JSON.parse(text);
        expect(text === JSON.stringify(document), 'no other white space').to.equal(true);
        expect(document.meta).to.deep.equal({ count: OWNED, page: { total: OWNED } });
        pages.push(document);
        link = document.links[step] as string | null;
      }
      expect(pages).to.have.lengthOf(2);
      const inOrder = step === 'next' ? pages : pages.toReversed();
      expectSame(
        inOrder.flatMap(({ data }) => identifiersIn(data as [])),
        descending,
      );
      // A page that is read in parts has the same cursors as a short one.
      const short: ApiResponse['document'] = JSON.parse((await read(`${route}?sort=-id&page[size]=2&${end}`)).text);
      const [first] = pages;
      expect(step === 'next' ? first.data.slice(0, 2) : first.data.slice(-2)).to.deep.equal(short.data);
    }
    const { text } = await read(`${route}?filter=${filter}&sort=-id`);
    const { data, meta, links }: ApiResponse['document'] = JSON.parse(text);
    expectSame(data, owned.slice(0, MANY).toReversed());
    expect(meta).to.deep.equal({ count: MANY });
    expect(links).to.have.all.keys('self', 'related');
  });

  it('has the tags of answers to writes, which are not streamed', async () => {
    const changed = await client.patch(OWNER, { data: { type: 'person', id: '1', attributes: { name: 'Grace' } } });
    const { headers, text } = await read(OWNER);
    expect(changed.headers).to.have.property('content-length');
    expect([text, headers.get('etag')]).to.deep.equal([changed.text, changed.headers.etag]);
    const linkage = `${OWNER}/relationships/computers`;
    const linked = await client.post(linkage, { data: [{ type: 'computer', id: '7' }] });
    expect((await read(linkage)).headers.get('etag')).to.equal(linked.headers.etag);
    expect(linked.document).not.to.have.property('included');
    expect(linked.document.meta).to.have.all.keys('message');
  });

  it('frees its connection after HEAD, 304 and 412', async () => {
    for (const path of [OWNER, '/computers/7?include=owner', `${OWNER}?${byId}`]) {
      const tag = (await read(path)).headers.get('etag') ?? '';
      for (let times = 0; times < atDepth({ gate: 1, campaign: 5 }); times += 1) {
        const head = await client.send('HEAD', path);
        expect([head.status, head.headers.etag, head.headers['transfer-encoding']]).to.deep.equal([
          200,
          tag,
          'chunked',
        ]);
        expect((await client.get(path, { headers: { 'If-None-Match': tag } })).status).to.equal(304);
        expect((await client.get(path, { headers: { 'If-Match': '"other"' } })).status).to.equal(412);
      }
    }
    await eventually(
      'no stream is left',
      async () => (await service.admin.sum('db_pool_connections', 'state="streaming"')) === 0,
    );
  });

  it('refuses to include too many resources, and names their list', async () => {
    for (const path of [
      `${OWNER}?include=computers`,
      `${OWNER}/relationships/computers?include=computers`,
      '/computers/7?include=owner.computers',
      '/computers/7/owner?include=computers',
    ]) {
      const { status, document } = await client.get(path);
      expect([status, document.errors[0].code, document.errors[0].source]).to.deep.equal([
        400,
        'too-many-included',
        { parameter: 'include' },
      ]);
      expect(document.errors[0].detail).to.include(`with GET ${OWNER}/computers`);
    }
  });
});
