import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { ApiClient } from '../../support/api-client.ts';
import { depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import {
  addComputer,
  addOwner,
  addPerson,
  expectAlive,
  expectQuietPool,
  expectRecovery,
  expectUnavailable,
  openBench,
  shortTimes,
  SILENCE_MILLIS,
  SLACK_MILLIS,
  STATEMENT_MILLIS,
  storedNames,
  within,
  type FaultBench,
} from '../../support/fault-bench.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startProcess } from '../../support/service-process.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { startTestService } from '../../support/test-service.ts';

/** Makes the pool open all of its connections. */
async function fillPool({ client, gate }: FaultBench): Promise<void> {
  await eventually('the pool is full', async () => {
    const reads = Array.from({ length: 6 }, () => [client.get('/persons'), client.get('/persons?filter[name]=Ada')]);
    await Promise.all(reads.flat());
    expect(gate.connections).to.equal(Number(shortTimes.POOL_SIZE));
  });
}

describe('A database that falls silent', () => {
  let bench: FaultBench;

  beforeEach(async () => {
    bench = await openBench();
    expect((await addComputer(bench.client)).status).to.equal(201);
    expect((await addPerson(bench.client, 'before')).status).to.equal(201);
  });

  afterEach(() => bench.close());

  it('frozen with connections open: refuses each read and write once, in time, and is unready until it recovers', async () => {
    const { gate, client, service, administrator } = bench;
    const ready = async (): Promise<number> => (await fetch(`${String(service.adminUrl)}/ready`)).status;
    expect(await ready()).to.equal(200);
    await fillPool(bench);
    gate.stall();
    const unready = ready();
    const answers = ['one', 'two', 'three', 'four'].map((name) => within(SILENCE_MILLIS, addOwner(client, name)));
    const reads = [within(SILENCE_MILLIS, client.get('/persons')), within(SILENCE_MILLIS, client.get('/persons/1'))];
    await expectAlive(bench);
    for (const answer of [...answers, ...reads]) expectUnavailable(await answer);
    expect(await unready).to.equal(503);
    gate.resume();
    await expectRecovery(client);
    expect(await ready()).to.equal(200);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'after']);
  });

  it('frozen before connecting: refuses after the connection timeout, which is not spent twice', async () => {
    await bench.close();
    const millis = 2000;
    bench = await openBench({ POOL_WAIT_MS: String(millis) });
    const { gate, client } = bench;
    gate.cut();
    gate.stall();
    await eventually('no connection is left', () => {
      expect(gate.connections).to.equal(0);
    });
    const start = performance.now();
    const answers = [client.get('/persons'), addPerson(client, 'never')];
    await expectAlive(bench);
    for (const answer of answers) expectUnavailable(await within(millis, answer));
    expect(performance.now() - start).to.be.above(millis - 50);
    gate.resume();
    await expectRecovery(client);
    await expectQuietPool(bench);
  });

  it('for good on every open connection: replaces all once one is found silent, and does not retry, which would double the time', async () => {
    const { gate, client, service } = bench;
    await fillPool(bench);
    gate.silence();
    const sent = service.statements.length;
    expectUnavailable(await within(SILENCE_MILLIS, client.get('/persons')));
    expect(service.statements.slice(sent)).to.have.lengthOf(1);
    for (let count = 0; count < 3; count += 1) expect((await within(0, client.get('/persons'))).status).to.equal(200);
    await expectRecovery(client);
    await expectQuietPool(bench);
  });

  it('slow, but within the timeouts: serves reads and writes', async () => {
    const { gate, client } = bench;
    gate.delay(60);
    expect((await client.get('/persons')).status).to.equal(200);
    expect((await addPerson(client, 'slow')).status).to.equal(201);
    gate.delay(0);
    await expectQuietPool(bench);
  });

  // To the driver, this is the same as a frozen database.
  if (depth === 'campaign')
    it('slower than the statement timeout: refuses in time', async () => {
      const { gate, client } = bench;
      await fillPool(bench);
      gate.delay(SILENCE_MILLIS * 2);
      const answer = within(SILENCE_MILLIS, addOwner(client, 'too slow'));
      await expectAlive(bench);
      expectUnavailable(await answer);
      gate.delay(0);
      await expectRecovery(client);
      await expectQuietPool(bench);
    });

  it('frees the locks of a vanished service after the statement timeout', async () => {
    const { gate, administrator, client } = bench;
    const patched = { data: { type: 'person', id: '1', attributes: { name: 'changed' } } };
    const sprung = gate.on(/update "person" set/i, 'silence-after');
    // The include makes it a transaction of several statements.
    const vanished = client.patch('/persons/1?include=computers', patched);
    await sprung;
    const other = await startTestService({ ...shortTimes, DATABASE_URL: gate.url });
    try {
      const start = performance.now();
      const otherClient = new ApiClient(other.url);
      await eventually('the lock is free', async () => {
        expect((await otherClient.patch('/persons/1', patched)).status).to.equal(200);
      });
      expect(performance.now() - start).to.be.below(2 * STATEMENT_MILLIS + SLACK_MILLIS);
      expectUnavailable(await vanished);
      expect(await storedNames(administrator)).to.deep.equal(['changed']);
    } finally {
      await other.stop();
    }
  });

  it('is probed by TCP keep-alive on every connection within ten seconds', function () {
    if (process.platform !== 'linux') this.skip(); // Only Linux shows the timers of its connections, in /proc/net/tcp.
    const port = Number(new URL(bench.gate.url).port).toString(16).toUpperCase().padStart(4, '0');
    const timers = readFileSync('/proc/self/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote, state]) => remote?.endsWith(`:${port}`) === true && state === '01')
      .map(([, , , , , timer]) => timer?.split(':'));
    expect(timers).to.have.length.above(0);
    const KEEP_ALIVE = '02';
    for (const timer of timers) {
      expect(timer?.[0]).to.equal(KEEP_ALIVE);
      expect(parseInt(timer?.[1] ?? '', 16) / 100, 'seconds').to.be.at.most(10);
    }
  });
});

describe('A shutdown while the database is silent', () => {
  it('refuses waiting requests and exits with code 0', async () => {
    const gate = await TcpGate.open(await (await testServer()).createDatabase());
    const service = startProcess({ ...shortTimes, DATABASE_URL: gate.url });
    try {
      const client = new ApiClient(await service.listening);
      await eventually('the service is ready', async () => (await client.get('/persons')).status === 200);
      expect((await addComputer(client)).status).to.equal(201);
      const sprung = gate.on(/insert into "person"/i, 'silence-after');
      const answer = within(SILENCE_MILLIS, addOwner(client, 'never'));
      await sprung;
      gate.stall();
      service.process.kill('SIGTERM');
      expectUnavailable(await answer);
      expect(await service.ended).to.equal(0);
    } finally {
      service.process.kill('SIGKILL');
      await gate.close();
    }
  });
});
