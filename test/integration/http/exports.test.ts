import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { fetchFile } from '../../support/fetch-file.ts';
import { LONG_LIST, longPersons } from '../../support/long-rows.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { openServer } from '../../support/open-server.ts';
import { SlowReader } from '../../support/slow-reader.ts';

describe('A long export from a server', () => {
  let administrator: Database;
  let service: ObservedService;
  let client: ApiClient;
  const readers: SlowReader[] = [];

  before(async () => {
    const DATABASE_URL = await longPersons();
    administrator = openServer(DATABASE_URL);
    service = await startObserved({ DATABASE_URL, POOL_SIZE: '4', MAX_STREAMS: '1' });
    client = service.client;
  });
  after(async () => {
    await service.stop();
    await administrator.close();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.disconnect();
    await eventually('nothing is streamed', async () => (await streaming()) === 0);
  });

  const streaming = (): Promise<number> => service.admin.sum('db_pool_connections', '"streaming"');

  async function open(path: string, options?: Parameters<typeof SlowReader.get>[2]): Promise<SlowReader> {
    const reader = await SlowReader.get(client.url, path, options);
    readers.push(reader);
    await eventually('the answer has begun', () => reader.hasBegun);
    return reader;
  }

  for (const format of ['csv', 'ndjson']) {
    const path = `/export/persons.${format}`;

    it(`is sent whole to a client that reads, as ${format}`, async () => {
      const answer = await (await open(path)).readAll();
      expect(answer.isWhole).to.equal(true);
      expect(answer.head).to.match(/\r\nContent-Disposition: attachment\r\n/);
      expect(answer.body.match(new RegExp(format === 'csv' ? '^\\d+,+長' : '^{"type":"person"', 'gm'))).to.have.length(
        LONG_LIST,
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
          service.logged.findLast(
            ({ message, route }) => message === 'request' && route === `persons.export.${format}`,
          );
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
