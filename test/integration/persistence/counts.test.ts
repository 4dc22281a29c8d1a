import { expect } from 'chai';
import { sql, type ControlledTransaction, type Kysely } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { engines, serverEngine } from '../../support/database-engines.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { openServer } from '../../support/open-server.ts';
import { PrivateServer } from '../../support/private-server.ts';

type Connection = Kysely<unknown>;

const insertPerson = (connection: Connection): Promise<unknown> =>
  sql`insert into person (name) values ('Ada')`.execute(connection);
const insertComputer = (connection: Connection): Promise<unknown> =>
  sql`insert into computer (serial, owner_id) select 'S', max(id) from person`.execute(connection);
const deletePerson = (connection: Connection): Promise<unknown> =>
  sql`delete from person where id = (select min(id) from person)`.execute(connection);

interface Numbers {
  readonly counted: readonly number[];
  readonly actual: readonly number[];
}

/** The stored counts and the actual row counts of persons and computers, in one snapshot. */
async function numbersIn(connection: Connection): Promise<Numbers> {
  const { rows } = await sql<{ counted: readonly number[]; actual: readonly number[] }>`select
    array[(select coalesce(sum(number), 0) from person_count), (select coalesce(sum(number), 0) from computer_count)]::int[] as counted,
    array[(select count(*) from person), (select count(*) from computer)]::int[] as actual`.execute(connection);
  return rows[0] ?? { counted: [], actual: [] };
}

async function expectExact(connection: Connection): Promise<readonly number[]> {
  const { counted, actual } = await numbersIn(connection);
  expect(counted).to.deep.equal(actual);
  return actual;
}

for (const engine of engines)
  describe(`Counts on ${engine.name}`, () => {
    let database: Database;

    beforeEach(async () => {
      database = await engine.open();
    });
    afterEach(() => database.close());

    it('follow every kind of write', async () => {
      const { kysely } = database;
      expect(await expectExact(kysely)).to.deep.equal([0, 0]);
      await sql`insert into person (name) select 'P' || n from generate_series(1, 100) n`.execute(kysely);
      await sql`insert into computer (serial, owner_id) select 'S' || n, 1 + n % 10 from generate_series(1, 300) n`.execute(
        kysely,
      );
      expect(await expectExact(kysely)).to.deep.equal([100, 300]);
      // The computers stay.
      await sql`delete from person where id <= 10`.execute(kysely);
      expect(await expectExact(kysely)).to.deep.equal([90, 300]);
      await sql`update person set name = 'x'`.execute(kysely);
      await sql`delete from computer where id > 1000`.execute(kysely);
      await sql`insert into person (name) select 'x' where false`.execute(kysely);
      await sql`with gone as (delete from person where id <= 20 returning name)
        insert into computer (serial) select name from gone, generate_series(1, 2)`.execute(kysely);
      expect(await expectExact(kysely)).to.deep.equal([80, 320]);
      await sql`truncate computer`.execute(kysely);
      expect(await expectExact(kysely)).to.deep.equal([80, 0]);
      await insertComputer(kysely);
      await sql`truncate person cascade`.execute(kysely);
      expect(await expectExact(kysely)).to.deep.equal([0, 0]);
      await insertPerson(kysely);
      expect(await expectExact(kysely)).to.deep.equal([1, 0]);
    });

    it('forget what is rolled back, savepoints included', async () => {
      const transaction = await database.kysely.startTransaction().execute();
      await insertPerson(transaction);
      await sql`savepoint here`.execute(transaction);
      await insertPerson(transaction);
      await deletePerson(transaction);
      await sql`truncate person cascade`.execute(transaction);
      await insertPerson(transaction);
      await expectExact(transaction);
      await sql`rollback to savepoint here`.execute(transaction);
      expect(await expectExact(transaction)).to.deep.equal([1, 0]);
      await transaction.rollback().execute();
      expect(await expectExact(database.kysely)).to.deep.equal([0, 0]);
    });

    it('ignore other schemas, whatever the search path', async () => {
      const { kysely } = database;
      await sql`create schema evil`.execute(kysely);
      await sql`create table evil.person_count (slot bigint, number bigint)`.execute(kysely);
      await sql`create function evil.pg_backend_pid() returns int language sql as 'select 1 / 0'`.execute(kysely);
      await sql`create function evil.add(bigint, bigint) returns bigint language sql as 'select 7::bigint'`.execute(
        kysely,
      );
      await sql`create operator evil.+ (leftarg = bigint, rightarg = bigint, function = evil.add)`.execute(kysely);
      const transaction = await kysely.startTransaction().execute();
      await sql`set local search_path = evil, pg_catalog`.execute(transaction);
      await sql`insert into public.person (name) values ('Ada'), ('Bob')`.execute(transaction);
      await transaction.commit().execute();
      await insertPerson(kysely);
      expect(await expectExact(kysely)).to.deep.equal([3, 0]);
    });

    it('can be rebuilt', async () => {
      const { kysely } = database;
      await insertPerson(kysely);
      await insertComputer(kysely);
      await sql`update person_count set number = number + 5`.execute(kysely);
      await sql`delete from computer_count`.execute(kysely);
      await sql`select rebuild_counts()`.execute(kysely);
      expect(await expectExact(kysely)).to.deep.equal([1, 1]);
    });
  });

