import { expect } from 'chai';
import { sql } from 'kysely';
import { readFileSync, writeFileSync } from 'node:fs';
import { ApiClient, filterQuery } from '../../support/api-client.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { depth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

// The largest offsets in both directions, and one with half an hour.
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns'];
const dates = ['0001-01-01', '1582-10-10', '1999-12-31', '2000-02-29', '9999-12-31'];

describe('Dates in any time zone', () => {
  const folder = temporaryFolder();
  const ours = process.env['TZ'];
  afterEach(() => {
    if (ours === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ours;
  });
  after(() => {
    folder.remove();
  });

  /** The URL of a database on a server with a time zone. */
  async function newDatabaseIn(zone: string): Promise<string> {
    const url = await (await testServer()).createDatabase();
    const database = openServer(url);
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set timezone = ${sql.lit(zone)}`.execute(
      database.kysely,
    );
    await database.close();
    return url;
  }

  /** A data folder whose database has a time zone. */
  async function newFolderIn(zone: string): Promise<string> {
    const path = await newDataFolder(folder.path);
    const file = `${path}/postgresql.conf`;
    const settings = readFileSync(file, 'utf8').replaceAll(/^(log_)?timezone = .*$/gm, `$1timezone = '${zone}'`);
    expect(settings).to.contain(`\ntimezone = '${zone}'`);
    writeFileSync(file, settings);
    return path;
  }

  for (const zone of zones)
    for (const storage of ['a server', ...(depth === 'campaign' ? ['the embedded database'] : [])])
      it(`stay as they were sent: ${zone}, ${storage}`, async () => {
        const environment =
          storage === 'a server' ? { DATABASE_URL: await newDatabaseIn(zone) } : { DATA_DIR: await newFolderIn(zone) };
        process.env['TZ'] = zone;
        expect(Intl.DateTimeFormat().resolvedOptions().timeZone).to.equal(zone);
        const service = await startTestService(environment);
        try {
          const client = new ApiClient(service.url);
          for (const birth_date of dates) {
            const data = { type: 'person', attributes: { name: 'Ada', birth_date } };
            const { document } = await client.post('/persons', { data });
            expect(document.data.attributes.birth_date).to.equal(birth_date);
            const found = await client.get(
              `/persons${filterQuery([{ name: 'birth_date', op: 'eq', val: birth_date }])}`,
            );
            expect(found.document.data).to.deep.equal([document.data]);
          }
          const sorted = await client.get('/persons?sort=birth_date');
          const shown = sorted.document.data.map(
            (person: { attributes: { birth_date: string } }) => person.attributes.birth_date,
          );
          expect(shown).to.deep.equal(dates);
        } finally {
          await service.stop();
        }
      });
});
