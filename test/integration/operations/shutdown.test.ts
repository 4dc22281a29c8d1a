import { expect } from 'chai';
import { sql } from 'kysely';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer } from '../../support/open-server.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { beginRequest, finishRequest } from '../../support/slow-request.ts';
import { testServer } from '../../support/postgres-server.ts';
import { isRefused, killedAfterEach, startProcess } from '../../support/service-process.ts';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';

/** Options that plant an uncaught failure, triggered by SIGWINCH. */
const planted = (failure: string): readonly string[] => [
  '--import',
  `data:text/javascript,process.on('SIGWINCH', () => { ${failure} })`,
];

describe('Shutdown', () => {
  let service: OperatedProcess;

  async function start(environment: Readonly<Record<string, string>> = {}, options?: readonly string[]): Promise<void> {
    service = await startOperated(environment, options);
  }

  afterEach(async () => {
    service.process.kill('SIGKILL');
    await service.ended;
  });

  it('is announced, keeps serving for SHUTDOWN_DELAY_MS, then waits for requests in progress for at most SHUTDOWN_GRACE_MS', async () => {
    const [delay, grace] = [2000, 3000];
    await start({ SHUTDOWN_DELAY_MS: String(delay), SHUTDOWN_GRACE_MS: String(grace) });
    expect((await service.admin.get('/ready')).status).to.equal(200);
    const [finishing, hanging] = [await beginRequest(service.url), await beginRequest(service.url)];
    const connection = once(finishing, 'response').then(([{ headers }]) => headers.connection);
    const began = performance.now();
    service.process.kill('SIGTERM');
    await eventually('it is not ready', async () => (await service.admin.get('/ready')).status === 503);
    expect((await service.admin.get('/ready')).text).to.contain('draining');
    expect((await service.admin.get('/live')).status).to.equal(200);
    expect((await new ApiClient(service.url).get('/persons')).status).to.equal(200);
    await eventually('new clients are refused', () => isRefused(service.url));
    expect(performance.now() - began).to.be.at.least(delay);
    expect(await finishRequest(finishing)).to.equal(201);
    expect(await connection).to.equal('close');
    expect(service.process.exitCode).to.equal(null);
    const cut = new Promise((resolve) => hanging.once('close', resolve));
    expect(await service.ended).to.equal(0);
    await cut;
  });

  it('is immediate on a second signal, unless it comes right after the first', async () => {
    await start({ SHUTDOWN_DELAY_MS: '60000' });
    service.process.kill('SIGTERM');
    await eventually('it is not ready', async () => (await service.admin.get('/ready')).status === 503);
    service.process.kill('SIGTERM');
    await pause(1200);
    expect(service.process.exitCode).to.equal(null);
    service.process.kill('SIGINT');
    expect(await service.ended).to.equal(1);
  });

  const failures = [
    ['an uncaught error', `throw new Error('planted')`],
    ['an unhandled rejection', `Promise.reject(new Error('planted'))`],
  ] as const;
  for (const [what, failure] of failures)
    it(`is graceful after ${what}, logs it and exits with code 1`, async () => {
      await start({}, planted(failure));
      const request = await beginRequest(service.url);
      service.process.kill('SIGWINCH');
      await eventually('it is logged', () => service.logged().some(({ level }) => level === 60));
      expect(await finishRequest(request)).to.equal(201);
      expect(await service.ended).to.equal(1);
      const fatal = service.logged().find(({ level }) => level === 60);
      expect(fatal?.['error']).to.include({ name: 'Error', message: 'planted' });
    });
});

describe('Shutdown during the start', () => {
  const killedLater = killedAfterEach();

  const moments = [
    ['while the service already listens', { POOL_WAIT_MS: '300', STATEMENT_TIMEOUT_MS: '300' }],
    ['before the service listens', {}],
  ] as const;
  for (const [what, environment] of moments)
    it(`ends a migration on a server, ${what}`, async () => {
      const url = await (await testServer()).createEmptyDatabase();
      const other = openServer(url);
      /** The sessions that wait for the transaction below. */
      const blocked = async (): Promise<number> => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          other.kysely,
        );
        return rows.length;
      };
      const transaction = await other.kysely.startTransaction().execute();
      try {
        await sql`create table person (id int)`.execute(transaction);
        const service = killedLater(startProcess({ DATABASE_URL: url, ...environment }));
        await eventually('the migration waits', async () => (await blocked()) === 1);
        if ('POOL_WAIT_MS' in environment) await service.listening;
        service.process.kill('SIGTERM');
        expect(await service.ended).to.equal(0);
        await eventually('the server has noticed', async () => (await blocked()) === 0);
      } finally {
        await transaction.rollback().execute();
        await other.close();
      }
    });
});
