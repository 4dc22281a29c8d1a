import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { openEmbedded } from '#adapters/persistence/storage/embedded';
import { startOperated } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_LIST as PERSONS, storeLongRows } from '../../support/long-rows.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { documentOf, SlowReader } from '../../support/slow-reader.ts';

const LIST = '/persons?page[size]=0';

describe('The memory of a service', () => {
  // With the larger young generation of `npm start`, the figures would depend on when it is collected.
  const options = ['--max-old-space-size=256', '--max-semi-space-size=8'];
  const { rows, most } = atDepth({ gate: { rows: 20_000, most: 48 }, campaign: { rows: 100_000, most: 96 } });

  /**
   * Checks the peak memory of the service while it sends each response.
   * @param answers the least bytes per row of the response, by path. Unstreamed, a response would take twice the allowed memory.
   */
  async function expectSmall(
    store: (administrator: Database) => Promise<void>,
    list: string,
    answers: Readonly<Record<string, number>>,
  ): Promise<void> {
    const databaseUrl = await (await testServer()).createDatabase();
    const administrator = openServer(databaseUrl);
    await store(administrator);
    await administrator.close();
    const service = await startOperated({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, options);
    try {
      const client = new ApiClient(service.url);
      for (let times = 0; times < 100; times += 1) await client.get(list);
      const idle = await service.admin.megabytes();
      for (const [path, least] of Object.entries(answers)) {
        const { bytes, megabytes } = await service.admin.peakDuring(service.url + path);
        expect(bytes / rows).to.be.above(least);
        expect(megabytes - idle).to.be.below(most);
      }
    } finally {
      await service.kill();
    }
  }

  it('stays small while it streams a long list, even with included resources', () =>
    expectSmall((administrator) => fillPersonsWithComputers(administrator, rows), '/persons', {
      [`${LIST}&include=computers.owner`]: 800,
    }));

  it('stays small while it exports a long list', () =>
    expectSmall(({ kysely }) => storeLongRows(kysely, 'computer', rows), '/computers', {
      '/export/computers.csv': 750,
      '/export/computers.ndjson': 950,
    }));
});

/** Adds persons with one computer each, which has their identifier. */
async function fillPersonsWithComputers({ kysely }: Database, count: number, name = 'Person'): Promise<void> {
  await sql`insert into person (name) select ${sql.lit(name)} from generate_series(1, ${sql.lit(count)})`.execute(
    kysely,
  );
  await sql`insert into computer (serial, owner_id) select 'S' || id, id from person order by id`.execute(kysely);
  await sql`analyze person, computer`.execute(kysely);
}

describe('A long list with included resources, from a server', () => {
  it('is one snapshot of both, while others delete both', async () => {
    const databaseUrl = await (await testServer()).createDatabase();
    const administrator = openServer(databaseUrl);
    await fillPersonsWithComputers(administrator, PERSONS, 'x'.repeat(255));
    await administrator.close();
    const service = await startOperated({ DATABASE_URL: databaseUrl });
    try {
      const client = new ApiClient(service.url);
      const reader = await SlowReader.get(service.url, `${LIST}&include=computers`);
      await eventually('the answer has begun', () => reader.hasBegun);
      for (let id = PERSONS; id > PERSONS - 20; id -= 1) {
        expect((await client.delete(`/persons/${id}`)).status).to.equal(200);
        expect((await client.delete(`/computers/${id - 20}`)).status).to.equal(200);
      }
      const { data, included, meta } = documentOf(await reader.readAll()) as Included;
      expect(meta).to.deep.equal({ count: PERSONS });
      expect(data.map(({ id }) => Number(id))).to.deep.equal(Array.from({ length: PERSONS }, (_, index) => index + 1));
      expect(included.map(({ id }) => id)).to.deep.equal(data.map(({ id }) => id));
      const linked = data.map(({ relationships }) => relationships.computers.data.map(({ id }) => id).join());
      expect(linked).to.deep.equal(data.map(({ id }) => id));
    } finally {
      await service.kill();
    }
  });
});

interface Included {
  readonly data: readonly {
    readonly id: string;
    readonly relationships: { readonly computers: { readonly data: readonly { readonly id: string }[] } };
  }[];
  readonly included: readonly { readonly id: string }[];
  readonly meta: object;
}

if (depth === 'campaign')
  describe('A long list from the embedded database', () => {
    it('blocks nobody while its client does not read, and omits what is deleted by the time it is read', async () => {
      const folder = temporaryFolder();
      const DATA_DIR = await newDataFolder(folder.path);
      const database = await openEmbedded(DATA_DIR);
      // More than both ends buffer for a connection.
      await storeLongRows(database.kysely, 'person', PERSONS);
      await database.close();
      const service = await startOperated({ DATABASE_URL: '', DATA_DIR });
      try {
        const client = new ApiClient(service.url);
        const reader = await SlowReader.get(service.url, LIST);
        await eventually('the answer has begun', () => reader.hasBegun);
        const start = performance.now();
        expect((await client.get('/persons?page[size]=1')).status).to.equal(200);
        expect((await client.delete(`/persons/${PERSONS}`)).status).to.equal(200);
        const data = { type: 'person', attributes: { name: 'too late' } };
        expect((await client.post('/persons', { data })).status).to.equal(201);
        expect(performance.now() - start).to.be.below(30_000);
        const answer = await reader.readAll();
        expect(answer.isWhole).to.equal(true);
        const document = documentOf(answer) as { data: { id: string }[]; meta: object };
        expect(document.data.at(-1)?.id).to.equal(String(PERSONS - 1));
        expect(document.data).to.have.lengthOf(PERSONS - 1);
        expect(document.meta).to.deep.equal({ count: PERSONS - 1 });
      } finally {
        await service.kill();
        folder.remove();
      }
    });
  });
