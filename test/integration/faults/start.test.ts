import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../../support/api-client.ts';
import { readConfig } from '#composition/config/config';
import { prepareTables } from '#composition/maintenance/prepare-tables';
import { createDatabaseAt } from '../../support/create-database.ts';
import { depth } from '../../support/depth.ts';
import { addPerson, expectRecovery, expectUnavailable, openBench, storedNames } from '../../support/fault-bench.ts';
import { eventually } from '../../support/eventually.ts';
import { MessageCutter, type Progress } from '../../support/message-cutter.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { startProcess, temporaryFolder } from '../../support/service-process.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { startTestService } from '../../support/test-service.ts';

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
    const recovers = async (trap: RegExp | undefined): Promise<void> => {
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
    };
    await Promise.all([undefined, /pg_advisory_xact_lock/].map(recovers));
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

describe('A connection that is cut while the tables are checked', () => {
  it('is opened again, after whichever message it was cut', async () => {
    const cutter = await MessageCutter.open(await (await testServer()).createDatabase());
    const database = openServer(cutter.url);
    const config = readConfig({ DATABASE_URL: cutter.url, MIGRATE: 'off' });
    const check = async (count: number): Promise<Progress & { readonly reasons: readonly string[] }> => {
      await cutter.endAll();
      const progress = cutter.cutNext({ from: 'server', how: 'FIN', count });
      const reasons: string[] = [];
      const preparation = await prepareTables(database, config, (observation) => {
        if (observation.kind === 'storage delayed') reasons.push(observation.reason);
      });
      await eventually('the tables are ready', () => preparation.pendingReason === undefined);
      await preparation.stop();
      return { ...progress, reasons };
    };
    try {
      const { passed, reasons } = await check(Infinity);
      expect(reasons).to.deep.equal([]);
      for (let count = passed - 1; count > 0; count -= 1) {
        const { isCut, reasons: waits } = await check(count);
        expect({ isCut, waits: waits.length }, `cut ${count}`).to.deep.equal({ isCut: true, waits: 1 });
        expect(waits[0]).to.match(/^the database is not available/);
      }
    } finally {
      await database.close();
      await cutter.close();
    }
  });
});

describe('Tables that are not up to date', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  const storages = {
    'a server': async () => ({ DATABASE_URL: await (await testServer()).createEmptyDatabase() }),
    ...(depth === 'campaign' && { 'embedded PostgreSQL': async () => ({ DATA_DIR: folder.path }) }),
  };
  for (const [storage, environment] of Object.entries(storages))
    it(`make every read and write 503, before a statement is sent: ${storage}`, async () => {
      const service = await startTestService({ DATABASE_URL: '', MIGRATE: 'off', ...(await environment()) });
      const client = new ApiClient(service.url);
      try {
        for (const path of ['/persons', '/persons?page[size]=0', '/persons/1?include=computers', '/export/persons.csv'])
          expectUnavailable(await client.get(path));
        expectUnavailable(await addPerson(client, 'never'));
        expectUnavailable(await client.operate([{ op: 'remove', ref: { type: 'person', id: '1' } }]));
        expect(service.statements).to.deep.equal([]);
      } finally {
        await service.stop();
      }
    });
});
