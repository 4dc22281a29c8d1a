// The database cost of each kind of request: the statements themselves, and how often the service waits for it. A difference in
// `sent-statements.sql` is a decision, not an accident.
import { expect } from 'chai';
import { sql } from 'kysely';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { writeRunner } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { bearer, writeAccessFiles } from '../../support/access.ts';
import { personAttributes } from '../../support/builders.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { WaitCounter } from '../../support/wait-counter.ts';

const FILE = join(import.meta.dirname, 'sent-statements.sql');
const RESTRICTED_FILE = join(import.meta.dirname, 'restricted-statements.sql');
const HEADING = `-- The statements of each request, in order, without the begin and the end of transactions; and how often the service waits
-- for the database, transactions included.
-- Written by: UPDATE_STATEMENTS=1 npx mocha --config .mocharc.integration.json test/integration/http/sent-statements.test.ts
`;
const RESTRICTED_HEADING = `-- The same of somebody who sees one person and her computers, and may change them: see sent-statements.test.ts.
`;

const person = (attributes: object, computers?: readonly string[]): object => ({
  type: 'person',
  attributes,
  ...(computers !== undefined && { relationships: { computers: { data: linkage(computers) } } }),
});
const linkage = (ids: readonly string[]): readonly object[] => ids.map((id) => ({ type: 'computer', id }));
const ada = { type: 'person', id: '1' };

/** In order, each on what the ones before have left. */
const requests: readonly (readonly [method: string, target: string, data?: unknown, key?: string])[] = [
  ['POST', '/persons', person({ name: 'Ada' })],
  ['POST', '/computers', { type: 'computer', attributes: { serial: 'C1' } }],
  ['POST', '/computers', { type: 'computer', attributes: { serial: 'C2' }, relationships: { owner: { data: ada } } }],
  ['POST', '/persons/1/computers?include=owner', { type: 'computer', attributes: { serial: 'C3' } }],
  ['POST', '/persons', person({ name: 'Bob', email: 'bob@example.org' }, ['1', '3'])],
  ['GET', '/persons'],
  ['GET', '/persons?page[size]=1&page[number]=2&sort=-name,birth_date'],
  ['GET', '/persons?include=computers.owner&fields[person]=display_name,computers'],
  ['GET', '/persons?filter=[{"name":"computers","op":"any","val":{"name":"serial","op":"ilike","val":"c%25"}}]'],
  ['GET', '/persons?page[size]=0'],
  ['GET', '/computers?sort=owner__name&filter[owner]=1'],
  ['GET', '/persons/1'],
  ['GET', '/persons/1?include=computers'],
  ['GET', '/persons/1?fields[person]='],
  ['GET', '/persons/1/computers'],
  ['GET', '/persons/1/relationships/computers'],
  ['GET', '/persons?include=computers&page[computers][size]=1&page[computers][total]=true'],
  ['GET', '/persons/1?include=computers.owner&page[computers][size]=1&includeSort=-computers.serial'],
  ['GET', '/persons?includeSort=computers.serial'],
  ['GET', '/persons/1/relationships/computers?sort=-serial&page[size]=1&page[after]='],
  ['GET', '/computers/1/owner'],
  ['GET', '/computers/1/relationships/owner?include=owner'],
  ['GET', '/export/computers.ndjson'],
  ['PATCH', '/persons/1', { ...ada, attributes: { name: 'Ada Lovelace' } }],
  ['PATCH', '/persons/1', { ...ada, relationships: { computers: { data: linkage(['1', '2']) } } }],
  ['PATCH', '/computers/1', { type: 'computer', id: '1', attributes: { serial: 'C1b' } }],
  ['PATCH', '/computers/1/owner', { ...ada, attributes: { birth_date: '1815-12-10' } }],
  ['POST', '/persons/1/relationships/computers', linkage(['3'])],
  ['PATCH', '/persons/1/relationships/computers', linkage(['2', '3'])],
  ['DELETE', '/persons/1/relationships/computers', linkage(['3'])],
  ['PATCH', '/computers/1/relationships/owner', ada],
  ['DELETE', '/computers/1/relationships/owner', null],
  ['DELETE', '/computers/3'],
  ['DELETE', '/computers/2/owner'],
  ['DELETE', '/persons/2'],
  ['DELETE', '/persons/2'],
  ['POST', '/persons', person({ name: 'Eve' }), 'a key'],
  ['POST', '/persons', person({ name: 'Eve' }), 'a key'],
  // The first one numbers all these writes.
  ['GET', '/changes?page[size]=3'],
  ['GET', '/changes?page[size]=3&filter[type]=computer&filter[id]=1'],
  ['GET', '/changes?page[after]=now'],
];

const mine = [{ name: 'email', op: 'eq', val: 'eve@example.org' }];
/** Sees and changes one person, and what she owns. */
const restricted = {
  person: { read: { where: mine }, update: { where: mine } },
  computer: { read: { where: [{ name: 'owner', op: 'has', val: mine[0] }] }, create: {}, update: {} },
};
const eve = { type: 'person', id: '3' };

/** Of somebody who has rules on rows, after all the others. */
const restrictedRequests: typeof requests = [
  ['GET', '/persons'],
  ['GET', '/persons?include=computers.owner'],
  ['GET', '/computers?sort=owner__name&filter[owner__name]=Eve&page[size]=2'],
  ['GET', '/persons?include=computers&page[computers][size]=1&includeSort=computers.owner__name,-computers.serial'],
  ['GET', '/persons/3'],
  ['GET', '/computers/1/owner'],
  ['POST', '/computers', { type: 'computer', attributes: { serial: 'C4' }, relationships: { owner: { data: eve } } }],
  ['PATCH', '/persons/3', { ...eve, attributes: { birth_date: '1999-09-09' } }],
  ['PATCH', '/persons/3/relationships/computers', []],
];