describe('Counts on a server', () => {
  let database: Database;

  beforeEach(async () => {
    database = await serverEngine.open({ poolSize: 45 });
  });
  afterEach(() => database.close());

  const begin = (isolation: 'read committed' | 'repeatable read'): Promise<ControlledTransaction<unknown>> =>
    database.kysely.startTransaction().setIsolationLevel(isolation).execute();

  it('count the changed rows in a query that reads no table, as Citus requires', async () => {
    const { rows } = await sql<{ readonly text: string }>`
      select statement as text from pg_proc, regexp_split_to_table(prosrc, ';') as statement
      where proname like 'count\\_%\\_change' and statement ~ '\\mchanged\\M'`.execute(database.kysely);
    expect(rows).to.have.length(2);
    for (const { text } of rows) expect(text).not.to.match(/_count\b/);
  });

  it('are exact while sixteen writers write, fail and roll back', async () => {
    const { kysely } = database;
    const rounds = atDepth({ gate: 12, campaign: 40 });
    let isWriting = true;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const isolation = (writer + round) % 5 === 0 ? 'repeatable read' : 'read committed';
        const transaction = await begin(isolation);
        try {
          for (const each of writer % 2 === 0 ? [insertPerson, insertComputer] : [insertComputer, insertPerson])
            await each(transaction);
          if (round % 3 === 0)
            await sql`delete from computer where serial = 'S' and id % 16 = ${writer}`.execute(transaction);
          if (round % 7 === 3) await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
          await (round % 4 === 1 ? transaction.rollback() : transaction.commit()).execute();
        } catch {
          await transaction.rollback().execute();
        }
      }
    };
    const watch = async (): Promise<void> => {
      while (isWriting) await expectExact(kysely);
    };
    const watching = watch();
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
    isWriting = false;
    await watching;
    expect((await expectExact(kysely))[0]).to.be.above(5 * rounds);
  });

  it('make no writer wait for another, whatever the order of writes to both tables', async () => {
    await insertPerson(database.kysely);
    await sql`insert into computer (serial) values ('S'), ('S')`.execute(database.kysely);
    // More writers than slots, so some share one, and half in the opposite order: if one waited, all would.
    const transactions: ControlledTransaction<unknown>[] = [];
    // One after the other, because a busy machine cannot open so many connections at once in time.
    while (transactions.length < 40) transactions.push(await begin('read committed'));
    const orders = [
      [insertPerson, insertComputer],
      [insertComputer, insertPerson],
    ] as const;
    for (const step of [0, 1] as const)
      for (const [index, transaction] of transactions.entries()) {
        await sql`set local lock_timeout = '5s'`.execute(transaction);
        await orders[index % 2 === 0 ? 0 : 1][step](transaction);
      }
    for (const transaction of transactions) await transaction.commit().execute();
    expect(await expectExact(database.kysely)).to.deep.equal([41, 42]);
  });

  it('let repeatable-read transactions write, whatever others have counted since', async () => {
    const transaction = await begin('repeatable read');
    await sql`select 1`.execute(transaction);
    const write = (): Promise<unknown> => sql`insert into person (name) values ('x')`.execute(database.kysely);
    await Promise.all(Array.from({ length: 20 }, write));
    for (let round = 0; round < 5; round += 1) {
      await insertPerson(transaction);
      await write();
      await expectExact(transaction);
    }
    const { counted } = await numbersIn(transaction);
    expect(counted).to.deep.equal([5, 0]);
    await transaction.commit().execute();
    expect(await expectExact(database.kysely)).to.deep.equal([30, 0]);
  });

  it('agree with the rows in a snapshot older than writes and a TRUNCATE', async () => {
    await insertPerson(database.kysely);
    const transaction = await begin('repeatable read');
    expect(await expectExact(transaction)).to.deep.equal([1, 0]);
    await insertPerson(database.kysely);
    await insertComputer(database.kysely);
    expect(await expectExact(transaction)).to.deep.equal([1, 0]);
    await transaction.commit().execute();
    const other = await begin('repeatable read');
    await sql`select 1`.execute(other);
    await sql`truncate person cascade`.execute(database.kysely);
    expect(await expectExact(other)).to.deep.equal([0, 0]);
    await other.commit().execute();
  });

  it('refuse to be rebuilt from an old snapshot', async () => {
    const transaction = await begin('repeatable read');
    const error = await sql`select rebuild_counts()`.execute(transaction).catch((reason: unknown) => reason);
    await transaction.rollback().execute();
    expect(String(error)).to.contain('needs the isolation level read committed');
  });

  it('are rebuilt without losing concurrent writes', async () => {
    const { kysely } = database;
    const rounds = atDepth({ gate: 25, campaign: 100 });
    const write = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) await insertPerson(kysely);
    };
    const rebuild = async (): Promise<void> => {
      for (let round = 0; round < 10; round += 1) await sql`select rebuild_counts()`.execute(kysely);
    };
    await Promise.all([write(), write(), write(), write(), rebuild()]);
    expect(await expectExact(kysely)).to.deep.equal([4 * rounds, 0]);
  });

  it('follow COPY', async () => {
    await sql`copy person (name) from program 'printf "A\nB\nC\n"'`.execute(database.kysely);
    expect(await expectExact(database.kysely)).to.deep.equal([3, 0]);
  });

  if (depth === 'campaign')
    it('survive a server crash', async () => {
      const server = await PrivateServer.create();
      try {
        await server.start();
        const crashing = openServer(server.url, { poolSize: 10 });
        await crashing.migrate();
        const write = async (): Promise<void> => {
          for (;;) await insertPerson(crashing.kysely);
        };
        const writing = Promise.allSettled(Array.from({ length: 8 }, write));
        while (((await numbersIn(crashing.kysely)).actual[0] ?? 0) < 500);
        await server.stop('SIGKILL');
        await writing;
        await crashing.close();
        await server.start();
        const recovered = openServer(server.url);
        expect((await expectExact(recovered.kysely))[0]).to.be.at.least(500);
        await recovered.close();
      } finally {
        await server.remove();
      }
    });
});
