import { expect } from 'chai';
import { sql } from 'kysely';
import { lockFolder } from '#adapters/persistence/connection/folder-lock';
import { replaceEpoch } from '#adapters/persistence/storage/epoch';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { tagAt } from '../../contract/api/conditions.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { createRoles, environmentOf, type Roles } from '../../support/database-roles.ts';
import { openEmbedded } from '../../support/open-embedded.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

const DONE = { code: 0, stdout: '', stderr: 'the database has a new epoch; restart the services that use it\n' };

describe('new-epoch', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  it('invalidates earlier tags on a server', async () => {
    const environment = { DATABASE_URL: await (await testServer()).createDatabase() };
    let [path, tag] = ['', ''];
    const withService = async (use: (client: ApiClient) => Promise<void>): Promise<void> => {
      const service = await startTestService(environment);
      try {
        await use(new ApiClient(service.url));
      } finally {
        await service.stop();
      }
    };
    await withService(async (client) => {
      path = `/persons/${await addPerson(client)}`;
      tag = await tagAt(client, path);
    });
    await withService(async (client) => {
      expect(await tagAt(client, path)).to.equal(tag);
    });
    expect(await runCli(['new-epoch'], { environment })).to.deep.equal(DONE);
    await withService(async (client) => {
      expect((await client.get(path, { headers: { 'If-None-Match': tag } })).status).to.equal(200);
      const headers = { 'If-Match': tag };
      expect((await client.delete(path, undefined, { headers })).status).to.equal(412);
    });
  });

  it('gives one to a database that has lost its own', async () => {
    const url = await (await testServer()).createDatabase();
    const database = openServer(url);
    try {
      await sql`delete from epoch`.execute(database.kysely);
      expect(await runCli(['new-epoch'], { environment: { DATABASE_URL: url } })).to.deep.equal(DONE);
      expect(await new SqlUnitOfWork(database).epoch()).to.match(/^[0-9a-f]{32}$/);
    } finally {
      await database.close();
    }
  });

  it('leaves one epoch when several give a new one at the same time', async () => {
    const database = openServer(await (await testServer()).createDatabase());
    try {
      await Promise.all(Array.from({ length: 8 }, () => replaceEpoch(database)));
      const { rows } = await sql<{ number: string }>`select count(*)::text as number from epoch`.execute(
        database.kysely,
      );
      expect(rows).to.deep.equal([{ number: '1' }]);
    } finally {
      await database.close();
    }
  });

  it('needs the role of MIGRATE_DATABASE_URL', async () => {
    const roles: Roles = await createRoles();
    try {
      const environment = environmentOf(roles);
      await runCli(['migrate'], { environment });
      await roles.run(1);
      const alone = await runCli(['new-epoch'], { environment: { DATABASE_URL: roles.urlOf('jsonapi_service') } });
      expect(alone.code).to.equal(1);
      expect(alone.stderr).to.match(/permission denied for table epoch/);
      expect(await runCli(['new-epoch'], { environment })).to.deep.equal(DONE);
    } finally {
      await roles.drop();
    }
  });

  it('renews that of the embedded database, but not beside a service, nor where there is none', async () => {
    const nowhere = `${folder.path}/nowhere`;
    const none = await runCli(['new-epoch'], { environment: { DATA_DIR: nowhere } });
    expect(none).to.deep.equal({ code: 1, stdout: '', stderr: `there is no database in ${nowhere}\n` });
    const data = await newDataFolder(folder.path);
    const environment = { DATA_DIR: data };
    const before = await embeddedEpoch(data);
    expect(await runCli(['new-epoch'], { environment })).to.deep.equal(DONE);
    expect(await embeddedEpoch(data)).not.to.equal(before);
    const lock = await lockFolder(data);
    const beside = await runCli(['new-epoch'], { environment });
    await lock.release();
    expect(beside.code).to.equal(1);
    expect(beside.stderr).to.match(/^\S+ is in use by another process; stop the service that uses it\n$/);
  });

  it('wants the pending migrations first', async () => {
    const environment = { DATABASE_URL: await (await testServer()).createEmptyDatabase() };
    const { code, stderr } = await runCli(['new-epoch'], { environment });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^migrations are pending: service-0001-baseline, .*; run migrate first\n$/);
  });

  it('is refused in memory', async () => {
    expect(await runCli(['new-epoch'], { environment: { DATABASE_URL: 'memory:' } })).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL is "memory:", where every start has a new epoch\n',
    });
  });
});

async function embeddedEpoch(data: string): Promise<string> {
  const database = await openEmbedded(data);
  try {
    return await new SqlUnitOfWork(database).epoch();
  } finally {
    await database.close();
  }
}
