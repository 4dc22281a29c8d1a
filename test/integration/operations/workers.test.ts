// Several processes behind one port, on a database server.
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { AdminPages, startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { testServer } from '../../support/postgres-server.ts';
import { childrenOf, isRunning } from '../../support/processes.ts';
import { beginRequest, finishRequest } from '../../support/slow-request.ts';
import { isRefused, killedAfterEach, startProcess, type ServiceProcess } from '../../support/service-process.ts';

describe('Several workers', () => {
  const killedLater = killedAfterEach();
  let service: OperatedProcess;

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<OperatedProcess> {
    const DATABASE_URL = await (await testServer()).createDatabase();
    service = await startOperated({ DATABASE_URL, WORKERS: '3', ...environment });
    return service;
  }

  /** The processes that have answered requests. */
  const answering = (): ReadonlySet<unknown> =>
    new Set(service.logged().flatMap(({ pid, msg }) => (String(msg).startsWith('request') ? [pid] : [])));

  /** Sends requests over new connections. */
  async function send(count: number): Promise<void> {
    for (let sent = 0; sent < count; sent += 1) {
      const response = await fetch(`${service.url}/persons`, { headers: { Connection: 'close' } });
      expect(response.status).to.equal(200);
      await response.text();
    }
  }

  describe('of one service', () => {
    let startedBetween: readonly [after: number, before: number];

    before(async () => {
      const after = Math.floor(Date.now() / 1000);
      await start({ LOG_LEVEL: 'info' });
      startedBetween = [after, Date.now() / 1000];
    });
    after(async () => {
      service.process.kill('SIGKILL');
      await service.ended;
    });

    const counted = (): Promise<number> => service.admin.sum('http_request_duration_seconds_count');
    const deaths = (): Promise<number> => service.admin.sum('worker_deaths_total');
    const workers = (): readonly number[] => childrenOf(service.process.pid ?? 0);

    /** Waits until the last of so many dead workers is replaced. */
    async function replaced(dead: number): Promise<void> {
      await eventually('its death is counted', async () => (await deaths()) === dead);
      await eventually('another one has taken its place', async () => (await service.admin.sum('workers')) === 3);
    }

    it('share a port, print its address once, and count their requests together', async () => {
      let sent = 0;
      await eventually('all have answered', async () => {
        await send(10);
        sent += 10;
        return answering().size === 3;
      });
      expect(service.output().stdout).to.equal(`Listening on ${service.url}\n`);
      expect(await counted()).to.equal(sent);
      expect(await service.admin.sum('workers')).to.equal(3);
      expect((await service.admin.get('/ready')).status).to.equal(200);
    });

    it('are replaced on SIGUSR2, without losing a request', async () => {
      const former = workers();
      let isOver = false;
      const clients = Array.from({ length: 8 }, async (_, index) => {
        const client = new ApiClient(service.url);
        let sent = 0;
        for (; !isOver; sent += 1) {
          const person = { data: { type: 'person', attributes: { name: `${index} ${sent}` } } };
          const { status, text } = await client.post('/persons', person);
          expect(status, text).to.equal(201);
          await pause(5);
        }
        return sent;
      });
      await pause(200);
      service.process.kill('SIGUSR2');
      await eventually('all are new', () => service.logged().some(({ msg }) => msg === 'all workers are new'));
      await pause(200);
      isOver = true;
      const sent = (await Promise.all(clients)).reduce((sum, each) => sum + each, 0);
      const { document } = await new ApiClient(service.url).get('/persons');
      expect(document.meta.count).to.equal(sent);
      await eventually('the former ones have ended', () => workers().length === 3);
      expect(workers()).not.to.include.oneOf(former);
      expect(await deaths()).to.equal(0);
    });

    it('are replaced when they die, and what they have counted stays', async () => {
      await send(6);
      const before = await counted();
      const [first = 0] = workers();
      process.kill(first, 'SIGKILL');
      await replaced(1);
      expect(await service.admin.sum('process_start_time_seconds')).to.be.within(...startedBetween);
      expect(await counted()).to.equal(before);
      await send(6);
      expect(await counted()).to.equal(before + 6);
    });

    it('are measured, and called ready, while one of them hangs', async () => {
      const before = await counted();
      const [worker = 0] = workers();
      process.kill(worker, 'SIGSTOP');
      expect(await counted()).to.equal(before);
      expect((await service.admin.get('/ready')).status).to.equal(200);
      process.kill(worker, 'SIGCONT');
    });

    it('leave no client without an answer when one dies that should have taken its connection', async () => {
      const [worker = 0] = workers();
      process.kill(worker, 'SIGSTOP');
      const requests = Array.from({ length: 12 }, () => send(1));
      await pause(500);
      process.kill(worker, 'SIGKILL');
      await Promise.all(requests);
      await replaced(2);
    });
  });

  it('are as many as before when old ones die during a restart', async () => {
    killedLater(await start({ LOG_LEVEL: 'info' }));
    const supervisor = service.process.pid ?? 0;
    const old = childrenOf(supervisor);
    service.process.kill('SIGUSR2');
    await eventually('the first new one starts', () => childrenOf(supervisor).length === 4);
    for (const worker of old) process.kill(worker, 'SIGKILL');
    const messages = (): readonly unknown[] => service.logged().map(({ msg }) => msg);
    await eventually('all are new', () => messages().includes('all workers are new'));
    await eventually('there are three', async () => (await service.admin.sum('workers')) === 3);
    expect(childrenOf(supervisor)).to.have.lengthOf(3);
    expect(messages()).not.to.include('a worker failed while it stopped');
    expect(await service.admin.sum('worker_deaths_total')).to.equal(3);
  });

  describe('while the service starts', () => {
    let starting: ServiceProcess;
    let admin: AdminPages;

    beforeEach(async () => {
      const DATABASE_URL = await (await testServer()).createDatabase();
      const ADMIN_PORT = String(await freePort());
      admin = new AdminPages(`http://127.0.0.1:${ADMIN_PORT}`);
      starting = killedLater(startProcess({ DATABASE_URL, ADMIN_PORT, WORKERS: '3', LOG_LEVEL: 'info' }));
    });

    const workers = (): readonly number[] => childrenOf(starting.process.pid ?? 0);

    for (const [which, count] of [
      ['the first one', 1],
      ['the last one', 3],
    ] as const)
      it(`are replaced, and counted as dead, if ${which} is killed`, async () => {
        await eventually('it is starting', () => workers().length === count);
        process.kill(workers().at(-1) ?? 0, 'SIGKILL');
        await starting.listening;
        await eventually('all listen', async () => (await admin.sum('workers')) === 3);
        expect(await admin.sum('worker_deaths_total')).to.equal(1);
        expect(workers()).to.have.lengthOf(3);
      });

    it('survive SIGUSR2, and are replaced once all have started', async () => {
      await eventually('some are starting', () => workers().length === 3);
      const first = workers();
      for (const pid of [...first, starting.process.pid ?? 0]) process.kill(pid, 'SIGUSR2');
      await starting.listening;
      await eventually('all are new', () => starting.output().stderr.includes('all workers are new'));
      expect(workers()).to.have.lengthOf(3).and.not.include.oneOf(first);
    });
  });

  it('finish their requests when the service stops', async () => {
    killedLater(await start({ WORKERS: '2' }));
    const requests = await Promise.all(Array.from({ length: 9 }, () => beginRequest(service.url)));
    service.process.kill('SIGTERM');
    await eventually('new clients are refused', () => isRefused(service.url));
    for (const request of requests) expect(await finishRequest(request)).to.equal(201);
    expect(await service.ended).to.equal(0);
  });

  it('end with the process that supervises them', async () => {
    killedLater(await start({ WORKERS: '2' }));
    const pids = childrenOf(service.process.pid ?? 0);
    expect(pids).to.have.lengthOf(2);
    service.process.kill('SIGKILL');
    await service.ended;
    for (const pid of pids) await eventually('it is gone', () => !isRunning(pid));
  });

  it('are no more if the first one cannot start', async () => {
    const failed = killedLater(
      startProcess({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', WORKERS: '3', FAIL_FAST: 'true' }),
    );
    expect(await failed.ended).to.equal(1);
    expect(failed.output().stderr.match(/127\.0\.0\.1:1/g)).to.have.lengthOf(1);
  });

  it('are no more if their port is taken', async () => {
    const other = killedLater(await startOperated({}));
    const DATABASE_URL = await (await testServer()).createDatabase();
    const failed = killedLater(startProcess({ DATABASE_URL, WORKERS: '3', PORT: new URL(other.url).port }));
    expect(await failed.ended).to.equal(1);
    expect(failed.output().stderr.match(/EADDRINUSE/g)).to.have.lengthOf(1);
  });

  for (const [url, reason] of [
    ['memory:', 'WORKERS must be 1 or auto, as each process would have data of its own in memory'],
    ['', 'WORKERS must be 1 or auto, as only one process can use the embedded database'],
  ] as const)
    it(`are refused on ${url === '' ? 'the embedded database' : url}, with the reason`, async () => {
      const refused = killedLater(startProcess({ DATABASE_URL: url, WORKERS: '2' }));
      expect(await refused.ended).to.equal(1);
      expect(refused.output().stderr).to.equal(`${reason}\n`);
    });
});
