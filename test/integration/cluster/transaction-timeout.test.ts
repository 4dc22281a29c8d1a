import { expect } from 'chai';
import { sql } from 'kysely';
import { eventually } from '../../support/eventually.ts';
import {
  addComputer,
  addOwner,
  addPerson,
  expectAlive,
  expectQuietPool,
  expectRecovery,
  expectTimeout,
  openBench,
  storedNames,
  within,
  type FaultBench,
} from '../../support/fault-bench.ts';
import { testServer } from '../../support/postgres-server.ts';
import { SlowReader } from '../../support/slow-reader.ts';

const TRANSACTION_MILLIS = 500;

describe('A database with a transaction timeout (25P04)', () => {
  let bench: FaultBench;

  beforeEach(async () => {
    // PostgreSQL has it from version 17 on, which the packaged one is.
    const url = await (await testServer('embedded')).createDatabase();
    bench = await openBench({ STATEMENT_TIMEOUT_MS: '600000', POOL_WAIT_MS: '600000' }, url);
    await eventually('the service is ready', async () => (await bench.client.get('/persons')).status === 200);
    expect((await addComputer(bench.client)).status).to.equal(201);
    expect((await addPerson(bench.client, 'before')).status).to.equal(201);
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set transaction_timeout to ${sql.lit(TRANSACTION_MILLIS)}`.execute(
      bench.administrator.kysely,
    );
    bench.gate.cut();
  });

  afterEach(() => bench.close());

  it('refuses reads and writes that wait for a lock for too long, once each, and stores nothing', async () => {
    const { client, service, administrator } = bench;
    const lock = await administrator.kysely.startTransaction().execute();
    try {
      await sql`set local transaction_timeout to 0`.execute(lock);
      await sql`lock table person, computer`.execute(lock);
      const sent = service.statements.length;
      expectTimeout(await within(TRANSACTION_MILLIS, client.get('/persons')));
      expect(service.statements.slice(sent), 'statements of the read').to.have.length(1);
      expectTimeout(await within(TRANSACTION_MILLIS, client.get('/persons?include=computers.owner')));
      expectTimeout(await within(TRANSACTION_MILLIS, addPerson(client, 'never')));
      expectTimeout(await within(TRANSACTION_MILLIS, addOwner(client, 'never')));
      await expectAlive(bench);
    } finally {
      await lock.rollback().execute();
    }
    await expectRecovery(client);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'after']);
  });

  it('breaks off a list that its client reads for longer, and does not pass off a part as the whole', async () => {
    const { client, service, administrator } = bench;
    // More than the buffers between service and client hold.
    await sql`insert into person (name) select repeat('x', 255) from generate_series(1, 50000)`.execute(
      administrator.kysely,
    );
    const reader = await SlowReader.get(service.url, '/persons?page[size]=0');
    await eventually('the answer begins', () => reader.hasBegun);
    await eventually('the server has ended the transaction', async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
        administrator.kysely,
      );
      expect(rows).to.have.length(0);
    });
    const answer = await reader.readAll();
    expect(answer.status).to.equal(200);
    expect(answer.isWhole).to.equal(false);
    await eventually('the log says so', () => {
      expect(service.logged.map(({ message }) => message)).to.deep.equal(['answer broken off']);
    });
    await expectRecovery(client);
    await expectQuietPool(bench);
  });
});
