import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_LIST as PERSONS, storeLongRows } from '../../support/long-rows.ts';
import { openEmbedded } from '../../support/open-embedded.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { documentOf, SlowReader } from '../../support/slow-reader.ts';

const LIST = '/persons?page[size]=0';
/** Node options that make the process run garbage collection before each measurement of its memory. */
const MEASURED_WITHOUT_GARBAGE = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const { memoryUsage } = process;
    process.memoryUsage = () => (gc(), memoryUsage());`)}`,
];

describe('The memory of a service', () => {
  const rows = atDepth({ gate: 30_000, campaign: 100_000 });
  /** Streaming a response takes 1 to 8 MB. Holding all its rows or whole text would take 16 to 26 MB in the gate. */
  const MOST_MEGABYTES = 12;

  /**
   * Checks that the service uses little more memory while sending each response than when idle.
   * @param answers the bytes per row that each response must exceed, by path
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
    const service = await startOperated({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }, MEASURED_WITHOUT_GARBAGE);
    try {
      const client = new ApiClient(service.url);
      for (let times = 0; times < 30; times += 1) await client.get(list);
      const idle = await neededMegabytes(service);
      for (const [path, least] of Object.entries(answers)) {
        const { bytes, megabytes } = await readMeasured(service, path, idle + MOST_MEGABYTES);
        expect(bytes / rows).to.be.above(least);
        expect(megabytes - idle).to.be.below(MOST_MEGABYTES);
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

/** Reads a response, measuring memory every 5 MB. Resolves to its length and the highest measurement. */
async function readMeasured(
  service: OperatedProcess,
  path: string,
  most: number,
): Promise<{ readonly bytes: number; readonly megabytes: number }> {
  let [bytes, megabytes, next] = [0, 0, 0];
  for await (const chunk of (await fetch(service.url + path)).body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes < next) continue;
    next = bytes + 5e6;
    megabytes = Math.max(megabytes, await heldMegabytes(service, most));
  }
  return { bytes, megabytes };
}

/**
 * Measures the memory in use while the client is not reading.
 * Repeats a measurement above `most`, because the service keeps sending until the connection's buffers are full.
 */
async function heldMegabytes(service: OperatedProcess, most: number): Promise<number> {
  let megabytes = Infinity;
  for (let times = 0; megabytes > most && times < 20; times += 1)
    megabytes = Math.min(megabytes, await neededMegabytes(service));
  return megabytes;
}

/** The memory used by live objects and buffers. */
async function neededMegabytes({ admin }: OperatedProcess): Promise<number> {
  const heap = await admin.sum('nodejs_heap_size_used_bytes');
  expect(heap, 'measured heap, in bytes').to.be.above(0);
  // Read after the heap, because buffers are freed shortly after the objects that own them.
  const external = await admin.sum('nodejs_external_memory_bytes');
  expect(external, 'measured external memory, in bytes').to.be.above(0);
  return (heap + external) / 1e6;
}

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
