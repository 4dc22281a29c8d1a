// Cursors between services: on different storages, and on the same one.
import { expect } from 'chai';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const CURSOR_KEY = 'the key of these tests, of 32 characters or more';
const sorts = ['', 'id', 'name', '-email,name', 'birth_date', '-birth_date,-name'];

describe('Cursors', () => {
  const services: TestService[] = [];
  const start = async (environment: Readonly<Record<string, string>>): Promise<ApiClient> => {
    const service = await startTestService(environment);
    services.push(service);
    return new ApiClient(service.url);
  };
  const newDatabase = async (): Promise<string> => (await testServer()).createDatabase();

  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop();
  });

  it('are the same texts in memory and on PostgreSQL, with the same key', async () => {
    const clients = [
      await start({ DATABASE_URL: 'memory:', CURSOR_KEY }),
      await start({ DATABASE_URL: await newDatabase(), CURSOR_KEY }),
    ];
    for (const client of clients) await fill(client);
    for (const sort of sorts)
      for (const end of ['after', 'before'] as const) {
        const walks = await Promise.all(clients.map((client) => textsFrom(client, pathOf(sort, end), end)));
        expect(walks[0]).to.have.length(3);
        expect(walks[1]).to.deep.equal(walks[0]);
      }
  });

  it('are read by every service on a database, and after a restart', async () => {
    const database = { DATABASE_URL: await newDatabase() };
    const first = await start(database);
    await fill(first);
    const next = await nextOf(first, 'name');
    const second = await start(database);
    expect((await second.get(next)).text).to.equal((await first.get(next)).text);
    for (const service of services.splice(0)) await service.stop();
    expect((await (await start(database)).get(next)).status).to.equal(200);
  });

  it('are refused under another key where they are encrypted, and only there', async () => {
    const database = { DATABASE_URL: await newDatabase() };
    const first = await start(database);
    await fill(first);
    const second = await start({ ...database, CURSOR_KEY });
    for (const sort of sorts) {
      const isEncrypted = /name|email/.test(sort);
      expect((await second.get(await nextOf(first, sort))).status, sort).to.equal(isEncrypted ? 400 : 200);
    }
  });

  it('cost one statement for the page, and one for the epoch only if no key is set, once', async () => {
    const database = { DATABASE_URL: await newDatabase() };
    for (const [environment, expected] of [
      [database, [2, 1, 1]],
      [{ ...database, CURSOR_KEY }, [1, 1, 1]],
    ] as const) {
      const client = await start(environment);
      const statements = services.at(-1)?.statements ?? [];
      const sent: number[] = [];
      for (const path of [
        'page[after]=',
        'page[before]=&sort=-email',
        'page[after]=&page[total]=false&include=computers',
      ]) {
        statements.length = 0;
        expect((await client.get(`/persons?${path}`)).status).to.equal(200);
        sent.push(statements.length);
      }
      expect(sent).to.deep.equal(expected);
    }
  });

  it('need no epoch where no list is read by cursor', async () => {
    const client = await start({ DATABASE_URL: await newDatabase() });
    const statements = services.at(-1)?.statements ?? [];
    statements.length = 0;
    await client.get('/persons?page[number]=2&sort=name');
    await client.get('/persons?page[size]=0');
    expect(statements.filter((text) => text.includes('epoch'))).to.deep.equal([]);
  });

  it('stay out of the log and of SQL statements with the names that they hold', async () => {
    const client = await start({ DATABASE_URL: await newDatabase() });
    await fill(client);
    const [service] = services;
    await client.get(await nextOf(client, 'name'));
    expect(service?.statements.join('\n')).not.to.match(/Ada|Grace/);
    expect(JSON.stringify(service?.logged)).not.to.match(/Ada|Grace/);
  });
});

function pathOf(sort: string, end: 'after' | 'before'): string {
  return `/persons?page[size]=2&sort=${sort}&page[${end}]=`;
}

async function nextOf(client: ApiClient, sort: string): Promise<string> {
  return (await client.get(pathOf(sort, 'after'))).document.links.next as string;
}

/** The answers on the way through a list. */
async function textsFrom(client: ApiClient, path: string, end: 'after' | 'before'): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let at: string | null = path; at !== null;) {
    const response: ApiResponse = await client.get(at);
    texts.push(response.text);
    at = response.document.links[end === 'after' ? 'next' : 'prev'];
  }
  return texts;
}

async function fill(client: ApiClient): Promise<void> {
  const persons: readonly object[] = [
    { name: 'Grace', email: 'grace@example.org', birth_date: '1906-12-09' },
    { name: 'Ada', email: 'ada@example.org', birth_date: '1815-12-10' },
    { name: '\u{1f600}', birth_date: '0001-01-01' },
    { name: '\ufeffAda', email: 'ada@example.org' },
    { name: '\uffff', birth_date: '9999-12-31' },
  ];
  for (const attributes of persons)
    expect((await client.post('/persons', { data: { type: 'person', attributes } })).status).to.equal(201);
}
