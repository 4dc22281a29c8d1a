import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { expect } from 'chai';
import { sql } from 'kysely';
import { draftOn } from '#adapters/persistence/drafting/draft-migration';
import { MIGRATION_LOCK, missingIndexes } from '#adapters/persistence/storage/migrate';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { entitiesOf } from '#adapters/persistence/tables/entities';
import { pendingOf, seriesOf } from '#adapters/persistence/tables/migrations/series';
import { served } from '#composition/product/served';
import { readDocument } from '../../docs/documents.ts';
import { fencesOf, sectionOf } from '../../docs/markdown.ts';
import { engines } from '../../support/database-engines.ts';
import { depth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

/** The migrations that a new database runs. */
const migrationNames = pendingOf(seriesOf(served.tables), new Set()).map(({ name }) => name);

describe('Migrations', () => {
  for (const engine of engines)
    it(`create the tables once and report what is pending, on ${engine.name}`, async () => {
      const database = await engine.openEmpty();
      try {
        expect(await database.pendingMigrations()).to.deep.equal(migrationNames);
        await database.migrate();
        expect(await database.pendingMigrations()).to.deep.equal([]);
        await database.migrate();
        const { rows } = await sql<{ words: readonly string[]; folded: string }>`
          select words_of('O\u2019Neill-Σigma\u3000 x9!') as words, fold_case('ÉİΣ') as folded`.execute(
          database.kysely,
        );
        expect(rows).to.deep.equal([{ words: ['o', 'neill', 'σigma', 'x9'], folded: 'éiσ' }]);
      } finally {
        await database.close();
      }
    });

  for (const engine of engines)
    it(`give each database an epoch of its own, which a restart keeps until somebody makes a new one, on ${engine.name}`, async () => {
      const [database, other] = [await engine.openEmpty(), await engine.openEmpty()];
      try {
        await database.migrate();
        await other.migrate();
        const epoch = await new SqlUnitOfWork(database).epoch();
        expect(epoch).to.match(/^[0-9a-f]{32}$/);
        expect(await new SqlUnitOfWork(database).epoch()).to.equal(epoch);
        expect(await new SqlUnitOfWork(other).epoch()).not.to.equal(epoch);
        await sql.raw(renewal()).execute(database.kysely);
        expect(await new SqlUnitOfWork(database).epoch()).not.to.equal(epoch);
        await sql`delete from epoch`.execute(database.kysely);
        const error = await new SqlUnitOfWork(database).epoch().catch((reason: unknown) => reason);
        expect(String(error)).to.contain('the table epoch is empty');
      } finally {
        await database.close();
        await other.close();
      }
    });

  // In the gate, counts-without-triggers.test.ts migrates four times at once, in one process.
  if (depth === 'campaign')
    it('succeed in four processes that start at once on an empty database', async () => {
      const url = await (await testServer()).createEmptyDatabase();
      const script = join(import.meta.dirname, '../../support/migrate-process.ts');
      await Promise.all([1, 2, 3, 4].map(() => promisify(execFile)(process.execPath, [script, url])));
      const database = openServer(url);
      try {
        expect(await database.pendingMigrations()).to.deep.equal([]);
      } finally {
        await database.close();
      }
    });

  it('are not waited for if another process runs them and none is pending', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const [database, other] = [openServer(url), openServer(url)];
    try {
      await database.migrate();
      await other.kysely.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(transaction);
        await database.migrate();
      });
    } finally {
      await database.close();
      await other.close();
    }
  });

  it('create the tables that the entities describe', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const database = openServer(url);
    await database.migrate();
    await database.close();
    const orm = new MikroORM({ entities: [...entitiesOf(served.tables)], clientUrl: url, ensureDatabase: false });
    try {
      expect((await draftOn(orm, 'mend-tables', served.tables))?.source).to.equal(undefined);
    } finally {
      await orm.close();
    }
  });

  it('skip text indexes without the privilege to create them, say so, and create them later', async () => {
    const url = new URL(await (await testServer()).createEmptyDatabase());
    const role = `modest_${process.pid}_${Date.now()}`;
    const administrator = openServer(url.href);
    const advice: string[] = [];
    url.username = role;
    url.password = 'modest';
    const database = openServer(url.href, {
      observe: (observation) => {
        if (observation.kind === 'database advice') advice.push(observation.advice);
      },
    });
    try {
      await sql`create role ${sql.id(role)} login password 'modest'`.execute(administrator.kysely);
      await sql`grant create on schema public to ${sql.id(role)}`.execute(administrator.kysely);
      await database.migrate();
      expect(advice).to.have.length(1);
      expect(advice[0]).to.contain('pg_trgm').and.contain('select index_texts()');
      const { rows } = await sql`select index_texts() as reason`.execute(database.kysely);
      expect(rows).to.deep.equal([{ reason: 'permission denied to create extension "pg_trgm"' }]);
      await sql`create schema elsewhere`.execute(administrator.kysely);
      await sql`create extension pg_trgm schema elsewhere`.execute(administrator.kysely);
      await sql`grant usage on schema elsewhere to public`.execute(administrator.kysely);
      const made = await sql`select index_texts() as reason`.execute(database.kysely);
      expect(made.rows).to.deep.equal([{ reason: null }]);
      expect(await missingIndexes(database.kysely)).to.equal(undefined);
      await sql`drop index person_email_text`.execute(database.kysely);
      expect(await missingIndexes(database.kysely)).to.equal(advice[0]);
    } finally {
      await database.close();
      await sql`drop owned by ${sql.id(role)} cascade`.execute(administrator.kysely);
      await sql`drop role ${sql.id(role)}`.execute(administrator.kysely);
      await administrator.close();
    }
  });

  it('report a database that is not encoded in UTF-8', async () => {
    const url = new URL(await (await testServer()).createEmptyDatabase());
    const name = `latin_${process.pid}`;
    const server = openServer(url.href);
    await sql`create database ${sql.id(name)} template template0 encoding 'LATIN1' locale 'C'`.execute(server.kysely);
    await server.close();
    url.pathname = `/${name}`;
    const database = openServer(url.href);
    try {
      const error = await database.migrate().catch((reason: unknown) => reason);
      expect(String(error)).to.contain('the database is encoded in LATIN1; create it with encoding UTF8');
      expect(await database.pendingMigrations()).to.deep.equal(migrationNames);
    } finally {
      await database.close();
    }
  });
});

/** The documented statement for a new epoch. */
function renewal(): string {
  const section = sectionOf(readDocument('docs/upgrade.md'), 'A new epoch') ?? '';
  const [block] = fencesOf(section).filter(({ language }) => language === 'sql');
  if (block === undefined) throw new Error('docs/upgrade.md has no statement for a new epoch');
  return block.lines.join('\n');
}
