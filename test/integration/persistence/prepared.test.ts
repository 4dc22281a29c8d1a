import { expect } from 'chai';
import { sql as administer } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { writeRunner } from '#application/writing/write-transaction';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewPerson } from '../../support/builders.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

const persons = queryFor('person', { attributes: ['email'] });
const ada = aNewPerson({ name: 'Ada', email: 'ada@example.org' });

describe('Prepared statements', () => {
  let url: string;
  let database: Database;

  before(async () => {
    url = await (await testServer()).createDatabase();
    const opened = openServer(url);
    await opened.close();
  });
  afterEach(() => database.close());

  const select = (text: string, ...parameters: readonly unknown[]) => database.send({ sql: text, parameters });

  /** The statements that a connection has prepared after running these in turn. */
  async function preparedAfter(numbers: readonly number[]): Promise<readonly string[]> {
    for (const number of numbers) await select(`select ($1::int + ${number})::text as sum`, 1);
    const rows = await select('select statement from pg_prepared_statements order by statement');
    return rows.map(([statement]) => /\+ (\d+)/.exec(statement ?? '')?.[1] ?? 'another');
  }

  it('are made only for statements that recur', async () => {
    database = openServer(url, { poolSize: 1 });
    expect(await preparedAfter([1, 2, 2, 3, 3, 3])).to.deep.equal(['2', '3']);
  });

  it('are made in transactions, too', async () => {
    database = openServer(url, { poolSize: 1 });
    const prepared = await database.em.transactional(async (em) => {
      const kysely = em.getKysely<unknown>();
      for (const text of ['select 4', 'select 5', 'select 5']) await administer.raw(text).execute(kysely);
      return administer`select statement from pg_prepared_statements`.execute(kysely);
    });
    expect(prepared.rows).to.deep.equal([{ statement: 'select 5' }]);
  });

  it('are limited in number: the connection is replaced before there are too many', async () => {
    database = openServer(url, { poolSize: 1 });
    const numbers = Array.from({ length: 150 }, (_, index) => [index, index, 0]).flat();
    const backends = new Set<unknown>();
    let most = 0;
    for (let times = 0; times < 4; times += 1) {
      most = Math.max(most, (await preparedAfter(numbers)).length);
      backends.add((await select('select pg_backend_pid()::text as pid'))[0]?.[0]);
    }
    expect(most).to.be.within(100, 302);
    expect(backends.size).to.be.greaterThan(1);
  });

  it('can be switched off', async () => {
    database = openServer(url, { poolSize: 1, preparedStatements: false });
    expect(await preparedAfter([1, 1, 1])).to.deep.equal([]);
  });

  it('are prepared again on every connection when a table has changed', async () => {
    database = openServer(url, { poolSize: 3 });
    const unitOfWork = new SqlUnitOfWork(database);
    const find = () => unitOfWork.reader.find(persons);
    const { id } = await unitOfWork.write((transaction) => transaction.repositories.person.add(ada));
    const lock = () => writeRunner(unitOfWork)(({ repositories }) => repositories.person.lock([id]));
    for (let times = 0; times < 4; times += 1) await Promise.all([find(), find(), find(), lock(), lock(), lock()]);
    for (let times = 0; times < 3; times += 1) await Promise.all([database.ping(), database.ping(), database.ping()]);
    await administer`alter table person alter email type varchar(1000)`.execute(database.kysely);
    for (let times = 0; times < 3; times += 1) await Promise.all([find(), lock(), find(), lock()]);
    await administer`alter table person alter email type text`.execute(database.kysely);
    await database.ping();
    expect((await find()).records).to.have.lengthOf(1);
    expect(await lock()).to.have.lengthOf(1);
    for (const { records } of await Promise.all([find(), find(), find()])) expect(records).to.have.lengthOf(1);
  });

  it('have names that are unique across connections and processes', async () => {
    database = openServer(url, { poolSize: 1 });
    const other = openServer(url, { poolSize: 1 });
    const seen: string[] = [];
    for (const { send } of [database, other]) {
      const find = async (): Promise<void> => {
        for (const text of ['select 1 as one', 'select 2 as two'])
          for (let times = 0; times < 2; times += 1) await send({ sql: text, parameters: [] });
      };
      await find();
      const rows = await send({ sql: 'select name from pg_prepared_statements', parameters: [] });
      seen.push(...rows.map(([name]) => name ?? ''));
    }
    await other.close();
    const parts = seen.map((name) => /^([0-9a-f]{12})_(\d+)_\d+$/.exec(name));
    expect(new Set(seen).size).to.equal(4);
    expect(new Set(parts.map((part) => part?.[1])).size).to.equal(1);
    expect(new Set(parts.map((part) => part?.[2])).size).to.equal(2);
  });

  it('are planned once, whatever their parameters', async () => {
    database = openServer(url, { poolSize: 1 });
    await administer`insert into person (name) select 'P' || n from generate_series(1, 20000) n`.execute(
      database.kysely,
    );
    await administer`analyze person`.execute(database.kysely);
    const unitOfWork = new SqlUnitOfWork(database);
    const page = { kind: 'numbered', size: 30, number: 1 } as const;
    for (let times = 0; times < 12; times += 1) {
      await unitOfWork.reader.find({ ...persons, page, total: true });
      for (const value of [`%p${1234 + times}%`, `%${times}%`]) {
        const search = { kind: 'text', attribute: 'name', comparison: 'likeIgnoringCase', value } as const;
        await unitOfWork.reader.find({ ...persons, filter: search, page, total: true });
      }
    }
    const seen = await select(`
      select (generic_plans > 0)::text as once, custom_plans::text as custom from pg_prepared_statements
      where statement like '%from %person%' and statement not like '%pg_prepared%'`);
    expect(seen).to.deep.equal(Array(3).fill(['true', '0']));
  });
});
