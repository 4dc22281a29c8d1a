// Several processes behind one port, on a database server.
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#composition/config/config';
import { all, bearer, reading, writeAccessFiles } from '../../support/access.ts';
import { AdminPages, startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { testServer } from '../../support/postgres-server.ts';
import { childrenOf, isRunning } from '../../support/processes.ts';
import { beginRequest, finishRequest } from '../../support/slow-request.ts';
import { isRefused, killedAfterEach, startProcess, type ServiceProcess } from '../../support/service-process.ts';

const COUNT = atDepth({ gate: 2, campaign: 3 });

describe('Several workers', () => {
  let service: OperatedProcess;

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<OperatedProcess> {
    const DATABASE_URL = await (await testServer()).createDatabase();
    service = await startOperated({ DATABASE_URL, WORKERS: String(COUNT), LOG_LEVEL: 'info', ...environment });
    return service;
  }

  const workers = (): readonly number[] => childrenOf(service.process.pid ?? 0);
  const deaths = (): Promise<number> => service.admin.sum('worker_deaths_total');
  const timesSaid = (message: string): number => service.logged().filter(({ msg }) => msg === message).length;

  describe('of one service', () => {
    let startedBetween: readonly [after: number, before: number];

    before(async () => {
      const after = Math.floor(Date.now() / 1000);
      await start();
      startedBetween = [after, Date.now() / 1000];
    });
    after(async () => {
      service.process.kill('SIGKILL');
      await service.ended;
    });

    const counted = (): Promise<number> => service.admin.sum('http_request_duration_seconds_count');

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

    it('share a port, print its address once, and count their requests together', async () => {
      let sent = 0;
      await eventually('all have answered', async () => {
        await send(10);
        sent += 10;
        return answering().size === COUNT;
      });
      expect(service.output().stdout).to.equal(`Listening on ${service.url}\n`);
      expect(await counted()).to.equal(sent);
      expect(await service.admin.sum('workers')).to.equal(COUNT);
      expect((await service.admin.get('/ready')).status).to.equal(200);
    });

    it('are replaced on SIGUSR2, without losing a request', async () => {
      const former = workers();
      let isOver = false;
      const clients = Array.from({ length: atDepth({ gate: 2, campaign: 8 }) }, async (_, index) => {
        const client = new ApiClient(service.url);
        let sent = 0;
        for (; !isOver; sent += 1) {
          const person = { data: { type: 'person', attributes: { name: `${index} ${sent}` } } };
          const { status, text } = await client.post('/persons', person);
          expect(status, text).to.equal(201);
          await pause(atDepth({ gate: 20, campaign: 5 }));
        }
        return sent;
      });
      service.process.kill('SIGUSR2');
      await eventually('all are new', () => timesSaid('all workers have been replaced') === 1);
      isOver = true;
      const sent = (await Promise.all(clients)).reduce((sum, each) => sum + each, 0);
      const { document } = await new ApiClient(service.url).get('/persons');
      expect(document.meta.count).to.equal(sent);
      await eventually('the former ones have ended', () => workers().length === COUNT);
      expect(workers()).not.to.include.oneOf(former);
      expect(await deaths()).to.equal(0);
    });

    it('are measured and ready while one hangs; when it dies, it is replaced, its counts are kept, and every client gets a response', async () => {
      await send(6);
      const before = await counted();
      const [worker = 0] = workers();
      process.kill(worker, 'SIGSTOP');
      const requests = Array.from({ length: 12 }, () => send(1));
      const [during, ready] = await Promise.all([counted(), service.admin.get('/ready')]);
      expect(during).to.be.within(before, before + 12);
      expect(ready.status).to.equal(200);
      process.kill(worker, 'SIGKILL');
      await Promise.all(requests);
      await eventually('its death is counted', async () => (await deaths()) === 1);
      await eventually('another has taken its place', async () => (await service.admin.sum('workers')) === COUNT);
      expect(await service.admin.sum('process_start_time_seconds')).to.be.within(...startedBetween);
      expect(await counted()).to.equal(before + 12);
    });

    it('finish their requests when the service stops', async () => {
      const requests = await Promise.all(Array.from({ length: 9 }, () => beginRequest(service.url)));
      service.process.kill('SIGTERM');
      await eventually('new clients are refused', () => isRefused(service.url));
      for (const request of requests) expect(await finishRequest(request)).to.equal(201);
      expect(await service.ended).to.equal(0);
    });
  });

  describe('under a policy', () => {
    const files = writeAccessFiles({ roles: { all, reader: reading } });
    after(() => files.remove());
    const { POLICY_FILE, KEYS_FILE } = files.environment;
    const write = (policy: unknown): void => writeFileSync(POLICY_FILE, JSON.stringify(policy));

    // A random port would change once all workers have died.
    before(async () => start({ WORKERS: '2', PORT: String(await freePort()), ...files.environment }));
    after(() => service.process.kill('SIGKILL'));

    /** The distinct statuses of requests on new connections, which any worker may accept. */
    async function statuses(role?: string): Promise<readonly number[]> {
      const headers = { ...(role !== undefined && bearer(role)), Connection: 'close' };
      const ask = async (): Promise<number> => (await fetch(`${service.url}/persons`, { headers })).status;
      return [...new Set(await Promise.all(Array.from({ length: 12 }, ask)))].toSorted();
    }

    async function policiesInUse(): Promise<readonly string[]> {
      const { policies } = JSON.parse((await service.admin.get('/ready')).text) as { policies: readonly string[] };
      return policies;
    }

    /** Requests a restart; resolves once the log has another line with that message. */
    async function restart(result: string): Promise<void> {
      const before = timesSaid(result);
      service.process.kill('SIGUSR2');
      await eventually(result, () => timesSaid(result) === before + 1);
    }

    it('keep their policy when a new one is refused, also after they have died', async () => {
      expect(await statuses('reader')).to.deep.equal([200]);
      const inUse = await policiesInUse();
      expect(inUse).to.have.lengthOf(1);
      write({ roles: { reader: 7 } });
      await restart('restart abandoned because a new worker did not start');
      expect(service.output().stderr).to.include('POLICY_FILE is invalid: /roles/reader');
      const former = workers();
      for (const pid of former) process.kill(pid, 'SIGKILL');
      await eventually('others have taken their place', async () => {
        const others = workers().filter((pid) => !former.includes(pid));
        return others.length === 2 && (await service.admin.sum('workers')) === 2;
      });
      expect(await statuses('reader')).to.deep.equal([200]);
      expect(await policiesInUse()).to.deep.equal(inUse);
    });

    it('keep the last good keys after the workers that read them have ended, and report the policy in use', async () => {
      const [former] = await policiesInUse();
      write({ roles: { all, reader: {} } });
      writeFileSync(KEYS_FILE, '7');
      await restart('all workers have been replaced');
      expect(await statuses('reader')).to.deep.equal([403]);
      expect(await statuses('all')).to.deep.equal([200]);
      const ready = await service.admin.get('/ready');
      expect(ready.status).to.equal(200);
      expect(ready.text).to.include('KEYS_FILE is invalid');
      const inUse = await policiesInUse();
      expect(inUse).to.have.lengthOf(1).and.not.include(former);
      expect(await service.admin.sum('policy_info')).to.equal(2);
      const logged = service.logged().filter(({ msg }) => msg === 'serving the policy');
      expect(logged.at(-1)).to.include({ policy: inUse[0] });
    });

    it('end with the process that supervises them', async () => {
      const pids = workers();
      expect(pids).to.have.lengthOf(2);
      service.process.kill('SIGKILL');
      await service.ended;
      for (const pid of pids) await eventually('it is gone', () => !isRunning(pid));
    });
  });

  describe('that cannot start', () => {
    const killedLater = killedAfterEach();

    it('end the service with one error if the first one fails', async () => {
      const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
      const failed = killedLater(startProcess({ DATABASE_URL, WORKERS: '3', FAIL_FAST: 'true' }));
      expect(await failed.ended).to.equal(1);
      expect(failed.output().stderr.match(/127\.0\.0\.1:1/g)).to.have.lengthOf(1);
    });

    it('end the service with one error if their port is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const PORT = String((other.address() as AddressInfo).port);
      const DATABASE_URL = await (await testServer()).createDatabase();
      const failed = killedLater(startProcess({ DATABASE_URL, WORKERS: '3', PORT }));
      expect(await failed.ended).to.equal(1);
      expect(failed.output().stderr.match(/EADDRINUSE/g)).to.have.lengthOf(1);
      other.close();
    });

    for (const [url, reason] of [
      ['memory:', 'WORKERS must be 1 or auto, because each process would have its own data in memory'],
      ['', 'WORKERS must be 1 or auto, because only one process can use the embedded database'],
    ] as const)
      it(`are refused on ${url === '' ? 'the embedded database' : url}, with the reason`, () => {
        expect(() => readConfig({ DATABASE_URL: url, WORKERS: '2' })).to.throw(reason);
      });
  });

  // The supervisor's unit tests prove the same without processes.
  if (depth === 'campaign')
    describe('that are killed while others start', () => {
      const killedLater = killedAfterEach();
      let starting: ServiceProcess;
      let admin: AdminPages;

      beforeEach(async () => {
        const DATABASE_URL = await (await testServer()).createDatabase();
        const ADMIN_PORT = String(await freePort());
        admin = new AdminPages(`http://127.0.0.1:${ADMIN_PORT}`);
        starting = killedLater(startProcess({ DATABASE_URL, ADMIN_PORT, WORKERS: '3', LOG_LEVEL: 'info' }));
      });

      const started = (): readonly number[] => childrenOf(starting.process.pid ?? 0);
      const said = (message: string): boolean => starting.output().stderr.includes(message);

      for (const [which, count] of [
        ['the first one', 1],
        ['the last one', 3],
      ] as const)
        it(`are replaced and counted as dead: ${which} of the service`, async () => {
          await eventually('it is starting', () => started().length === count);
          process.kill(started().at(-1) ?? 0, 'SIGKILL');
          await starting.listening;
          await eventually('all listen', async () => (await admin.sum('workers')) === 3);
          expect(await admin.sum('worker_deaths_total')).to.equal(1);
          expect(started()).to.have.lengthOf(3);
        });

      it('survive SIGUSR2, and are replaced once all have started', async () => {
        await eventually('some are starting', () => started().length === 3);
        const first = started();
        for (const pid of [...first, starting.process.pid ?? 0]) process.kill(pid, 'SIGUSR2');
        await starting.listening;
        await eventually('all are new', () => said('all workers have been replaced'));
        expect(started()).to.have.lengthOf(3).and.not.include.oneOf(first);
      });

      it('are as many as before if old ones die during a restart', async () => {
        await starting.listening;
        await eventually('all listen', async () => (await admin.sum('workers')) === 3);
        const old = started();
        starting.process.kill('SIGUSR2');
        await eventually('the first new one starts', () => started().length === 4);
        for (const worker of old) process.kill(worker, 'SIGKILL');
        await eventually('all are new', () => said('all workers have been replaced'));
        await eventually('there are three', async () => (await admin.sum('workers')) === 3);
        expect(started()).to.have.lengthOf(3);
        expect(said('a worker failed while stopping')).to.equal(false);
        expect(await admin.sum('worker_deaths_total')).to.equal(3);
      });
    });
});
