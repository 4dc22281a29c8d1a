import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { sendRaw, statusesOf, type ApiClient } from '../../support/api-client.ts';
import { checkDocument } from '../../support/check-document.ts';
import { eventually } from '../../support/eventually.ts';
import { LONG_LIST, longPersons } from '../../support/long-rows.ts';
import { startObserved, type ObservedService } from '../../support/observed-service.ts';
import { openServer } from '../../support/open-server.ts';
import { isRefused } from '../../support/service-process.ts';
import { documentOf, SlowReader } from '../../support/slow-reader.ts';

const LIST = '/persons?page[size]=0';
const CONNECT = 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n';

const clients: readonly (readonly [itsClient: string, options: Parameters<typeof SlowReader.get>[2]])[] = [
  ['its client', {}],
  ['a client that has half-closed its connection', { halfCloses: true }],
  ['a client that has sent CONNECT behind it', { behind: CONNECT }],
];

/** The bytes that clients send while they do not read: after the request, and then again and again. */
const sending = [
  ['bytes behind CONNECT', CONNECT, 'x'],
  ['a head that never ends', 'GET / HTTP/1.1\r\nX-A: ', 'x'],
  ['a body that never ends', 'POST /persons HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n', 'x'],
  ['broken HTTP', 'GARBAGE\r\n\r\n', 'x'],
  ['requests', '', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
] as const;

describe('A long list from a server', () => {
  let databaseUrl: string;
  let administrator: Database;
  let service: ObservedService;
  let client: ApiClient;
  const readers: SlowReader[] = [];

  before(async () => {
    databaseUrl = await longPersons();
    administrator = openServer(databaseUrl);
  });
  after(() => administrator.close());
  const disconnect = (): void => {
    for (const reader of readers.splice(0)) reader.disconnect();
  };
  async function stop(): Promise<void> {
    disconnect();
    await service.stop();
  }

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    service = await startObserved({ DATABASE_URL: databaseUrl, POOL_SIZE: '4', ...environment });
    client = service.client;
  }

  async function open(path = LIST, options?: Parameters<typeof SlowReader.get>[2]): Promise<SlowReader> {
    const reader = await SlowReader.get(client.url, path, options);
    readers.push(reader);
    await eventually('the answer has begun', () => reader.hasBegun);
    return reader;
  }

  const streaming = (): Promise<number> => service.admin.sum('db_pool_connections', '"streaming"');

  async function openTransactions(): Promise<readonly number[]> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend'
    `.execute(administrator.kysely);
    return rows.map(({ pid }) => pid);
  }

  /** That of the list. The service may still be doing something of its own, as it has only just started. */
  async function expectOneTransaction(): Promise<void> {
    await eventually('one transaction is open', async () => (await openTransactions()).length === 1);
  }

  async function expectFree(): Promise<void> {
    await eventually('no transaction is open', async () => (await openTransactions()).length === 0);
    await eventually('no connection is in use', async () => {
      const [all, idle] = await Promise.all([
        service.admin.sum('db_pool_connections', '"open"'),
        service.admin.sum('db_pool_connections', '"idle"'),
      ]);
      return all === idle && (await streaming()) === 0;
    });
  }

  describe('to clients one after another', () => {
    let since: number;
    let brokenBefore: number;

    before(() => start({ SERVER_TIMING: 'true' }));
    after(stop);
    beforeEach(async () => {
      await expectFree();
      since = service.logged.length;
      brokenBefore = await service.admin.sum('http_answers_broken_total');
    });
    afterEach(disconnect);

    const logged = (): ObservedService['logged'] => service.logged.slice(since);

    const lineOf = (route: string): Readonly<Record<string, unknown>> | undefined =>
      logged().find((line) => line['message'] === 'request' && line['route'] === route);

    const brokenAnswers = async (): Promise<number> =>
      (await service.admin.sum('http_answers_broken_total')) - brokenBefore;

    it('is one snapshot, whatever is written in the meantime', async () => {
      const reader = await open(`${LIST}&sort=-id`);
      const added = await client.post('/persons', { data: { type: 'person', attributes: { name: 'too late' } } });
      expect((await client.delete(`/persons/${added.document.data.id as string}`)).status).to.equal(200);
      await sql`update person set birth_date = '2000-01-01' where id = 1`.execute(administrator.kysely);
      const answer = await reader.readAll();
      expect(answer.isWhole).to.equal(true);
      const { data, meta } = documentOf(answer) as { data: { attributes: object }[]; meta: object };
      await sql`update person set birth_date = null where id = 1`.execute(administrator.kysely);
      expect(data).to.have.lengthOf(LONG_LIST);
      expect(data.at(-1)?.attributes).to.have.property('birth_date', null);
      expect(meta).to.deep.equal({ count: LONG_LIST });
    });

    for (const [itsClient, options] of clients)
      it(`releases everything when ${itsClient} disconnects`, async () => {
        const reader = await open(LIST, options);
        await expectOneTransaction();
        reader.disconnect();
        await expectFree();
        await eventually('it is logged', () => lineOf('persons.list') !== undefined);
        expect(lineOf('persons.list')).to.include({ status: 200, aborted: true, broken: false });
        expect(await brokenAnswers()).to.equal(0);
      });

    it('is sent whole to a client that has sent CONNECT behind it, which gets 405', async () => {
      const received = await sendRaw(client.url, `GET ${LIST} HTTP/1.1\r\nHost: x\r\n\r\n${CONNECT}`);
      const [list = '', refusal = ''] = received.split(/(?<=\r\n0\r\n\r\n)(?=HTTP)/);
      expect([statusesOf(list), statusesOf(refusal)]).to.deep.equal([['200'], ['405']]);
      expect(list).to.contain(`"count":${LONG_LIST}`);
      checkDocument(JSON.parse(refusal.slice(refusal.indexOf('\r\n\r\n'))), 405);
      await expectFree();
    });

    it('is sent whole to a client that has half-closed its connection', async () => {
      const answer = await (await open(LIST, { halfCloses: true })).readAll();
      expect(answer.isWhole).to.equal(true);
      expect(documentOf(answer)).to.have.nested.property('meta.count', LONG_LIST);
      await expectFree();
    });

    for (const version of ['1.1', '1.0'])
      it(`leaves no valid HTTP/${version} response when the database connection breaks`, async () => {
        const reader = await open(LIST, { version });
        const [pid] = await openTransactions();
        await sql`select pg_terminate_backend(${pid}::int)`.execute(administrator.kysely);
        const answer = await reader.readAll();
        expect(answer.status).to.equal(200);
        expect(answer.isWhole).to.equal(false);
        expect(answer.failure).to.equal('ECONNRESET');
        expect(() => JSON.parse(answer.body) as unknown).to.throw();
        await expectFree();
        expect(await brokenAnswers()).to.equal(1);
        await eventually('it is logged', () => lineOf('persons.list') !== undefined);
        const line = lineOf('persons.list');
        expect(line).to.include({ aborted: false, broken: true });
        const reported = logged().find(({ message }) => message === 'answer broken off');
        expect(reported).to.include({ level: 'warn', requestId: line?.['requestId'] });
        expect((await client.get('/persons?page[size]=1')).status).to.equal(200);
      });

    it('may take half of the pool; further ones are refused, paged lists are not', async () => {
      await open();
      const second = await open();
      const third = await client.get(LIST);
      expect(third.status).to.equal(503);
      expect(third.headers['retry-after']).to.equal('1');
      expect(third.document.errors[0].detail).to.match(/^Too many long responses are being sent/);
      for (let count = 0; count < 10; count += 1)
        expect((await client.get('/persons?page[size]=1')).status).to.equal(200);
      expect((await client.send('HEAD', LIST)).status).to.equal(200);
      second.disconnect();
      await eventually('a place is free', async () => (await streaming()) === 1);
      const fourth = await open();
      expect((await fourth.readAll()).status).to.equal(200);
    });

    it('reports its cost until the first byte in a header, and its total cost in the log', async () => {
      const response = await fetch(`${client.url}${LIST}`);
      await response.arrayBuffer();
      expect(response.headers.get('server-timing')).to.match(/^db;dur=[\d.]+;desc="\d+ statements", total;dur=[\d.]+$/);
      await eventually('it is logged', () => lineOf('persons.list') !== undefined);
      expect(lineOf('persons.list')?.['statements']).to.be.above(LONG_LIST / 1000);
    });
  });

  describe('to clients that do not read', () => {
    const delayed: readonly (readonly [what: string, options: Parameters<typeof SlowReader.get>[2], sent?: string])[] =
      [
        ...clients.map(([itsClient, options]) => [`when ${itsClient} stops reading`, options] as const),
        ...sending.map(([what, behind, sent]) => [`when its client sends ${what}`, { behind }, sent] as const),
      ];
    const opened = new Map<string, SlowReader>();

    before(async () => {
      await start({ IDLE_TIMEOUT_MS: '4000', REQUEST_TIMEOUT_MS: '1000', POOL_SIZE: '20' });
      await Promise.all(delayed.map(async ([what, options]) => opened.set(what, await open(LIST, options))));
    });
    after(stop);

    it('delays nobody else', async () => {
      expect(await streaming()).to.equal(delayed.length);
      for (let count = 0; count < 5; count += 1)
        expect((await client.get('/persons?page[size]=1')).status).to.equal(200);
    });

    it('is cut', async () => {
      const timer = setInterval(() => {
        for (const [what, , sent] of delayed) if (sent !== undefined) opened.get(what)?.send(sent);
      }, 100);
      try {
        await expectFree();
      } finally {
        clearInterval(timer);
      }
      await eventually(
        'it is logged',
        () => service.logged.filter((line) => line['aborted'] === true).length === delayed.length,
      );
    });

    for (const [what] of delayed)
      it(`is cut ${what}`, async () => {
        expect((await opened.get(what)?.readAll())?.isWhole).to.equal(false);
      });
  });

  describe('when a setting limits it', () => {
    afterEach(stop);

    it('waits for a client that pauses for longer than the statement timeout', async () => {
      await start({ STATEMENT_TIMEOUT_MS: '500' });
      const reader = await open();
      await pause(1500);
      expect(await streaming()).to.equal(1);
      const answer = await reader.readAll();
      expect(answer.isWhole).to.equal(true);
      expect(answer.failure).to.equal(undefined);
      await expectFree();
    });

    it('is broken off when its client takes too long in total', async () => {
      await start({ STREAM_TIMEOUT_MS: '4000' });
      const reader = await open();
      await expectFree();
      expect((await reader.readAll()).isWhole).to.equal(false);
      expect(await service.admin.sum('http_answers_broken_total')).to.equal(1);
    });

    it('is finished before a graceful shutdown', async () => {
      await start();
      const reader = await open();
      const stopped = service.stop();
      await eventually('new clients are refused', () => isRefused(client.url));
      expect((await reader.readAll()).isWhole).to.equal(true);
      await stopped;
    });

    it('is cut when the shutdown grace period is over', async () => {
      await start({ SHUTDOWN_GRACE_MS: '300' });
      const cut = [await open(), await open(LIST, { behind: CONNECT })];
      await service.stop();
      for (const reader of cut) expect((await reader.readAll()).isWhole).to.equal(false);
      expect(await openTransactions()).to.deep.equal([]);
    });
  });
});
