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
    for (const path of [OWNER, '/computers/7?include=owner']) {
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
      expect(document.errors[0].detail).to.include(`GET ${OWNER}/computers lists them`);
    }
  });
});
