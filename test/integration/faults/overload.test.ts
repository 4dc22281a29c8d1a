import { expect } from 'chai';
import { sql } from 'kysely';
import { request as httpRequest } from 'node:http';
import { readConfig } from '#composition/config/config';
import { eventually } from '../../support/eventually.ts';
import {
  addPerson,
  expectAlive,
  expectQuietPool,
  expectRecovery,
  expectTimeout,
  expectBusy,
  openBench,
  POOL_WAIT_MILLIS,
  STATEMENT_MILLIS,
  storedNames,
  within,
  type FaultBench,
} from '../../support/fault-bench.ts';

/** Blocks every statement on persons until released. */
async function holdPersons({ administrator }: FaultBench): Promise<() => Promise<void>> {
  const transaction = await administrator.kysely.startTransaction().execute();
  await sql`lock table person in access exclusive mode`.execute(transaction);
  return async () => {
    if (!transaction.isRolledBack) await transaction.rollback().execute();
  };
}

/** The number of the service's statements that wait for a lock. */
async function waitingStatements({ administrator }: FaultBench): Promise<number> {
  const { rows } = await sql<{ readonly count: string }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    administrator.kysely,
  );
  return Number(rows[0]?.count);
}

describe('A database that is slow or busy', () => {
  let bench: FaultBench;
  let release: () => Promise<void>;

  async function open(environment: Readonly<Record<string, string>>): Promise<void> {
    // Too few to share one.
    bench = await openBench({ POOL_SIZE: '3', ...environment });
    expect((await addPerson(bench.client, 'before')).status).to.equal(201);
    release = await holdPersons(bench);
  }

  afterEach(async () => {
    await release();
    await bench.close();
  });

  it('a statement that takes too long ends in 504 and stores nothing', async () => {
    await open({});
    const { client, administrator } = bench;
    const write = within(STATEMENT_MILLIS, addPerson(client, 'never'));
    const read = within(STATEMENT_MILLIS, client.get('/persons'));
    await expectAlive(bench);
    expectTimeout(await write);
    expectTimeout(await read);
    await release();
    await expectRecovery(client);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'after']);
  });

  it('a request that gets no connection is refused after POOL_WAIT_MS', async () => {
    await open({ STATEMENT_TIMEOUT_MS: '600000' });
    const { client } = bench;
    const busy = Array.from({ length: 3 }, () => client.get('/persons'));
    await eventually('every connection waits', async () => {
      expect(await waitingStatements(bench)).to.equal(3);
    });
    const start = performance.now();
    const answers = [client.get('/computers'), addPerson(client, 'never')];
    await expectAlive(bench);
    for (const answer of answers) expectBusy(await within(POOL_WAIT_MILLIS, answer));
    expect(performance.now() - start).to.be.above(POOL_WAIT_MILLIS - 50);
    await release();
    for (const answer of await Promise.all(busy)) expect(answer.status).to.equal(200);
    await expectQuietPool(bench);
    expect(await storedNames(bench.administrator)).to.deep.equal(['before']);
  });

  it('a request beyond the queue limit is refused at once', async () => {
    await open({ STATEMENT_TIMEOUT_MS: '600000', POOL_WAIT_MS: '600000', POOL_QUEUE: '2' });
    const { client, administrator } = bench;
    const accepted = Array.from({ length: 5 }, () => client.get('/persons'));
    await eventually('every connection waits', async () => {
      expect(await waitingStatements(bench)).to.equal(3);
    });
    expectBusy(await within(0, client.get('/persons')));
    expectBusy(await within(0, addPerson(client, 'never')));
    await release();
    for (const answer of await Promise.all(accepted)) expect(answer.status).to.equal(200);
    expect(await storedNames(administrator)).to.deep.equal(['before']);
    await expectQuietPool(bench);
  });

  it('without a queue, free connections are still used', async () => {
    await open({ STATEMENT_TIMEOUT_MS: '600000', POOL_WAIT_MS: '600000', POOL_QUEUE: '0' });
    const { client } = bench;
    const accepted = Array.from({ length: 3 }, () => client.get('/persons'));
    await eventually('every connection waits', async () => {
      expect(await waitingStatements(bench)).to.equal(3);
    });
    expectBusy(await within(0, client.get('/persons')));
    await release();
    for (const answer of await Promise.all(accepted)) expect(answer.status).to.equal(200);
    expect((await client.get('/persons')).status).to.equal(200);
  });

  it('clients that disconnect while waiting leave no connection behind', async () => {
    await open({});
    const { service, client } = bench;
    const requests = Array.from({ length: 6 }, () =>
      httpRequest(`${service.url}/persons`, { agent: false }).on('error', () => undefined),
    );
    for (const request of requests) request.end();
    await eventually('a statement waits', async () => {
      expect(await waitingStatements(bench)).to.be.above(0);
    });
    for (const request of requests) request.destroy();
    await expectQuietPool(bench);
    await release();
    await expectRecovery(client);
  });
});

describe('The default timeouts', () => {
  it('are 2 s for a connection and 10 s for a statement', () => {
    const { poolWaitMillis, statementTimeoutMillis } = readConfig({});
    expect({ poolWaitMillis, statementTimeoutMillis }).to.deep.equal({
      poolWaitMillis: 2000,
      statementTimeoutMillis: 10_000,
    });
  });
});
