import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { createDatabaseAt } from '../../support/create-database.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import {
  addPerson,
  expectQuietPool,
  expectRecovery,
  expectUnavailable,
  openBench,
  POOL_WAIT_MILLIS,
  storedNames,
} from '../../support/fault-bench.ts';
import { openServer } from '../../support/open-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';

interface Outcome {
  readonly name: string;
  readonly answer: ApiResponse;
}

/** Clients that alternate between writes and reads until stopped. */
function load(client: ApiClient): {
  readonly outcomes: Outcome[];
  readonly reads: ApiResponse[];
  readonly stop: () => Promise<void>;
} {
  const outcomes: Outcome[] = [];
  const reads: ApiResponse[] = [];
  let stopped = false;
  const clients = Array.from({ length: 6 }, async (_, number) => {
    for (let count = 0; !stopped; count += 1) {
      const name = `${number}-${count}`;
      outcomes.push({ name, answer: await addPerson(client, name) });
      reads.push(await client.get('/persons?page[size]=1'));
      await pause(2);
    }
  });
  const stop = async (): Promise<void> => {
    stopped = true;
    await Promise.all(clients);
  };
  return { outcomes, reads, stop };
}

/** Acknowledged writes are stored, refused ones are not, and unknown outcomes may be either. */
function expectHonest(outcomes: readonly Outcome[], stored: ReadonlySet<string>): void {
  for (const { name, answer } of outcomes) {
    if (answer.status === 201) expect(stored.has(name), `acknowledged ${name} is stored`).to.equal(true);
    else if (answer.document.errors[0].code === 'commit-outcome-unknown') expect(answer.status).to.equal(503);
    else {
      expectUnavailable(answer);
      expect(stored.has(name), `refused ${name} is stored`).to.equal(false);
    }
  }
}

describe('A database server that restarts under load', () => {
  let server: PrivateServer;
  let url: string;
  let service: ServiceProcess;
  let client: ApiClient;

  before(async () => {
    server = await PrivateServer.create();
    await server.start();
  });

  after(() => server.remove());

  beforeEach(async () => {
    url = await createDatabaseAt(server.url);
    service = startProcess({ DATABASE_URL: url, POOL_WAIT_MS: String(POOL_WAIT_MILLIS) });
    client = new ApiClient(await service.listening);
  });

  afterEach(() => service.kill());

  const signals: Readonly<Record<string, 'SIGINT' | 'SIGKILL'>> = {
    ...(depth === 'campaign' && { 'after a fast shutdown': 'SIGINT' }),
    'after kill -9': 'SIGKILL',
  };
  for (const [what, signal] of Object.entries(signals))
    it(`${what}: refuses while it is down, recovers, and loses no acknowledged write`, async () => {
      const { outcomes, reads, stop } = load(client);
      await eventually('the load is under way', () => {
        expect(outcomes.length).to.be.above(100);
      });
      await server.stop(signal);
      const refusedBefore = outcomes.filter(({ answer }) => answer.status === 503).length;
      await eventually('clients are refused', () => {
        expect(outcomes.filter(({ answer }) => answer.status === 503).length).to.be.above(refusedBefore + 20);
      });
      expect((await client.get('/')).status).to.equal(200);
      await server.start();
      await expectRecovery(client);
      await stop();
      for (const { status } of reads) expect(status).to.be.oneOf([200, 503]);
      expect(service.process.exitCode).to.equal(null);
      const administrator = openServer(url);
      const names = await storedNames(administrator);
      await administrator.close();
      expect(new Set(names).size, 'no write is stored twice').to.equal(
        names.filter((name) => name !== 'after').length + 1,
      );
      expectHonest(outcomes, new Set(names));
    });
});

describe('Connections that are killed under load', () => {
  it('cause refusals, but lose no acknowledged write and no place in the pool', async () => {
    const bench = await openBench();
    const { outcomes, reads, stop } = load(bench.client);
    try {
      for (let round = 0; round < atDepth({ gate: 3, campaign: 10 }); round += 1) {
        const seen = outcomes.length;
        await eventually('clients continue', () => {
          expect(outcomes.length).to.be.above(seen + 20);
        });
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(bench.administrator.kysely);
      }
      await stop();
      for (const { status } of reads) expect(status).to.be.oneOf([200, 503]);
      await expectRecovery(bench.client);
      await expectQuietPool(bench);
      expectHonest(outcomes, new Set(await storedNames(bench.administrator)));
    } finally {
      await stop();
      await bench.close();
    }
  });
});
