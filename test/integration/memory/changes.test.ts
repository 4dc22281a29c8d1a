// The feed of changes in memory: for roles that may read little, in smaller pages, and in another service.
import { expect } from 'chai';
import { resources } from '#test/support/model';
import { addPerson } from '../../contract/api/persons.ts';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { feedEnd, feedPage, feedPages, getFeed, summaryOf } from '../../contract/api/feed.ts';
import { bearer, writeAccessFiles } from '../../support/access.ts';
import { ApiClient, query, type ApiResponse } from '../../support/api-client.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const start = (environment: Readonly<Record<string, string>> = {}): Promise<TestService> =>
  startTestService({ DATABASE_URL: 'memory:', ...environment });

describe('The feed of changes, for a role', () => {
  const may = { read: {}, create: {}, update: {}, delete: {} };
  const files = writeAccessFiles({
    roles: {
      everything: { person: may, computer: may },
      persons: { person: { read: {} } },
      dates: { person: { read: { fields: ['birth_date'] } } },
      nothing: {},
    },
  });
  let service: TestService;
  let client: ApiClient;

  before(async () => {
    service = await start(files.environment);
    client = new ApiClient(service.url, false, 'Accept, Authorization');
    const headers = bearer('everything');
    for (const [type, attributes] of [
      ['person', { name: 'Ada' }],
      ['computer', { serial: 'S1' }],
    ] as const) {
      const created = await client.post(resources[type].path, { data: { type, attributes } }, { headers });
      expect(created.status, created.text).to.equal(201);
    }
    const data = { type: 'person', id: '1', attributes: { name: 'Eve' } };
    expect((await client.patch('/persons/1', { data }, { headers })).status).to.equal(200);
  });
  after(async () => {
    await service.stop();
    files.remove();
  });

  const ask = (role: string, parameters: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
    client.get(`/changes${query(parameters)}`, { headers: bearer(role) });
  const toldTo = async (role: string): Promise<readonly unknown[]> => {
    const { status, text, document } = await ask(role);
    expect(status, text).to.equal(200);
    return (document.data as Parameters<typeof summaryOf>[0][]).map((change) => [
      summaryOf(change),
      change.attributes.after,
    ]);
  };

  it('that may read nothing, is refused before anything else is checked', async () => {
    for (const parameters of [
      {},
      { 'page[after]': 'now' },
      { 'page[size]': '0' },
      { 'page[after]': `p${'A'.repeat(80)}` },
    ])
      expectErrors(await ask('nothing', parameters), 'forbidden');
    expect((await client.send('HEAD', '/changes', { headers: bearer('nothing') })).status).to.equal(403);
  });

  it('that nobody has proved to have, is refused', async () => {
    expect((await client.get('/changes')).status).to.equal(401);
  });

  it('has the types and fields that it may read', async () => {
    expect(await toldTo('everything')).to.deep.equal([
      ['created person 1', { birth_date: null, display_name: 'ADA' }],
      ['created computer 1', { serial: 'S1', owner: null }],
      ['updated person 1', { birth_date: null, display_name: 'EVE' }],
    ]);
    expect(await toldTo('persons')).to.deep.equal([
      ['created person 1', { birth_date: null, display_name: 'ADA' }],
      ['updated person 1', { birth_date: null, display_name: 'EVE' }],
    ]);
    expect(await toldTo('dates')).to.deep.equal([['created person 1', { birth_date: null }]]);
  });

  it('does not know the types and fields that it may not read', async () => {
    const unknown = await ask('persons', { 'filter[type]': 'computer' });
    expectErrors(unknown, 'invalid-parameter ?filter[type]');
    expect(unknown.text.replaceAll('computer', 'nothings')).to.equal(
      (await ask('persons', { 'filter[type]': 'nothings' })).text,
    );
    expectErrors(await ask('persons', { 'fields[computer]': 'id' }), 'invalid-parameter ?fields[computer]');
    expectErrors(await ask('dates', { 'fields[person]': 'display_name' }), 'invalid-parameter ?fields[person]');
    expect((await ask('everything', { 'filter[type]': 'computer' })).status).to.equal(200);
  });

  it('names only the lists that it may read when a position has expired', async () => {
    for (const [role, refetch] of [
      ['persons', ['/persons']],
      ['everything', ['/persons', '/computers']],
    ] as const) {
      const { status, document } = await ask(role, { 'page[after]': `p${'A'.repeat(80)}` });
      expect(status).to.equal(410);
      expect(document.errors[0].meta).to.deep.equal({ reason: 'other-history', refetch });
    }
  });

  it('does not take the position of another role', async () => {
    const position = (await ask('everything', { 'page[after]': 'now' })).document.meta.position as string;
    const { status, document } = await ask('persons', { 'page[after]': position });
    expect(status).to.equal(410);
    expect(document.errors[0].meta).to.deep.equal({ reason: 'other-view', refetch: ['/persons'] });
    expect((await ask('everything', { 'page[after]': position })).status).to.equal(200);
  });
});

describe('The feed of changes', () => {
  it('ends with its service: the next one refuses its positions', async () => {
    const [one, other] = [await start(), await start()];
    try {
      const position = await feedEnd(new ApiClient(one.url));
      const { status, document } = await getFeed(new ApiClient(other.url), { 'page[after]': position });
      expect([status, document.errors[0].meta.reason]).to.deep.equal([410, 'other-history']);
      expect((await getFeed(new ApiClient(one.url), { 'page[after]': position })).status).to.equal(200);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('has pages no larger than the lists of the service', async () => {
    const service = await start({ MAX_PAGE_SIZE: '3', DEFAULT_PAGE_SIZE: '50' });
    try {
      const client = new ApiClient(service.url);
      for (let each = 0; each < 7; each += 1) await addPerson(client);
      expect((await feedPages(client, '')).map(({ data }) => data.length)).to.deep.equal([3, 3, 1]);
      expect((await feedPage(client, { 'page[size]': '3' })).data).to.have.length(3);
      for (const size of ['4', '0', '1000'])
        expectErrors(await getFeed(client, { 'page[size]': size }), 'invalid-parameter ?page[size]');
    } finally {
      await service.stop();
    }
  });

  it('has links below the public URL of the service', async () => {
    const service = await start({ PUBLIC_URL: 'https://example.org/api' });
    try {
      const client = new ApiClient(service.url);
      await addPerson(client);
      await addPerson(client);
      const { links } = await feedPage(client, { 'page[size]': '1' });
      expect(links.self).to.equal('https://example.org/api/changes?page%5Bsize%5D=1');
      expect(links.next).to.match(/^https:\/\/example\.org\/api\/changes\?page%5Bsize%5D=1&page%5Bafter%5D=p/);
      const { document } = await getFeed(client, { 'page[after]': `p${'A'.repeat(80)}` });
      expect(document.errors[0].meta.refetch).to.deep.equal([
        'https://example.org/api/persons',
        'https://example.org/api/computers',
      ]);
    } finally {
      await service.stop();
    }
  });
});
