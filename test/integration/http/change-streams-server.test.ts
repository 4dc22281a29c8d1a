// Streams of changes from services on a database server: shared polls, and outages of the database.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { summaryOf, type ShownChange } from '../../contract/api/feed.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { all, bearer, writeAccessFiles } from '../../support/access.ts';
import { startOperated } from '../../support/admin-pages.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { EVENT_STREAM, type EventStream } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { streamsClosedAfterEach } from '../../support/opened-streams.ts';
import { testServer } from '../../support/postgres-server.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** The time between two polls of a process. */
const POLL_MILLIS = 100;
/** When nothing is pending. */
const STATEMENTS_A_LOOK = 2;

describe('Streams of changes from a server', () => {
  const services: TestService[] = [];
  const connect = streamsClosedAfterEach();
  let databaseUrl: string;

  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<TestService> => {
    const service = await startTestService({ DATABASE_URL: databaseUrl, ...environment });
    services.push(service);
    return service;
  };
  const follow = async (service: { readonly url: string }, headers = {}): Promise<EventStream> => {
    const stream = await connect(`${service.url}/changes`, { headers });
    await stream.next();
    return stream;
  };
  const resume = (service: TestService, { lastId }: EventStream): Promise<ApiResponse> => {
    const headers = { Accept: EVENT_STREAM, 'Last-Event-ID': lastId };
    return new ApiClient(service.url).get('/changes', { headers });
  };
  const inDatabase = async (work: (database: Database) => Promise<unknown>): Promise<void> => {
    const database = openServer(databaseUrl);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };
  const endOf = async (stream: EventStream): Promise<unknown> => (await stream.nextOf('end')).data;

  beforeEach(async () => {
    databaseUrl = await (await testServer()).createDatabase();
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop();
  });

  it('deliver the writes of every service in one order, and resume where a stream of another service was cut', async () => {
    const [one, other] = [await start(), await start()];
    const streams = [await follow(one), await follow(other)];
    const clients = [new ApiClient(one.url), new ApiClient(other.url)];
    await Promise.all(clients.flatMap((client) => [1, 2, 3].map(() => addPerson(client))));
    const [first, second] = await Promise.all(streams.map((stream) => stream.nextChanges(6)));
    expect(first).to.deep.equal(second);
    const place = streams[0]?.received[2]?.id ?? '';
    const resumed = await connect(`${other.url}/changes`, { headers: { 'Last-Event-ID': place } });
    expect(await resumed.nextChanges(4)).to.deep.equal(first?.slice(2));
  });

  it('deliver the writes of every worker', async () => {
    const service = await startOperated({ DATABASE_URL: databaseUrl, WORKERS: '2' });
    try {
      const streams: EventStream[] = [];
      for (let count = 0; count < 6; count += 1) streams.push(await follow(service));
      await eventually('all are counted', async () =>
        expect(await service.admin.sum('change_subscribers')).to.equal(streams.length),
      );
      // Each over a connection of its own, so that both workers write.
      for (let count = 0; count < 6; count += 1) await addPerson(new ApiClient(service.url));
      const told = await Promise.all(streams.map((stream) => stream.nextChanges(6)));
      const summaries = told.map((changes) => changes.map(summaryOf));
      const expected = Array.from({ length: 6 }, (_, index) => `created person ${index + 1}`);
      for (const each of summaries) expect(each).to.deep.equal(expected);
      service.process.kill('SIGTERM');
      for (const end of await Promise.all(streams.map(endOf)))
        expect(end).to.deep.equal({ code: 'service-unavailable' });
      expect(await service.ended).to.equal(0);
    } finally {
      await service.kill();
    }
  });

  it('need no more statements than one stream, and hold no connection', async () => {
    const service = await start({ POOL_SIZE: '2', MAX_STREAMS: '1', ADMIN_PORT: '0' });
    const client = new ApiClient(service.url);
    const streams: EventStream[] = [];
    /** The number of statements, and the most allowed. */
    const statements = async (millis: number): Promise<readonly [sent: number, most: number]> => {
      const since = performance.now();
      service.statements.length = 0;
      await pause(millis);
      const looks = (performance.now() - since) / POLL_MILLIS + 2;
      return [service.statements.length, STATEMENTS_A_LOOK * looks];
    };
    for (const count of [1, 15]) {
      while (streams.length < count) streams.push(await follow(service));
      const [sent, most] = await statements(6 * POLL_MILLIS);
      expect(sent, `for ${count}`).to.be.within(1, most);
    }
    expect((await client.get('/persons?page[size]=0')).status).to.equal(200);
    await addPerson(client);
    for (const stream of streams)
      expect((await stream.nextChanges(1)).map(summaryOf)).to.deep.equal(['created person 1']);
  });

  it('judge the rows of a view once for all its streams, and only if something is new', async () => {
    const where = [{ name: 'name', op: 'startswith', val: 'A' }];
    const files = writeAccessFiles({ roles: { all, some: { person: { read: { where } } } } });
    const service = await start(files.environment);
    const client = new ApiClient(service.url, false, 'Accept, Authorization');
    try {
      const streams: EventStream[] = [];
      for (let count = 0; count < 5; count += 1) streams.push(await follow(service, bearer('some')));
      streams.push(await follow(service, bearer('all')));
      await pause(3 * POLL_MILLIS);
      service.statements.length = 0;
      const judging = (): number =>
        service.statements.filter((statement) => statement.includes('jsonb_to_record')).length;
      await pause(3 * POLL_MILLIS);
      expect(judging()).to.equal(0);
      for (const name of ['Ada', 'Bob']) {
        const data = { type: 'person', attributes: { name } };
        expect((await client.post('/persons', { data }, { headers: bearer('all') })).status).to.equal(201);
      }
      const told = await Promise.all(streams.map((stream, index) => stream.nextChanges(index < 5 ? 1 : 2)));
      expect(told.map((changes) => changes.map(summaryOf))).to.deep.equal([
        ...Array.from({ length: 5 }, () => ['created person 1']),
        ['created person 1', 'created person 2'],
      ]);
      await pause(3 * POLL_MILLIS);
      expect(judging()).to.be.within(1, 2);
    } finally {
      files.remove();
    }
  });

  it('wait while the database is unavailable, then deliver what they have missed', async () => {
    const gate = await TcpGate.open(databaseUrl);
    try {
      const [through, direct] = [await start({ DATABASE_URL: gate.url }), await start()];
      const stream = await follow(through);
      await addPerson(new ApiClient(direct.url));
      expect(await stream.nextChanges(1)).to.have.length(1);
      await gate.refuse();
      await eventually('the service knows', async () =>
        expect((await new ApiClient(through.url).get('/changes')).status).to.equal(503),
      );
      expect((await resume(through, stream)).status).to.equal(503);
      await addPerson(new ApiClient(direct.url));
      await gate.admit();
      const told: readonly ShownChange[] = await stream.nextChanges(1);
      expect(told.map(summaryOf)).to.deep.equal(['created person 2']);
    } finally {
      for (const service of services.splice(0)) await service.stop();
      await gate.close();
    }
  });

  it('end when the feed is turned off, and are then not found', async () => {
    const service = await start();
    const streams = [await follow(service), await follow(service)];
    await inDatabase(({ kysely }) => sql`update change_head set is_kept = false`.execute(kysely));
    for (const stream of streams) expect(await endOf(stream)).to.deep.equal({ code: 'not-found' });
    for (const stream of streams) expectErrors(await resume(service, stream), 'not-found');
    await inDatabase(({ kysely }) => sql`update change_head set is_kept = true`.execute(kysely));
    const next = await follow(service);
    await addPerson(new ApiClient(service.url));
    expect((await next.nextChanges(1)).map(summaryOf)).to.deep.equal(['created person 1']);
  });

  it('end when the feed is restarted, and their positions then belong to another history', async () => {
    const service = await start();
    const stream = await follow(service);
    await inDatabase(({ kysely }) => sql`update change_head set restart = ${'0'.repeat(32)}`.execute(kysely));
    expect(await endOf(stream)).to.deep.equal({ code: 'position-expired' });
    const refused = await resume(service, stream);
    expect([refused.status, refused.document.errors[0].meta.reason]).to.deep.equal([410, 'other-history']);
    const next = await follow(service);
    await addPerson(new ApiClient(service.url));
    expect((await next.nextChanges(1)).map(summaryOf)).to.deep.equal(['created person 1']);
  });

  it('are refused if the changes after their position have been purged', async () => {
    const service = await start();
    const stream = await follow(service);
    await addPerson(new ApiClient(service.url));
    stream.close();
    await inDatabase((database) => new SqlUnitOfWork(database).changes.purge(0, 1000));
    await addPerson(new ApiClient(service.url));
    const refused = await connect(`${service.url}/changes`, {
      headers: { 'Last-Event-ID': stream.received[0]?.id ?? '' },
    }).catch((error: unknown) => String(error));
    expect(refused).to.contain('410').and.to.contain('too-old');
  });
});
