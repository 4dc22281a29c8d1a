import { expect } from 'chai';
import { sql } from 'kysely';
import type { ServerOptions } from '#adapters/persistence/connection/driver/server-options';
import { missingGrants } from '#adapters/persistence/storage/inspect';
import { replaceEpoch } from '#adapters/persistence/storage/epoch';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { StoredAnswer } from '#application/ports/idempotency-store';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewPerson } from '../../support/builders.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService } from '../../support/test-service.ts';

const [ACME, ODD] = ['acme', 'Odd "schema'];
const everybody = queryFor('person', { total: true, page: { kind: 'numbered', size: 10, number: 1 } });
const ANSWER: StoredAnswer = {
  status: 204,
  location: undefined,
  etag: undefined,
  contentType: undefined,
  body: undefined,
  viewer: undefined,
};

describe('Services in separate schemas of one database', () => {
  let url: string;
  let administrator: Database;
  const opened: Database[] = [];

  /** The URL of the database with a search path. */
  const urlBy = (path: readonly string[], base = url): string => {
    const names = path.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
    return `${base}?options=${encodeURIComponent(`-c search_path=${names.replaceAll(' ', '\\ ')}`)}`;
  };
  const openBy = (path: readonly string[], options: ServerOptions = {}, base = url): Database => {
    const database = openServer(urlBy(path, base), options);
    opened.push(database);
    return database;
  };
  const failureOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'it succeeded',
      (error: unknown) => String(error),
    );

  before(async () => {
    url = await (await testServer()).createEmptyDatabase();
    administrator = openServer(url);
    for (const schema of [ACME, ODD]) {
      await sql`create schema ${sql.id(schema)}`.execute(administrator.kysely);
      await openBy([schema]).migrate();
    }
    await sql`create schema fresh`.execute(administrator.kysely);
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  after(() => administrator.close());

  for (const schema of [ACME, ODD])
    it(`migrate in ${schema} next to another service`, async () => {
      for (const counts of ['scan', 'kept'] as const) {
        const database = openBy([schema], { counts });
        expect(await database.pendingMigrations()).to.deep.equal([`COUNTS=${counts}`]);
        await database.migrate();
        expect(await database.pendingMigrations()).to.deep.equal([]);
        expect(await database.tableSchema()).to.equal(schema);
      }
      expect(await tablesIn(schema)).to.include.members(['mikro_orm_migrations', 'person', 'epoch']);
      expect(await tablesIn('public')).to.deep.equal([]);
    });

  it('share no rows, counts, keys, stored responses or epochs', async () => {
    const [acme, odd] = [openBy([ACME]), openBy([ODD])];
    const [mine, theirs] = [new SqlUnitOfWork(acme), new SqlUnitOfWork(odd)];
    await mine.write(async ({ repositories, answers }) => {
      await repositories.person.add(aNewPerson({ name: 'Ada' }));
      const claim = await answers.claim('key', 'request');
      if (claim.kind === 'new') await claim.keep(ANSWER, 0);
      expect(await theirs.write((other) => other.answers.claim('key', 'request'))).to.include({ kind: 'new' });
    });
    expect((await mine.reader.find(everybody)).total).to.equal(1);
    expect((await theirs.reader.find(everybody)).total).to.equal(0);
    expect(await theirs.purgeAnswers(10)).to.equal(0);
    expect(await mine.purgeAnswers(10)).to.equal(1);
    const epoch = await mine.epoch();
    await replaceEpoch(odd);
    expect(await new SqlUnitOfWork(acme).epoch()).to.equal(epoch);
  });

  it('refuse a search path without an accessible schema or with tables of another one', async () => {
    const nowhere = openBy(['missing']);
    for (const ask of ['pendingMigrations', 'migrate', 'tableSchema'] as const)
      expect(await failureOf(nowhere[ask]())).to.match(
        /^Error: the search_path of \w+ is "missing": it names no existing schema/,
      );
    const both = openBy(['fresh', ACME]);
    for (const ask of ['pendingMigrations', 'migrate', 'tableSchema'] as const)
      expect(await failureOf(both[ask]())).to.contain(
        'it finds the tables in schema acme but would create new ones in fresh',
      );
    expect(await tablesIn('fresh')).to.deep.equal([]);
    expect(await openBy([ACME, ODD]).pendingMigrations()).to.deep.equal([]);
  });

  it('refuse two roles whose search paths resolve to different schemas', async () => {
    const environment = { DATABASE_URL: urlBy([ACME]), MIGRATE_DATABASE_URL: urlBy(['fresh']) };
    expect(await failureOf(startTestService(environment))).to.contain(
      'DATABASE_URL resolves to schema acme, MIGRATE_DATABASE_URL to fresh',
    );
    expect(await tablesIn('fresh')).to.deep.equal([]);
  });

  it('refuse a schema name with special characters', async () => {
    for (const name of ['a.b', "it's", 'a?', '%s', '$body$']) {
      await sql`create schema ${sql.id(name)}`.execute(administrator.kysely);
      expect(await failureOf(openBy([name]).migrate())).to.contain(`the schema ${name} must be renamed`);
    }
  });

  it('report missing grants and an extension in an inaccessible schema', async () => {
    const [role, owner] = [`tenant_${process.pid}_${Date.now()}`, new URL(url)];
    [owner.username, owner.password] = [role, 'tenant'];
    await sql`create role ${sql.id(role)} login password 'tenant'`.execute(administrator.kysely);
    try {
      await sql`grant usage on schema acme to ${sql.id(role)}`.execute(administrator.kysely);
      expect(await missingGrants(openBy([ACME], {}, owner.href))).to.include(`grant select on acme.epoch to ${role}`);
      await sql`revoke usage on schema acme from ${sql.id(role)}`.execute(administrator.kysely);
      await sql`alter schema fresh owner to ${sql.id(role)}`.execute(administrator.kysely);
      expect(await failureOf(openBy(['fresh'], {}, owner.href).migrate())).to.contain(
        `the extension pg_trgm is in the schema acme, which ${role} may not use`,
      );
    } finally {
      await Promise.all(opened.splice(0).map((database) => database.close()));
      await sql`drop owned by ${sql.id(role)} cascade`.execute(administrator.kysely);
      await sql`drop role ${sql.id(role)}`.execute(administrator.kysely);
    }
  });

  async function tablesIn(schema: string): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly name: string }>`
      select tablename::text as name from pg_tables where schemaname = ${schema}`.execute(administrator.kysely);
    return rows.map(({ name }) => name);
  }
});
