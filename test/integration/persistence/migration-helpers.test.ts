import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { applyCountsMode, type CountsMode } from '#adapters/persistence/tables/counts/counts';
import { countRows, indexText } from '#adapters/persistence/tables/migrations/helpers';
import { engines, serverEngine } from '../../support/database-engines.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

/** Creates a table as a future migration would, and brings its count into a state as it is done after migrations. */
async function addGadgets({ kysely }: Database, schema: string, counts: CountsMode = 'kept'): Promise<void> {
  const statements = [
    'create table gadget (id bigint generated always as identity primary key, "group" text)',
    `insert into gadget ("group") select 'gadget ' || n from generate_series(1, 3) n`,
    ...countRows(schema, 'gadget'),
    ...indexText('gadget', 'group'),
  ];
  await kysely.transaction().execute(async (migration) => {
    for (const statement of statements) await sql.raw(statement).execute(migration);
    await applyCountsMode(migration, ['gadget'], counts);
  });
}

async function countOf({ kysely }: Database, table: string): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    select sum(number)::text as number from ${sql.table(`${table}_count`)}`.execute(kysely);
  return rows[0]?.number;
}

async function indexesOf({ kysely }: Database, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = ${table} and schemaname = current_schema() order by 1`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}

async function expectCountsAndIndexes(database: Database): Promise<void> {
  const { kysely } = database;
  expect(await countOf(database, 'gadget')).to.equal('3');
  await sql`insert into gadget ("group") values ('one more')`.execute(kysely);
  await sql`delete from gadget where id <= 2`.execute(kysely);
  expect(await countOf(database, 'gadget')).to.equal('2');
  await sql`update gadget_count set number = 99`.execute(kysely);
  await sql`insert into person (name) values ('Ada')`.execute(kysely);
  await sql`update person_count set number = 99`.execute(kysely);
  await sql`select rebuild_counts()`.execute(kysely);
  expect([await countOf(database, 'gadget'), await countOf(database, 'person')]).to.deep.equal(['2', '1']);
  await sql`truncate gadget`.execute(kysely);
  expect(await countOf(database, 'gadget')).to.equal('0');
  const indexes = ['gadget_group_text', 'gadget_group_words', 'gadget_pkey'];
  expect(await indexesOf(database, 'gadget')).to.deep.equal(indexes);
  await sql`drop index gadget_group_text, computer_serial_text`.execute(kysely);
  const { rows } = await sql`select index_texts() as reason`.execute(kysely);
  expect(rows).to.deep.equal([{ reason: null }]);
  expect(await indexesOf(database, 'gadget')).to.deep.equal(indexes);
  expect(await indexesOf(database, 'computer')).to.include('computer_serial_text');
}

describe('Migration helpers', () => {
  for (const engine of engines)
    it(`count the rows and index the text of a new table on ${engine.name}`, async () => {
      const database = await engine.open();
      await addGadgets(database, 'public');
      await expectCountsAndIndexes(database);
      await database.close();
    });

  for (const engine of engines)
    it(`count the rows of a new table without triggers on ${engine.name}`, async () => {
      const database = await engine.open();
      await addGadgets(database, 'public', 'scan');
      const { kysely } = database;
      await sql`insert into gadget ("group") values ('one more'), ('another')`.execute(kysely);
      await sql`delete from gadget where id <= 1`.execute(kysely);
      expect(await countOf(database, 'gadget')).to.equal('4');
      await sql`select rebuild_counts()`.execute(kysely);
      expect(await countOf(database, 'gadget')).to.equal('4');
      const { rows } = await sql`select tgname from pg_trigger where tgrelid = 'gadget'::regclass`.execute(kysely);
      expect(rows).to.deep.equal([]);
      await database.close();
    });

  it('count a new table while others write to the existing ones', async () => {
    const database = await serverEngine.open();
    await database.kysely.transaction().execute(async (writer) => {
      await sql`insert into person (name) values ('Ada')`.execute(writer);
      await database.kysely.transaction().execute(async (migration) => {
        await sql`set local lock_timeout = '10s'`.execute(migration);
        await sql`create table gadget (id bigint generated always as identity primary key)`.execute(migration);
        for (const statement of countRows('public', 'gadget')) await sql.raw(statement).execute(migration);
        await applyCountsMode(migration, ['gadget'], 'kept');
      });
    });
    expect(await countOf(database, 'gadget')).to.equal('0');
    await database.close();
  });

  it('count rows and index text in a schema with any name', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const administrator = openServer(url);
    await sql`create schema "Odd ""schema"`.execute(administrator.kysely);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(administrator.kysely);
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path to "Odd ""schema"`.execute(
      administrator.kysely,
    );
    await administrator.close();
    const database = openServer(url);
    await database.migrate();
    await addGadgets(database, `"Odd ""schema"`);
    await expectCountsAndIndexes(database);
    await database.close();
  });
});
