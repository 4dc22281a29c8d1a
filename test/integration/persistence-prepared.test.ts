import { expect } from 'chai';
import { sql as administer } from 'kysely';
import type { Database } from '../../src/adapters/persistence/database.ts';
import { openServer } from '../../src/adapters/persistence/orm.ts';
import { sql } from '../../src/adapters/persistence/sql.ts';
import { SqlUnitOfWork } from '../../src/adapters/persistence/sql-unit-of-work.ts';
import { everything } from '../../src/application/model/filter.ts';
import type { Query } from '../../src/application/model/query.ts';
import { testServer } from '../support/postgres-server.ts';

const persons: Query = {
  type: 'person',
  filter: everything,
  sort: [],
  page: undefined,
  attributes: ['email'],
  linkage: [],
  total: false,
};
const ada = { name: 'Ada', email: 'ada@example.org', birthDate: null };

describe('Prepared statements', () => {
  let url: string;
  let database: Database;

  before(async () => {
    url = await (await testServer()).createDatabase();
    const opened = openServer(url);
    await opened.migrate();
    await opened.close();
  });
  afterEach(() => database.close());

  /** What one connection has prepared after statements that were run one after the other. */
  async function preparedAfter(numbers: readonly number[]): Promise<readonly string[]> {
    const prepared = sql`select statement from pg_prepared_statements order by statement`;
    for (const number of numbers) {
      const connection = await database.connections.acquire();
      await connection.run({ text: `select $1::int + ${number}`, values: [1] });
      connection.release();
    }
    const connection = await database.connections.acquire();
    const rows = await connection.run(prepared.toStatement());
    connection.release();
    return rows.map(([statement]) => String(statement));
  }

  it('are what is met again', async () => {
    database = openServer(url, { poolSize: 1 });
    expect(await preparedAfter([1, 2, 2, 3, 3, 3])).to.deep.equal(['select $1::int + 2', 'select $1::int + 3']);
  });

  it('are limited in number, and the ones used last stay', async () => {
    database = openServer(url, { poolSize: 1 });
    const numbers = Array.from({ length: 150 }, (_, index) => [index, index, 0]).flat();
    const prepared = await preparedAfter([...numbers, ...numbers]);
    expect(prepared).to.have.lengthOf(100);
    expect(prepared).to.include.members(['select $1::int + 0', 'select $1::int + 149']);
  });

  it('can be switched off', async () => {
    database = openServer(url, { poolSize: 1, preparedStatements: false });
    expect(await preparedAfter([1, 1, 1])).to.deep.equal([]);
  });

  it('are prepared anew when a table has changed, on every connection', async () => {
    database = openServer(url, { poolSize: 3 });
    const unitOfWork = new SqlUnitOfWork(database);
    const find = () => unitOfWork.reader.find(persons);
    const id = await unitOfWork.write((transaction) => transaction.persons.add(ada));
    const lock = () => unitOfWork.write((transaction) => transaction.persons.lock([id]));
    for (let times = 0; times < 4; times += 1) await Promise.all([find(), find(), find(), lock(), lock(), lock()]);
    await administer`alter table person alter email type text`.execute(database.kysely);
    expect((await find()).records).to.have.lengthOf(1);
    expect(await lock()).to.have.lengthOf(1);
    for (const { records } of await Promise.all([find(), find(), find()])) expect(records).to.have.lengthOf(1);
  });

  it('have names that no other connection has, of any process', async () => {
    database = openServer(url, { poolSize: 2 });
    const connections = [await database.connections.acquire(), await database.connections.acquire()];
    const names: string[] = [];
    for (const connection of connections) {
      for (let times = 0; times < 2; times += 1) await connection.run({ text: 'select $1::int', values: [1] });
      const rows = await connection.run(sql`select name from pg_prepared_statements`.toStatement());
      names.push(...rows.map(([name]) => String(name)));
      connection.release();
    }
    expect(names).to.have.lengthOf(2);
    const [first, second] = names.map((name) => /^([0-9a-f]{12})_(\d+_\d+)$/.exec(name)?.slice(1));
    expect(first?.[0]).to.equal(second?.[0]);
    expect(first?.[1]).not.to.equal(second?.[1]);
  });

  it('run inside transactions, also those that fail', async () => {
    database = openServer(url, { poolSize: 1 });
    const unitOfWork = new SqlUnitOfWork(database);
    for (let times = 0; times < 5; times += 1) {
      const failing = unitOfWork.write(async (transaction) => {
        await Promise.all([transaction.persons.lock(['1']), transaction.persons.add({ ...ada, birthDate: 'never' })]);
      });
      expect(await failing.catch((error: unknown) => error)).to.have.property('code', '22007');
    }
    expect((await unitOfWork.reader.find(persons)).records).to.have.lengthOf(1);
  });

  it('are planned once, whatever the number of rows that are asked for', async () => {
    database = openServer(url, { poolSize: 2 });
    await administer`insert into person (name) select 'P' || n from generate_series(1, 20000) n`.execute(
      database.kysely,
    );
    await administer`analyze person`.execute(database.kysely);
    const unitOfWork = new SqlUnitOfWork(database);
    const page = { size: 30, number: 1 };
    for (let times = 0; times < 12; times += 1) {
      await unitOfWork.reader.find({ ...persons, page, total: true });
      const value = `%p${1234 + times}%`;
      const search = { kind: 'text', attribute: 'name', comparison: 'likeIgnoringCase', value } as const;
      await unitOfWork.reader.find({ ...persons, filter: search, page, total: true });
      await unitOfWork.write((transaction) =>
        transaction.persons.lock(['1', '2', '3'].slice(0, 1 + (times % 3)), ['1']),
      );
    }
    const connection = await database.connections.acquire();
    const plans = sql`select (generic_plans > 0)::text as once, (custom_plans <= 5)::text as few from pg_prepared_statements where statement like '%from %person%'`;
    const seen = await connection.run(plans.toStatement()).finally(() => connection.release());
    expect(seen).to.deep.equal(Array(3).fill(['true', 'true']));
  });
});
