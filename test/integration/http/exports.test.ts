import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchFile } from '../../support/fetch-file.ts';
import { storeLongRows } from '../../support/long-rows.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { SlowReader } from '../../support/slow-reader.ts';

const PERSONS = 20_000;

describe('A long export from a server', () => {
  let databaseUrl: string;
  let administrator: Database;
  let service: OperatedProcess;
  let client: ApiClient;
  const readers: SlowReader[] = [];

  before(async () => {
    databaseUrl = await (await testServer()).createDatabase();
    administrator = openServer(databaseUrl);
    // More than both ends buffer for a connection.
    await storeLongRows(administrator.kysely, 'person', PERSONS);
    service = await startOperated({ DATABASE_URL: databaseUrl, POOL_SIZE: '4', MAX_STREAMS: '1' });
    client = new ApiClient(service.url);
  });
  after(async () => {
    service.process.kill('SIGKILL');
    await service.ended;
    await administrator.close();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.disconnect();
    await eventually('nothing is streamed', async () => (await streaming()) === 0);
  });

  const streaming = (): Promise<number> => service.admin.sum('db_pool_connections', '"streaming"');

  async function open(path: string, options?: Parameters<typeof SlowReader.get>[2]): Promise<SlowReader> {
    const reader = await SlowReader.get(service.url, path, options);
    readers.push(reader);
    await eventually('the answer has begun', () => reader.hasBegun);
    return reader;
  }

  for (const format of ['csv', 'ndjson']) {
    const path = `/export/persons.${format}`;

    it(`is sent whole to a client that reads, as ${format}`, async () => {
      const answer = await (await open(path)).readAll();
      expect(answer.isWhole).to.equal(true);
      expect(answer.body.match(new RegExp(format === 'csv' ? '^\\d+,+長' : '^{"type":"person"', 'gm'))).to.have.length(
        PERSONS,
      );
    });

    for (const version of ['1.1', '1.0'])
      it(`is cut when the database connection breaks, as ${format} over HTTP/${version}`, async () => {
        const broken = await service.admin.sum('http_answers_broken_total');
        const reader = await open(path, { version });
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        `.execute(administrator.kysely);
        const answer = await reader.readAll();
        expect([answer.status, answer.isWhole, answer.failure]).to.deep.equal([200, false, 'ECONNRESET']);
        expect(await service.admin.sum('http_answers_broken_total')).to.equal(broken + 1);
        const line = (): Readonly<Record<string, unknown>> | undefined =>
          service.logged().findLast(({ msg, route }) => msg === 'request' && route === `persons.export.${format}`);
        await eventually('it is logged', () => line()?.['broken'] === true);
      });

    it(`counts against MAX_STREAMS, as ${format}: others get a JSON:API error`, async () => {
      await open(path);
      expect(await streaming()).to.equal(1);
      for (const refused of [path, '/persons?page[size]=0']) {
        const { status, headers, document } = await client.get(refused);
        expect([status, headers['retry-after']]).to.deep.equal([503, '1']);
        expect(headers).not.to.have.property('content-disposition');
        expect(document.errors[0].code).to.equal('service-unavailable');
      }
      expect((await fetchFile(client, path, { method: 'HEAD' })).status).to.equal(200);
      expect((await fetchFile(client, `${path}?filter[id]=1`)).status).to.equal(200);
      expect((await client.get('/persons?page[size]=1')).status).to.equal(200);
    });

    it(`releases the database when its client disconnects, as ${format}`, async () => {
      (await open(path)).disconnect();
      await eventually('nothing is streamed', async () => (await streaming()) === 0);
    });
  }
});

describe('The memory of a service that exports a long list', () => {
  it('stays small', async () => {
    const databaseUrl = await (await testServer()).createDatabase();
    const administrator = openServer(databaseUrl);
    await storeLongRows(administrator.kysely, 'computer', 100_000);
    await administrator.close();
    // With the young generation of `npm start` the figure depends on when it is collected.
    const options = ['--max-old-space-size=256', '--max-semi-space-size=8'];
    const service = await startOperated({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, options);
    try {
      const client = new ApiClient(service.url);
      for (let times = 0; times < 100; times += 1) await client.get('/computers');
      const idle = await service.admin.megabytes();
      for (const [format, least] of [
        ['csv', 75e6],
        ['ndjson', 95e6],
      ] as const) {
        const response = await fetch(`${service.url}/export/computers.${format}`);
        let [bytes, most, next] = [0, 0, 0];
        for await (const chunk of response.body ?? []) {
          bytes += (chunk as Uint8Array).length;
          if (bytes < next) continue;
          next = bytes + 5e6;
          most = Math.max(most, await service.admin.megabytes());
        }
        expect(bytes).to.be.above(least);
        expect(most - idle).to.be.below(96);
      }
    } finally {
      service.process.kill('SIGKILL');
      await service.ended;
    }
  });
});
