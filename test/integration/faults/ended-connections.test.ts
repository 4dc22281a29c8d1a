import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { addPerson, expectUnavailable } from '../../support/fault-bench.ts';
import { longPersons } from '../../support/long-rows.ts';
import { openServer } from '../../support/open-server.ts';
import { SlowReader } from '../../support/slow-reader.ts';

describe('Connections that the server ends', () => {
  let administrator: Database;
  let service: OperatedProcess;
  let client: ApiClient;

  before(async () => {
    const url = await longPersons();
    administrator = openServer(url);
    service = await startOperated({ DATABASE_URL: url, POOL_SIZE: '4' });
    client = new ApiClient(service.url);
  });
  after(async () => {
    await service.kill();
    await administrator.close();
  });

  type State = 'idle' | 'idle in transaction' | 'waiting';

  async function backends(state: State): Promise<readonly number[]> {
    const { rows } = await sql<{ readonly pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and ${state} = case when wait_event_type = 'Lock' then 'waiting' else state end`.execute(administrator.kysely);
    return rows.map(({ pid }) => pid);
  }

  /** Ends the connections of the service that are in a state, once there are so many. */
  async function end(number: number, state: State): Promise<void> {
    let found: readonly number[] = [];
    await eventually(`${number} are ${state}`, async () => {
      found = await backends(state);
      return found.length >= number;
    });
    await sql`select pg_terminate_backend(pid) from unnest(${found}::int[]) as pid`.execute(administrator.kysely);
  }

  const connections = (state: 'open' | 'idle'): Promise<number> =>
    service.admin.sum('db_pool_connections', `"${state}"`);

  /** The process lives, has logged no error, and has a pool whose connections all work. */
  async function expectRecovered(): Promise<void> {
    await eventually(
      'no connection is in use',
      async () => (await connections('open')) === (await connections('idle')),
    );
    for (const { status } of await together(8, () => client.get('/persons?page[size]=1'))) expect(status).to.equal(200);
    for (const { status } of await together(8, () => addPerson(client, 'after'))) expect(status).to.equal(201);
    expect(service.process.exitCode).to.equal(null);
    expect(service.output().stderr).not.to.include('uncaught');
  }

  function together(count: number, send: () => Promise<ApiResponse>): Promise<readonly ApiResponse[]> {
    return Promise.all(Array.from({ length: count }, send));
  }

  it('while they are idle: nobody notices', async () => {
    await together(8, () => client.get('/persons?page[size]=1'));
    await together(8, () => addPerson(client, 'before'));
    await end(3, 'idle');
    await eventually('the pool has dropped them', async () => (await connections('open')) === 0);
    await expectRecovered();
  });

  it('while a statement runs: a read is sent again, a write is refused', async () => {
    const lock = await administrator.kysely.startTransaction().execute();
    await sql`lock table person`.execute(lock);
    const [reading, writing] = [client.get('/persons/1'), addPerson(client, 'never')];
    await end(2, 'waiting');
    expectUnavailable(await writing);
    await lock.rollback().execute();
    expect((await reading).status).to.equal(200);
    await expectRecovered();
  });

  it('while many reads share one: all are sent again', async () => {
    const lock = await administrator.kysely.startTransaction().execute();
    await sql`lock table person`.execute(lock);
    const reads = together(12, () => client.get('/persons/1'));
    await end(1, 'waiting');
    await lock.rollback().execute();
    for (const { status } of await reads) expect(status).to.equal(200);
    await expectRecovered();
  });

  it('between the statements of a transaction: the list that it reads is broken off', async () => {
    const reader = await SlowReader.get(service.url, '/persons?page[size]=0');
    await eventually('the answer has begun', () => reader.hasBegun);
    await end(1, 'idle in transaction');
    const { status, isWhole } = await reader.readAll();
    expect({ status, isWhole }).to.deep.equal({ status: 200, isWhole: false });
    await expectRecovered();
  });
});
