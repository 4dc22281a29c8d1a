// The feed of changes of several services on one database, and what ends it.
import { expect } from 'chai';
import { sql } from 'kysely';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { changesSince, feedEnd, feedPage, getFeed, summaryOf } from '../../contract/api/feed.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient } from '../../support/api-client.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

describe('The feed of changes of a database', () => {
  const services: TestService[] = [];
  let url: string;
  const start = async (): Promise<ApiClient> => {
    const service = await startTestService({ DATABASE_URL: url });
    services.push(service);
    return new ApiClient(service.url);
  };
  const inDatabase = async (work: (database: ReturnType<typeof openServer>) => Promise<unknown>): Promise<void> => {
    const database = openServer(url);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };
  /** @returns the reason of a 410 */
  const refusalOf = async (client: ApiClient, position: string): Promise<unknown> => {
    const { status, text, document } = await getFeed(client, { 'page[after]': position });
    expect(status, text).to.equal(410);
    return document.errors[0].meta.reason as unknown;
  };

  beforeEach(async () => {
    url = await (await testServer()).createDatabase();
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop();
  });

  it('is the same, with the same texts, from every service and after a restart', async () => {
    const [one, other] = [await start(), await start()];
    const since = await feedEnd(one);
    for (const client of [one, other, one]) {
      const id = await addPerson(client);
      for (const reader of [other, one])
        expect((await changesSince(reader, since)).map(summaryOf).at(-1)).to.equal(`created person ${id}`);
    }
    const feeds = [
      await feedPage(one, { 'page[after]': since }),
      await feedPage(other, { 'page[after]': since }),
      await feedPage(await start(), { 'page[after]': since }),
    ];
    expect(feeds[0]?.data).to.have.length(3);
    expect(feeds[1]).to.deep.equal(feeds[0]);
    expect(feeds[2]).to.deep.equal(feeds[0]);
  });

  it('is not found while it is off, and what was written is not in it', async () => {
    const client = await start();
    await addPerson(client);
    await inDatabase(({ kysely }) => sql`update change_head set is_kept = false`.execute(kysely));
    for (const parameters of [{}, { 'page[after]': 'now' }])
      expectErrors(await getFeed(client, parameters), 'not-found');
    expectErrors(await getFeed(client, { 'page[size]': '0' }), 'invalid-parameter ?page[size]');
    await addPerson(client);
    await inDatabase(({ kysely }) => sql`update change_head set is_kept = true`.execute(kysely));
    expect((await changesSince(client, '')).map(summaryOf)).to.deep.equal(['created person 1']);
  });

  it('refuses positions of before it was restarted', async () => {
    const client = await start();
    const position = await feedEnd(client);
    await inDatabase(({ kysely }) => sql`update change_head set restart = ${'0'.repeat(32)}`.execute(kysely));
    expect(await refusalOf(client, position)).to.equal('other-history');
    expect(await changesSince(client, await feedEnd(client))).to.deep.equal([]);
  });

  it('refuses positions whose changes are no longer kept, and takes that just before the oldest', async () => {
    const client = await start();
    const since = await feedEnd(client);
    await addPerson(client);
    const next = await feedEnd(client);
    await inDatabase((database) => new SqlUnitOfWork(database).changes.purge(0, 1000));
    const id = await addPerson(client);
    expect(await refusalOf(client, since)).to.equal('too-old');
    for (const position of [next, ''])
      expect((await changesSince(client, position)).map(summaryOf)).to.deep.equal([`created person ${id}`]);
  });
});
