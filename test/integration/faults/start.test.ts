import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabaseAt } from '../../support/create-database.ts';
import { addPerson, expectRecovery, expectUnavailable, openBench, storedNames } from '../../support/fault-bench.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { startProcess } from '../../support/service-process.ts';
import { TcpGate } from '../../support/tcp-gate.ts';

describe('A database server that is down at startup', () => {
  let server: PrivateServer;

  before(async () => {
    server = await PrivateServer.create();
  });

  after(() => server.remove());

  it('is waited for while the service is live but not ready, and used once it is up', async () => {
    const bench = await openBench({}, server.url);
    const ready = async (): Promise<number> => (await fetch(`${String(bench.service.adminUrl)}/ready`)).status;
    try {
      expect((await bench.client.get('/')).status).to.equal(200);
      expect((await fetch(`${String(bench.service.adminUrl)}/live`)).status).to.equal(200);
      expect(await ready()).to.equal(503);
      expectUnavailable(await bench.client.get('/persons'));
      expectUnavailable(await addPerson(bench.client, 'never'));
      // Longer than the longest pause between two attempts.
      await pause(2500);
      await server.start();
      await expectRecovery(bench.client);
      expect(await ready()).to.equal(200);
      expect(await storedNames(bench.administrator)).to.deep.equal(['after']);
    } finally {
      await bench.close();
      await server.stop();
    }
  });

  it('ends the service if FAIL_FAST is set', async () => {
    const service = startProcess({ DATABASE_URL: server.url, FAIL_FAST: 'true' });
    expect(await service.ended).to.equal(1);
    expect(service.output().stderr).to.match(/^.*ECONNREFUSED.*\n$/);
  });

  it('does not prevent startup if it accepts connections but never answers, at once or later', async () => {
    await server.start();
    for (const trap of [undefined, /pg_advisory_xact_lock/]) {
      const url = await createDatabaseAt(server.url);
      const gate = await TcpGate.open(url);
      if (trap === undefined) gate.stall();
      else void gate.on(trap, 'silence-after');
      const bench = await openBench({}, gate.url);
      try {
        expect((await bench.client.get('/')).status).to.equal(200);
        expectUnavailable(await bench.client.get('/persons'));
        gate.resume();
        gate.cut();
        await expectRecovery(bench.client);
      } finally {
        await gate.close();
        await bench.close();
      }
    }
  });

  it('is named in the log as what the service waits for', async () => {
    await server.stop();
    const bench = await openBench({}, server.url);
    try {
      const [line] = bench.service.logged;
      expect(line?.message).to.equal('storage is not ready, trying again');
      expect(line?.facts['reason']).to.match(/^the database is not available: .+/);
    } finally {
      await bench.close();
    }
  });
});
