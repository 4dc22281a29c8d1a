import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { CountsMode } from '#adapters/persistence/tables/counts/counts';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewComputer, aNewPerson } from '../../support/builders.ts';
import { atDepth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const onePerPage = { total: true, page: { kind: 'numbered', size: 1, number: 1 } } as const;

async function totalOf(database: Database): Promise<number | undefined> {
  return (await new SqlUnitOfWork(database).reader.find(queryFor('person', onePerPage))).total;
}

async function rowsOf({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*)::int as number from person`.execute(kysely);
  return rows[0]?.number ?? -1;
}

/**
 * Everything that belongs to counts: triggers, functions with their text, and the kinds of the relations. The text is without quotes, because
 * migration 0002 omits them around names that need none.
 */
async function catalogueOf({ kysely }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from (select 'trigger ' || tgname || ' on ' || relname as what from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname like 'count%'
    union all select 'function ' || proname || ': ' || regexp_replace(replace(prosrc, '"', ''), '\\s+', ' ', 'g') from pg_proc where proname like 'count\\_%' and pronamespace = 'public'::regnamespace
    union all select case relkind when 'v' then 'view ' when 'r' then 'table ' when 'S' then 'sequence ' else 'index ' end || relname
      from pg_class where relname like '%\\_count%' and relnamespace = 'public'::regnamespace
    ) found order by what collate "C"`.execute(kysely);
  return rows.map(({ what }) => what);
}

/** Adds and removes persons until told to stop. */
async function write(database: Database, isOver: () => boolean): Promise<void> {
  const unitOfWork = new SqlUnitOfWork(database);
  while (!isOver()) {
    const { id } = await unitOfWork.write(async ({ repositories: { person, computer } }) => {
      const added = await person.add(aNewPerson({ name: 'Ada' }));
      await computer.add(aNewComputer({ serial: 'S', owner: added.id }));
      return added;
    });
    if (Number(id) % 3 === 0)
      await unitOfWork.write(async ({ repositories: { person } }) => {
        await person.lock([id]);
        await person.remove([id]);
      });
  }
}

describe('Counts without triggers', () => {
  let url: string;
  const opened: Database[] = [];

  const open = (counts: CountsMode, poolSize = 12): Database => {
    const database = openServer(url, { counts, poolSize, statementTimeoutMillis: 20_000 });
    opened.push(database);
    return database;
  };

  beforeEach(async () => {
    url = await (await testServer()).createDatabase();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  it('are views in a new database, which rebuild_counts() leaves alone', async () => {
    url = await (await testServer()).createEmptyDatabase();
    const database = open('scan');
    await database.migrate();
    const views = ['view computer_count', 'view person_count'];
    expect(await catalogueOf(database)).to.deep.equal(views);
    await sql`insert into person (name) select 'Ada' from generate_series(1, 3)`.execute(database.kysely);
    await sql`delete from person where id = 1`.execute(database.kysely);
    await sql`select rebuild_counts()`.execute(database.kysely);
    expect(await totalOf(database)).to.equal(2);
    await sql`truncate person cascade`.execute(database.kysely);
    expect(await totalOf(database)).to.equal(0);
    expect(await catalogueOf(database)).to.deep.equal(views);
  });

  it('take the place of kept ones and give it back, which leaves nothing behind', async () => {
    const [kept, scan] = [open('kept'), open('scan')];
    const before = await catalogueOf(kept);
    await sql`insert into person (name) select 'Ada' from generate_series(1, 5)`.execute(kept.kysely);
    for (let round = 0; round < 2; round += 1) {
      expect(await scan.pendingMigrations()).to.deep.equal(['COUNTS=scan']);
      await scan.migrate();
      await scan.migrate();
      expect(await scan.pendingMigrations()).to.deep.equal([]);
      expect(await kept.pendingMigrations()).to.deep.equal(['COUNTS=kept']);
      expect(await catalogueOf(scan)).to.deep.equal(['view computer_count', 'view person_count']);
      await sql`insert into person (name) values ('Bob')`.execute(kept.kysely);
      expect(await totalOf(kept)).to.equal(6 + 2 * round);
      await kept.migrate();
      expect(await catalogueOf(kept)).to.deep.equal(before);
      await sql`insert into person (name) values ('Cid')`.execute(kept.kysely);
      expect(await totalOf(scan)).to.equal(7 + 2 * round);
    }
  });

  it('are repaired where they are in neither state', async () => {
    const [kept, scan] = [open('kept'), open('scan')];
    const before = await catalogueOf(kept);
    await sql`drop trigger count_inserted on person`.execute(kept.kysely);
    await sql`insert into person (name) values ('Ada')`.execute(kept.kysely);
    expect(await kept.pendingMigrations()).to.deep.equal(['COUNTS=kept']);
    await kept.migrate();
    expect(await totalOf(kept)).to.equal(1);
    expect((await catalogueOf(kept)).filter((each) => /^(trigger|function|table)/.test(each))).to.deep.equal(
      before.filter((each) => /^(trigger|function|table)/.test(each)),
    );
    await sql`drop table computer_count`.execute(kept.kysely);
    await sql`create view computer_count as select count(*) as number from computer`.execute(kept.kysely);
    expect(await scan.pendingMigrations()).to.deep.equal(['COUNTS=scan']);
    await scan.migrate();
    await new SqlUnitOfWork(scan).write(({ repositories }) => repositories.computer.add(aNewComputer({ serial: 'S' })));
    expect(await catalogueOf(scan)).to.deep.equal(['view computer_count', 'view person_count']);
  });

  it('can be read by those who could read the kept ones, and the other way round', async () => {
    const [kept, scan] = [open('kept'), open('scan')];
    const role = `reader_${process.pid}_${Date.now()}`;
    await sql`create role ${sql.id(role)}`.execute(kept.kysely);
    await sql`grant select on person_count to ${sql.id(role)} with grant option`.execute(kept.kysely);
    await sql`grant select on computer_count to public`.execute(kept.kysely);
    const acls = async (): Promise<unknown> =>
      (
        await sql`select relname, grantee = 0 as everybody, is_grantable from pg_class, aclexplode(relacl)
          where relname like '%\\_count' and privilege_type = 'SELECT' and grantee <> relowner order by 1`.execute(
          kept.kysely,
        )
      ).rows;
    const granted = await acls();
    expect(granted).to.have.length(2);
    for (const database of [scan, kept]) {
      await database.migrate();
      expect(await acls()).to.deep.equal(granted);
    }
    await sql`drop owned by ${sql.id(role)}`.execute(kept.kysely);
    await sql`drop role ${sql.id(role)}`.execute(kept.kysely);
  });

  it('come and go while others write and read, who notice nothing', async () => {
    const [kept, scan] = [open('kept'), open('scan')];
    const serving = openServer(url, { poolSize: 12, statementTimeoutMillis: 60_000 });
    opened.push(serving);
    await sql`insert into person (name) select 'Ada' from generate_series(1, 2000)`.execute(kept.kysely);
    let isOver = false;
    const failures: unknown[] = [];
    const read = async (): Promise<void> => {
      while (!isOver) expect(await totalOf(serving)).to.be.at.least(2000);
    };
    const busy = [...Array.from({ length: 6 }, () => write(serving, () => isOver)), read(), read(), read()].map(
      (work) => work.catch((error: unknown) => failures.push(error)),
    );
    for (let round = 0; round < atDepth({ gate: 1, campaign: 4 }); round += 1)
      for (const database of [scan, kept]) {
        await database.migrate();
        expect(await database.pendingMigrations()).to.deep.equal([]);
      }
    isOver = true;
    await Promise.all(busy);
    expect(failures).to.deep.equal([]);
    const rows = await rowsOf(kept);
    expect(rows).to.be.above(2000);
    expect(await totalOf(kept)).to.equal(rows);
  });

  it('wait for a long transaction without holding up others', async () => {
    const [kept, scan] = [open('kept'), open('scan')];
    const long = await kept.kysely.startTransaction().execute();
    await sql`select count(*) from computer`.execute(long);
    let isDone = false;
    const switching = scan.migrate().then(() => (isDone = true));
    const waits = async (): Promise<boolean> => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation in ('person'::regclass, 'computer'::regclass)`.execute(
          kept.kysely,
        );
      return rows.length > 0;
    };
    for (let round = 0; round < 3; round += 1) {
      await eventually('it waits', waits);
      await sql`insert into person (name) values ('Ada')`.execute(kept.kysely);
      await sql`insert into computer (serial) values ('S')`.execute(kept.kysely);
      // It waits for person while the switch waits for computer: a deadlock, were it not for the short waits.
      await sql`select count(*) from person`.execute(long);
    }
    expect(isDone).to.equal(false);
    await long.commit().execute();
    await switching;
    expect(await totalOf(scan)).to.equal(3);
  });

  it('are made once by four that start at the same time, whether the tables are new or not', async () => {
    url = await (await testServer()).createEmptyDatabase();
    for (const counts of ['scan', 'kept', 'scan'] as const) {
      const several = [1, 2, 3, 4].map(() => open(counts));
      await Promise.all(several.map((database) => database.migrate()));
      for (const database of several) expect(await database.pendingMigrations()).to.deep.equal([]);
    }
  });
});
