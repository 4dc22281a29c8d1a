// This version serves databases with data from earlier versions.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { ApiClient } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { createRoles, environmentOf } from '../../support/database-roles.ts';
import { atDepth } from '../../support/depth.ts';
import { openEmbedded } from '../../support/open-embedded.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { restoreAt, restoreEmbedded } from '../../support/restore.ts';
import { startTestService } from '../../support/test-service.ts';

/** Every migration of the last version before the baselines, which must find their names if it is started again, and those of the service since. */
const LEDGER = [
  '0001-create-tables',
  '0002-count-rows',
  '0003-index-text-and-order',
  '0004-index-words',
  '0005-reserve-counts',
  '0006-widen-versions',
  '0007-add-epoch',
  '0008-store-answers',
  '0009-count-changed-rows-first',
  'service-0002-keep-changes',
];

interface Version {
  readonly file: string;
  /** The number of migrations it had. */
  readonly migrations: number;
}

const release: Version = { file: 'release-0.2.0.sql', migrations: 6 };
const newest: Version = { file: 'before-baselines.sql', migrations: 9 };

const pathOf = ({ file }: Version): string => join(import.meta.dirname, 'fixtures', file);

describe('A database of an earlier version', () => {
  for (const version of atDepth({ gate: [release], campaign: [release, newest] })) {
    it(`is migrated by the command line and served with the documented grants: ${version.file}`, async () => {
      const roles = await createRoles();
      const environment = environmentOf(roles);
      const grant = () => roles.run(1, 'jsonapi_owner');
      const pending = LEDGER.slice(version.migrations);
      try {
        await restoreAt(roles.urlOf('jsonapi_owner'), pathOf(version));
        const { stderr } = await runCli(['migrate'], { environment });
        expect(stderr).to.equal(`migrated: ${pending.join(', ')}\n`);
        await grant();
        await expectServed({ ...environment, MIGRATE: 'off' });
        expect(await roles.as('jsonapi_owner', readLedger)).to.deep.equal(LEDGER);
      } finally {
        await roles.drop();
      }
    });
  }

  for (const version of atDepth({ gate: [], campaign: [release, newest] })) {
    it(`is migrated at the start of the embedded database: ${version.file}`, async () => {
      const folder = await restoreEmbedded(pathOf(version));
      try {
        await expectServed({ DATA_DIR: folder });
        const database = await openEmbedded(folder);
        expect(await readLedger(database.kysely)).to.deep.equal(LEDGER);
        await database.close();
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it(`is migrated at the start on a server: ${version.file}`, async () => {
      const url = await (await testServer()).createEmptyDatabase();
      await restoreAt(url, pathOf(version));
      await expectServed({ DATABASE_URL: url });
      const database = openServer(url);
      expect(await readLedger(database.kysely)).to.deep.equal(LEDGER);
      await database.close();
    });
  }
});

async function readLedger(kysely: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations order by id`.execute(kysely);
  return rows.map(({ name }) => name);
}

/** Starts a service, expects the rows and counts of the dumps, then writes. */
async function expectServed(environment: Readonly<Record<string, string>>): Promise<void> {
  const service = await startTestService(environment);
  try {
    const client = new ApiClient(service.url);
    const list = async (path: string) => {
      const { document } = await client.get(path);
      return { count: document.meta.count, ids: document.data.map(({ id }: { readonly id: string }) => id) };
    };
    expect((await client.get('/persons/2')).document.data.attributes).to.deep.include({
      display_name: 'ΣΊΣΥΦΟΣ “O’NEILL”',
      birth_date: null,
    });
    expect(await list('/persons?sort=-name')).to.deep.equal({ count: 3, ids: ['2', '4', '1'] });
    expect(await list('/persons/1/computers')).to.deep.equal({ count: 2, ids: ['1', '2'] });
    expect(
      (await client.post('/persons', { data: { type: 'person', attributes: { name: 'Alan Turing' } } })).status,
    ).to.equal(201);
    expect((await client.delete('/computers/3')).status).to.equal(200);
    expect(await list('/persons?sort=name')).to.deep.equal({ count: 4, ids: ['1', '5', '4', '2'] });
    expect(await list('/computers')).to.deep.equal({ count: 2, ids: ['1', '2'] });
  } finally {
    await service.stop();
  }
}
