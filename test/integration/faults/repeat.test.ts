import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { sql } from 'kysely';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { atDepth, depth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { addComputer, addPerson, openBench, storedNames, type FaultBench } from '../../support/fault-bench.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { killedAfterEach, startProcess, temporaryFolder, type ServiceProcess } from '../../support/service-process.ts';
import type { Reaction } from '../../support/tcp-gate.ts';
import { startTestService } from '../../support/test-service.ts';

describe('A request that is repeated with its Idempotency-Key after the connection was lost during COMMIT', () => {
  let bench: FaultBench;

  afterEach(() => bench.close());

  const cuts = ['cut-before', 'cut-after'] as const;
  for (const fault of atDepth<readonly Reaction[]>({ gate: cuts, campaign: [...cuts, 'silence-after'] }))
    it(`is done once: ${fault}`, async () => {
      bench = await openBench(fault === 'silence-after' ? {} : { STATEMENT_TIMEOUT_MS: '600000' });
      const { gate, client, administrator, service } = bench;
      await addComputer(client);
      const key = randomUUID();
      const sprung = gate.on(/^commit/im, fault);
      const unknown = await create(client, 'once', key);
      await sprung;
      expect(unknown.document.errors[0]).to.include({ status: '503', code: 'commit-outcome-unknown' });
      expect(unknown.document.errors[0].detail).to.match(/send the same request again with the same Idempotency-Key$/);
      expect(unknown.headers['retry-after']).to.equal('1');
      const answer = await repeatUntilDone(client, 'once', key);
      expect((await create(client, 'once', key)).text).to.equal(answer.text);
      expect(await storedNames(administrator)).to.deep.equal(['once']);
      if (fault !== 'cut-before') expect(answer.headers['idempotent-replayed']).to.equal('true');
      expect(service.logged.map(({ facts }) => String(facts['error'])).join()).not.to.contain(key);
    });
});

describe('A request with an Idempotency-Key that another one has claimed', () => {
  it('is refused at once, by the same process and by others, until that one is done', async () => {
    const url = await (await testServer()).createDatabase();
    const services = [await startTestService({ DATABASE_URL: url }), await startTestService({ DATABASE_URL: url })];
    const administrator = openServer(url);
    try {
      const clients = services.map((service) => new ApiClient(service.url));
      const [client = new ApiClient(''), other = client] = clients;
      await addPerson(client, 'Ada');
      const key = randomUUID();
      const rename = (through: ApiClient): Promise<ApiResponse> => {
        const data = { type: 'person', id: '1', attributes: { name: 'Eve' } };
        return through.patch('/persons/1', { data }, { headers: { 'Idempotency-Key': key } });
      };
      let first: Promise<ApiResponse> | undefined;
      await administrator.kysely.transaction().execute(async (transaction) => {
        await sql`select from person where id = 1 for update`.execute(transaction);
        first = rename(client);
        await eventually('the first request waits for the row', async () => {
          const { rows } = await sql<{ number: string }>`
            select count(*)::text as number from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(administrator.kysely);
          return rows[0]?.number === '1';
        });
        for (const through of [client, other, client, other]) {
          const { status, headers, document } = await rename(through);
          expect({ status, code: document.errors[0].code, after: headers['retry-after'] }).to.deep.equal({
            status: 409,
            code: 'idempotency-key-in-use',
            after: '1',
          });
        }
        // Other keys, and requests without one, are not held up.
        expect((await create(other, 'meanwhile', randomUUID())).status).to.equal(201);
      });
      const answer = await first;
      expect(answer?.status).to.equal(200);
      for (const through of clients) {
        const repeated = await rename(through);
        expect(repeated.text).to.equal(answer?.text);
        expect(repeated.headers['idempotent-replayed']).to.equal('true');
      }
    } finally {
      for (const service of services) await service.stop();
      await administrator.close();
    }
  });
});

describe('Copies of a request with one Idempotency-Key', () => {
  const started = killedAfterEach();
  const ROUNDS = atDepth({ gate: 2, campaign: 6 });
  const COPIES = 8;

  it('through two processes, which are killed meanwhile, have one effect or none, and one answer', async () => {
    const url = await (await testServer()).createDatabase();
    const start = (): ServiceProcess => started(startProcess({ DATABASE_URL: url }));
    let services: readonly [ServiceProcess, ServiceProcess] = [start(), start()];
    const outputs: ServiceProcess[] = [...services];
    const keys: string[] = [];
    const administrator = openServer(url);
    try {
      await Promise.all(services.map(({ listening }) => listening));
      let done = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const clients = await Promise.all(services.map(async ({ listening }) => new ApiClient(await listening)));
        const [name, key] = [`round ${round}`, randomUUID()];
        keys.push(key);
        const copies = Array.from({ length: COPIES }, async (_, index) => {
          await pause(Math.random() * 60);
          const client = clients[index % 2];
          return client === undefined ? undefined : create(client, name, key).catch(() => undefined);
        });
        await pause(Math.random() * 60);
        const [killed, kept] = round % 2 === 0 ? services : [services[1], services[0]];
        killed.process.kill('SIGKILL');
        services = [kept, start()];
        outputs.push(services[1]);
        const answers = (await Promise.all(copies)).filter((answer) => answer !== undefined);
        const statuses = new Set(answers.map(({ status }) => status));
        expect([...statuses].filter((status) => ![201, 409].includes(status))).to.deep.equal([]);
        const count = async (): Promise<number> =>
          (await storedNames(administrator)).filter((stored) => stored === name).length;
        expect(await count(), 'effects').to.be.oneOf([0, 1]);
        const last = await repeatUntilDone(new ApiClient(await kept.listening), name, key);
        const good = answers.filter(({ status }) => status === 201);
        done += good.length;
        for (const answer of good) expect(answer.text).to.equal(last.text);
        expect(await count(), 'effects').to.equal(1);
      }
      expect(done, 'answers before the last repetition').to.be.above(0);
      for (const key of keys)
        for (const service of outputs) expect(JSON.stringify(service.output())).not.to.contain(key);
    } finally {
      await administrator.close();
    }
  });

  if (depth === 'campaign')
    it('on the embedded database are answered alike before and after a kill', async () => {
      const folder = temporaryFolder();
      try {
        const key = randomUUID();
        const environment = { DATA_DIR: await newDataFolder(folder.path) };
        const first = started(startProcess(environment));
        const answer = await create(new ApiClient(await first.listening), 'Ada', key);
        expect(answer.status).to.equal(201);
        await first.kill();
        const second = started(startProcess(environment));
        const client = new ApiClient(await second.listening);
        const repeated = await create(client, 'Ada', key);
        expect(repeated.text).to.equal(answer.text);
        expect(repeated.headers['idempotent-replayed']).to.equal('true');
        expect((await client.get('/persons')).document.meta.count).to.equal(1);
        await second.kill();
      } finally {
        folder.remove();
      }
    });
});

function create(client: ApiClient, name: string, key: string): Promise<ApiResponse> {
  const data = { type: 'person', attributes: { name } };
  return client.post('/persons', { data }, { headers: { 'Idempotency-Key': key } });
}

/** Repeats a request as a client does: until it succeeds. */
async function repeatUntilDone(client: ApiClient, name: string, key: string): Promise<ApiResponse> {
  const answers: ApiResponse[] = [];
  await eventually('the request succeeds', async () => {
    answers.push(await create(client, name, key));
    return answers.at(-1)?.status === 201;
  });
  const [last] = answers.slice(-1);
  if (last === undefined) throw new Error('there is no answer');
  return last;
}