describe('The statements of a request', () => {
  let url: string;
  let counter: WaitCounter;
  let service: TestService;

  before(async () => {
    url = await (await testServer()).createDatabase();
    counter = await WaitCounter.open(url);
    service = await startTestService({ DATABASE_URL: counter.url });
  });
  after(async () => {
    await service.stop();
    await counter.close();
  });

  it('are those of sent-statements.sql', async () => {
    const blocks: string[] = [];
    for (const request of requests) blocks.push(await statementsOf({ service, counter }, request));
    blocks.push(await statementsOfStream(service, url));
    expectFile(FILE, [HEADING, ...blocks]);
  });

  it('are restricted as restricted-statements.sql says, one for each segment of a path, where a role has rules on rows', async () => {
    const files = writeAccessFiles({ roles: { restricted } });
    const guarded = await startTestService({ DATABASE_URL: counter.url, ...files.environment });
    try {
      await fetch(`${service.url}/persons/3`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: { ...eve, attributes: { email: 'eve@example.org' } } }),
      });
      const sent = { service: guarded, counter, headers: bearer('restricted') };
      // Also reads the epoch.
      await statementsOf(sent, ['GET', '/persons/3']);
      const blocks: string[] = [];
      for (const request of restrictedRequests)
        blocks.push((await statementsOf(sent, request)).replace(/, waits .*/, ''));
      expectFile(RESTRICTED_FILE, [RESTRICTED_HEADING, ...blocks]);
    } finally {
      await guarded.stop();
      files.remove();
    }
  });

  it('are awaited one by one with DB_PIPELINE=off', async () => {
    const waiting = await startTestService({ DATABASE_URL: counter.url, DB_PIPELINE: 'off' });
    try {
      const change = { type: 'computer', id: '1', attributes: { serial: 'C1c' } };
      // Also reads the epoch.
      await statementsOf({ service: waiting, counter }, ['GET', '/computers/1']);
      const sent = await statementsOf({ service: waiting, counter }, ['PATCH', '/computers/1', change]);
      expect(sent).to.include('200, waits 5 times');
    } finally {
      await waiting.stop();
    }
  });

  // As Citus demands of distributed tables, which those of the feed (`with …`) are not. PostgreSQL demands it of the predicate of an index, so that
  // proves it.
  it('use only immutable functions in RETURNING and ON CONFLICT', async () => {
    const text = readFileSync(FILE, 'utf8');
    const returned = [...text.matchAll(/^(?!with )\w+ (?:into |from )?"?(\w+)"? .* returning (.*);$/gm)];
    expect(new Set(returned.map(([, table]) => table))).to.have.all.keys('person', 'computer', 'answer');
    const conditions = [...text.matchAll(/^insert into (\w+) .* on conflict .* where (.*) returning .*;$/gm)];
    expect(conditions.map(([, table]) => table)).to.deep.equal(['answer']);
    const database = openServer(url);
    const requireImmutable = async (table: string, predicate: string): Promise<void> => {
      await sql`create index on ${sql.table(table)} ((true)) where ${sql.raw(predicate)}`.execute(database.kysely);
    };
    try {
      for (const [, table = '', list = ''] of returned)
        await requireImmutable(table, `row(${list.replaceAll(/ as "?\w+"?/g, '')}) is not null`);
      for (const [, table = '', condition = ''] of conditions)
        await requireImmutable(table, condition.replaceAll('excluded.', '').replaceAll(/\$\d+/g, '1'));
    } finally {
      await database.close();
    }
  });
});

function expectFile(file: string, blocks: readonly string[]): void {
  const sent = blocks.join('\n');
  if (process.env['UPDATE_STATEMENTS'] === '1') writeFileSync(file, sent);
  expect(sent).to.equal(readFileSync(file, 'utf8'));
}

interface Sent {
  readonly service: TestService;
  readonly counter: WaitCounter;
  /** Of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

async function statementsOf(
  { service, counter, headers = {} }: Sent,
  [method, target, data, key]: (typeof requests)[number],
): Promise<string> {
  service.statements.length = 0;
  counter.waits = 0;
  const answer = await fetch(service.url + target, {
    method,
    headers: {
      ...headers,
      ...(data !== undefined && { 'Content-Type': 'application/vnd.api+json' }),
      ...(key !== undefined && { 'Idempotency-Key': `"${key}"` }),
    },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  });
  await answer.text();
  const keyed = key === undefined ? '' : ', with an Idempotency-Key';
  const waits = counter.waits === 1 ? 'once' : `${counter.waits} times`;
  return `-- ${method} ${target}${keyed}: ${answer.status}, waits ${waits}\n${linesOf(service.statements)}`;
}

/**
 * The statements of a stream that delivers a write of another process. Lists each once, because the number of times depends on timing.
 * @param url of the database
 */
async function statementsOfStream(service: TestService, url: string): Promise<string> {
  const database = openServer(url);
  try {
    service.statements.length = 0;
    const answer = await fetch(`${service.url}/changes`, { headers: { Accept: 'text/event-stream' } });
    if (answer.body === null) throw new Error('the stream has no body');
    let told = '';
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      if (told === '')
        await writeRunner(new SqlUnitOfWork(database))((transaction) =>
          writes.person.create(transaction, { attributes: personAttributes({ name: 'Fay' }), linkage: {} }),
        );
      told += piece;
      if (told.includes('event: change')) break;
    }
    const statements = [...new Set(service.statements)];
    return `-- GET /changes as a stream, each statement once: ${answer.status}\n${linesOf(statements)}`;
  } finally {
    await database.close();
  }
}

function linesOf(statements: readonly string[]): string {
  return statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`).join('');
}
