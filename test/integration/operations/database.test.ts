import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { addComputer, addPerson, computerIds } from '../../contract/api/persons.ts';
import { MEDIA_TYPE } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { longTimeouts } from '../../support/long-timeouts.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';

describe('What operators see of the database', () => {
  let service: ObservedService;
  let database: Database;

  before(async () => {
    const url = await (await testServer()).createDatabase();
    service = await startObserved({ DATABASE_URL: url, POOL_SIZE: '3', ...longTimeouts, SERVER_TIMING: 'true' });
    database = openServer(url);
  });
  after(async () => {
    await service.stop();
    await database.close();
  });

  const poolConnections = async (state: string): Promise<number> =>
    service.admin.sum('db_pool_connections', `"${state}"`);

  it('includes the pending migrations that keep the service from being ready', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const other = await startObserved({ DATABASE_URL: url, MIGRATE: 'off' });
    const ready = await other.admin.get('/ready');
    expect(ready.status).to.equal(503);
    expect(ready.text).to.contain(
      'migrations are pending: service-0001-baseline, service-0002-keep-changes, 0010-baseline',
    );
    expect((await other.admin.get('/live')).status).to.equal(200);
    expect((await other.client.get('/persons')).status).to.equal(503);
    expect((await other.client.get('/')).status).to.equal(200);
    const migrating = await startObserved({ DATABASE_URL: url });
    await eventually('it is ready', async () => (await other.admin.get('/ready')).status === 200);
    await migrating.stop();
    await other.stop();
  });

  it('includes counts that are not as configured, until a migration has changed them', async () => {
    const url = await (await testServer()).createDatabase();
    const waiting = await startObserved({ DATABASE_URL: url, COUNTS: 'scan', MIGRATE: 'off' });
    const ready = await waiting.admin.get('/ready');
    expect(ready.status).to.equal(503);
    expect(ready.text).to.contain('migrations are pending: COUNTS=scan');
    const migrating = await startObserved({ DATABASE_URL: url, COUNTS: 'scan' });
    await addPerson(migrating.client);
    await eventually('it is ready', async () => (await waiting.admin.get('/ready')).status === 200);
    expect((await waiting.client.get('/persons')).document.meta).to.deep.equal({ count: 1 });
    await migrating.stop();
    await waiting.stop();
  });

  it('includes the statements and database time of a request, in its log line, header and metrics', async () => {
    const before = await service.admin.sum('db_statement_duration_seconds_count');
    const computer = await addComputer(service.client, 'S1', await addPerson(service.client));
    const { headers } = await service.client.get(`/computers/${computer}?include=owner`);
    const line = service.logged.at(-1);
    expect(line).to.include({ route: 'computers.detail', statements: 1 });
    expect(line?.['databaseMillis']).to.be.a('number').above(0).and.at.most(Number(line?.['durationMillis']));
    expect(String(line?.['databaseMillis']), 'in tenths').to.match(/^\d+(\.\d)?$/);
    expect(headers['server-timing']).to.match(/^db;dur=\d+\.\d;desc="1 statements", total;dur=\d+\.\d$/);
    const all = service.logged.reduce((sum, { statements }) => sum + Number(statements ?? 0), 0);
    expect((await service.admin.sum('db_statement_duration_seconds_count')) - before).to.equal(all);
  });

  it('includes retried writes, and errors by class', async () => {
    await sql`create sequence tries`.execute(database.kysely);
    await sql`create function collide() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception using errcode = '40001'; end if; return new; end $$`.execute(
      database.kysely,
    );
    await sql`create trigger collide before insert on person for each row execute function collide()`.execute(
      database.kysely,
    );
    const before = service.logged.length;
    await addPerson(service.client);
    expect(await service.admin.sum('db_collisions_total')).to.equal(1);
    expect(await service.admin.lines('db_errors_total')).to.deep.equal(['db_errors_total{class="40"} 1']);
    expect(service.logged.slice(before).map(({ message, status }) => [message, status])).to.deep.equal([
      ['request', 201],
    ]);
  });

  it('includes clients that disconnect before their answer: nothing fails, and no connection stays in use', async () => {
    const id = await addPerson(service.client);
    const lock = await database.kysely.startTransaction().execute();
    await sql`select from person where id = ${id}::bigint for update`.execute(lock);
    try {
      const body = JSON.stringify({ data: { type: 'person', id, attributes: { name: 'Bob' } } });
      const leaving = Array.from({ length: 6 }, () => {
        const request = httpRequest(`${service.client.url}/persons/${id}`, {
          method: 'PATCH',
          headers: { 'Content-Type': MEDIA_TYPE },
          agent: false,
        });
        request.on('error', () => undefined).end(body);
        return request;
      });
      await eventually('all connections are in use', async () => (await poolConnections('waiting')) === 3);
      const before = service.logged.length;
      for (const [index, request] of leaving.entries()) {
        const closed = new Promise((resolve) => request.once('close', resolve));
        if (index % 2 === 0) request.socket?.resetAndDestroy();
        else request.destroy();
        await closed;
      }
      await eventually('the resets are logged', () => service.logged.length === before + 3);
      await lock.rollback().execute();
      // A client that closes without a reset may still wait for a response, so the service logs these later.
      await eventually('all are logged', () => service.logged.length === before + leaving.length);
      const lines = service.logged.slice(before);
      for (const line of lines) expect(line).to.include({ level: 'info', route: 'persons.update' });
      expect(lines.slice(0, 3).map(({ status, aborted }) => [status, aborted])).to.deep.equal(
        Array(3).fill([499, true]),
      );
      expect(lines.slice(3).map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    } finally {
      if (!lock.isRolledBack) await lock.rollback().execute();
    }
    await eventually(
      'all connections are free',
      async () => (await poolConnections('idle')) === (await poolConnections('open')),
    );
    expect(await poolConnections('waiting')).to.equal(0);
    expect((await service.client.get(`/persons/${id}`)).status).to.equal(200);
  });

  it('includes as many statements for 10,000 resource identifiers as for two', async () => {
    const id = await addPerson(service.client);
    const path = `/persons/${id}/relationships/computers`;
    const { rows } = await sql<{ readonly id: string }>`
      insert into computer (serial) select 'S' from generate_series(1, 10000) returning id::text as id`.execute(
      database.kysely,
    );
    const computers = computerIds(...rows.map((row) => row.id));
    const statementsOf = async (send: () => Promise<{ readonly status: number }>): Promise<readonly string[]> => {
      const before = service.statements.length;
      expect((await send()).status).to.equal(200);
      // Changes are kept in pieces of 1,000.
      return service.statements.slice(before).filter((statement) => !/\bchange(?:_write)?\b/.test(statement));
    };
    // The answers are too long to validate against the schema in time.
    const send = (method: string, data: unknown) =>
      fetch(`${service.client.url}${path}`, {
        method,
        headers: { 'Content-Type': MEDIA_TYPE },
        body: JSON.stringify({ data }),
      });
    for (const [method, data] of [
      ['POST', computers],
      ['PATCH', computers.slice(0, 2)],
      ['PATCH', computers],
      ['DELETE', computers],
    ] as const)
      expect(await statementsOf(() => send(method, data)), method).to.have.lengthOf.at.most(10);
    const forTwo = await statementsOf(() => send('POST', computers.slice(0, 2)));
    expect(await statementsOf(() => send('POST', computers.slice(2)))).to.deep.equal(forTwo);
  });
});
