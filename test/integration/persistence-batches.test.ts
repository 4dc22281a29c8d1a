import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { sql as administer } from 'kysely';
import { QueryTimeoutError } from '../../src/application/errors.ts';
import type { Database } from '../../src/adapters/persistence/database.ts';
import { openServer } from '../../src/adapters/persistence/orm.ts';
import { sql } from '../../src/adapters/persistence/sql.ts';
import { SqlUnitOfWork } from '../../src/adapters/persistence/sql-unit-of-work.ts';
import { testServer } from '../support/postgres-server.ts';

const ada = { name: 'Ada', email: null, birthDate: null };

describe('Statements that are sent together', () => {
  let url = '';
  const opened: Database[] = [];
  const open = (...options: Parameters<typeof openServer>): { database: Database; unitOfWork: SqlUnitOfWork } => {
    const database = openServer(...options);
    opened.push(database);
    return { database, unitOfWork: new SqlUnitOfWork(database) };
  };

  before(async () => {
    url = await (await testServer()).createDatabase();
    const { database, unitOfWork } = open(url);
    await database.migrate();
    await unitOfWork.write(async ({ persons, computers }) => computers.add({ serial: 'C-1' }, await persons.add(ada)));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  it('are tried again when one of them is out of date, whichever it is', async () => {
    const { database, unitOfWork } = open(url, { poolSize: 2 });
    const lockPerson = (): Promise<unknown> => unitOfWork.write(({ persons }) => persons.lock(['1']));
    for (let times = 0; times < 3; times += 1) await lockPerson();
    for (const type of ['varchar(1000)', 'text']) {
      await administer.raw(`alter table person alter name type ${type}`).execute(database.kysely);
      // The statement about computers is met for the first time.
      const [computers, persons] = await unitOfWork.write((transaction) =>
        Promise.all([transaction.computers.lock(['1']), transaction.persons.lock(['1'])]),
      );
      expect([computers.length, persons.length]).to.deep.equal([1, 1]);
    }
  });

  it('leave alone a connection that has answered, whatever the URL says of time', async () => {
    const { database } = open(`${url}?query_timeout=200`, { poolSize: 1 });
    const backend = async (): Promise<unknown> => {
      const connection = await database.connections.acquire();
      const rows = await connection.run(sql`select pg_backend_pid()::text`.toStatement());
      connection.release();
      return rows;
    };
    const first = await backend();
    await pause(400);
    expect(await backend()).to.deep.equal(first);
  });

  it('are refused after the end of their transaction', async () => {
    const { unitOfWork } = open(url, { poolSize: 1 });
    const late = unitOfWork.write(async ({ persons, end }) => {
      await end(() => persons.lock(['1']));
      await persons.lock(['1']);
    });
    expect(await late.catch(String)).to.match(/asked after the end/);
    const kept = await unitOfWork.write(async (transaction) => transaction);
    expect(await kept.persons.lock(['1']).catch(String)).to.match(/asked after the end/);
  });

  it('fail as one, and take as long as they take together', async () => {
    const failures: string[] = [];
    const durations: number[] = [];
    const { unitOfWork } = open(url, {
      poolSize: 2,
      statementTimeoutMillis: 300,
      onFailure: (code) => failures.push(code),
      onStatementDone: (millis) => durations.push(millis),
    });
    const isLocked = Promise.withResolvers<undefined>();
    const mayEnd = Promise.withResolvers<undefined>();
    const holder = open(url).unitOfWork.write(async ({ persons }) => {
      await persons.lock(['1']);
      isLocked.resolve(undefined);
      await mayEnd.promise;
    });
    await isLocked.promise;
    durations.length = 0;
    const start = performance.now();
    const waiting = unitOfWork.write(({ persons, computers }) =>
      Promise.all([persons.lock(['1']), computers.lock(['1'])]),
    );
    const failure: unknown = await waiting.catch((error: unknown) => error);
    const spent = performance.now() - start;
    mayEnd.resolve(undefined);
    await holder;
    expect(failure).to.be.instanceOf(QueryTimeoutError);
    expect(failures.filter((code) => code === '57014')).to.have.lengthOf(1);
    expect(durations.reduce((sum, millis) => sum + millis, 0)).to.be.below(spent + 1);
  });
});
