import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect } from 'chai';
import { sql } from 'kysely';
import { draftOn, type MigrationDraft } from '#adapters/persistence/drafting/draft-migration';
import { missingGrants } from '#adapters/persistence/storage/inspect';
import { ormOptions } from '#adapters/persistence/storage/orm';
import type { TableModel } from '#adapters/persistence/tables/table-model';
import { served } from '#composition/product/served';
import { schema } from '#domain/schema';
import { runCli } from '../../support/cli-process.ts';
import { engines } from '../../support/database-engines.ts';
import { createRoles } from '../../support/database-roles.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

/** A model with the same tables but another name. */
const other: TableModel = { ...served.tables, name: 'other' };
const own = served.tables.name;

const messageOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describe('The model of a database', () => {
  for (const engine of engines)
    it(`is stored in a new database unless it is the default, on ${engine.name}`, async () => {
      for (const model of [other, { ...other, name: 'default' }]) {
        const database = await engine.openEmpty({ model });
        await database.migrate();
        expect(await database.pendingMigrations()).to.deep.equal([]);
        const remembers = sql<{ remembers: boolean }>`select to_regclass('model') is not null as remembers`;
        const { rows } = await remembers.execute(database.kysely);
        expect(rows).to.deep.equal([{ remembers: model === other }]);
        await database.close();
      }
    });

  it('can use an empty database or its own, but no other', async () => {
    const [ofOther, ofServed] = [
      await (await testServer()).createEmptyDatabase(),
      await (await testServer()).createDatabase(),
    ];
    const cases = [
      [openServer(ofOther), openServer(ofOther, { model: other }), 'other', own],
      [openServer(ofServed, { model: other }), openServer(ofServed), own, 'other'],
    ] as const;
    for (const [wrong, right, found, wanted] of cases) {
      const refusal = `the database belongs to the model ${found}, and this service serves the model ${wanted}`;
      if (found === 'other') expect(await wrong.pendingMigrations()).not.to.deep.equal([]);
      await right.migrate();
      expect(await messageOf(wrong.pendingMigrations())).to.equal(refusal);
      expect(await messageOf(wrong.migrate())).to.equal(refusal);
      expect(await right.pendingMigrations()).to.deep.equal([]);
      await wrong.close();
      await right.close();
    }
  });

  it('fails the start, migrate, new-epoch and doctor with one line if it is not the served one', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const database = openServer(url, { model: other });
    await database.migrate();
    await database.close();
    const refusal = `the database belongs to the model other, and this service serves the model ${own}`;
    const environment = { DATABASE_URL: url };
    for (const MIGRATE of ['auto', 'off'])
      expect(await messageOf(startTestService({ ...environment, MIGRATE }))).to.equal(refusal);
    for (const command of ['migrate', 'new-epoch'])
      expect(await runCli([command], { environment })).to.deep.equal({ code: 1, stdout: '', stderr: `${refusal}\n` });
    const { code, stdout } = await runCli(['doctor'], { environment });
    expect(code).to.equal(1);
    expect(stdout).to.match(new RegExp(`^failure +tables +${refusal} -> choose a database of the served model`, 'm'));
  });

  it('must be readable by the serving role', async () => {
    const roles = await createRoles();
    try {
      const owner = openServer(roles.urlOf('jsonapi_owner'), { model: other });
      await owner.migrate();
      await owner.close();
      await roles.run(1, 'jsonapi_owner');
      const service = openServer(roles.urlOf('jsonapi_service'), { model: other });
      const { username } = new URL(roles.urlOf('jsonapi_service'));
      const ofDefault = openServer(roles.urlOf('jsonapi_service'), { model: { ...other, name: 'default' } });
      expect(await messageOf(ofDefault.pendingMigrations())).to.equal(
        'the database belongs to another model, and this service serves the model default',
      );
      await ofDefault.close();
      expect(await messageOf(service.pendingMigrations())).to.contain('permission denied for table model');
      expect(await missingGrants(service)).to.deep.equal([`grant select on model to ${username}`]);
      await roles.as('jsonapi_owner', (kysely) => sql`grant select on model to ${sql.id(username)}`.execute(kysely));
      expect(await service.pendingMigrations()).to.deep.equal([]);
      expect(await missingGrants(service)).to.deep.equal([]);
      await service.close();
    } finally {
      await roles.drop();
    }
  });

  it('is told from another table with the name model', async () => {
    const url = await (await testServer()).createDatabase();
    const database = openServer(url, { model: { ...served.tables, name: 'default' } });
    await sql`create table model (id bigint, name text)`.execute(database.kysely);
    await sql`insert into model values (1, 'Model T')`.execute(database.kysely);
    expect(await database.pendingMigrations()).to.deep.equal([]);
    await database.close();
  });

  it('is read together with the ledger while another process stores both', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const database = openServer(url, { model: other });
    const { kysely } = database;
    // MikroORM creates the ledger before the transaction of the migrations.
    await sql`create table mikro_orm_migrations (name text)`.execute(kysely);
    const pending = await kysely.transaction().execute(async (transaction) => {
      await sql`lock table mikro_orm_migrations`.execute(transaction);
      const reading = messageOf(database.pendingMigrations());
      const waiting = sql`select from pg_locks where relation = 'mikro_orm_migrations'::regclass and not granted`;
      while ((await waiting.execute(transaction)).rows.length === 0) await pause(5);
      await sql`create table model (name text)`.execute(transaction);
      await sql`insert into model values (${other.name})`.execute(transaction);
      await sql`insert into mikro_orm_migrations values ('service-0001-baseline')`.execute(transaction);
      return { reading };
    });
    expect(await pending.reading).to.equal('no error');
    await database.close();
  });

  it('does not appear in drafts of migrations', async () => {
    expect(await draftFor(other, 'mend-tables')).to.equal(undefined);
  });

  it('gets a first draft with all tables and grants', async () => {
    const folder = temporaryFolder();
    const draft = await draftFor({ ...other, migrations: join(folder.path, 'missing') }, 'create-tables');
    folder.remove();
    expect(draft?.name).to.equal('0001-create-tables');
    for (const type of Object.keys(schema)) {
      expect(draft?.source).to.match(new RegExp(`^ +\`create table "?${type}"? \\($`, 'm'));
      expect(draft?.source).to.match(new RegExp(`^ \\*       on "?${type}"? to jsonapi_service;$`, 'm'));
    }
  });
});

/** Drafts a migration by comparing the model with a new database of it. */
async function draftFor(model: TableModel, title: string): Promise<MigrationDraft | undefined> {
  const url = await (await testServer()).createEmptyDatabase();
  const database = openServer(url, { model });
  await database.migrate();
  await database.close();
  const orm = new MikroORM({ ...ormOptions(model), clientUrl: url });
  try {
    return await draftOn(orm, title, model);
  } finally {
    await orm.close();
  }
}
