// A model in a folder outside the project, served by processes that are started as an operator does.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import { keyOf, writeAccessFiles } from '../../support/access.ts';
import { startOperated } from '../../support/admin-pages.ts';
import { ApiClient } from '../../support/api-client.ts';
import { startCli } from '../../support/cli-process.ts';
import { atDepth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startReplicated } from '../../support/replicated-servers.ts';
import { killedAfterEach, startProcess, temporaryFolder } from '../../support/service-process.ts';

const LIBRARY = new URL('../../models/library', import.meta.url).pathname;

/** A folder outside the project, and in it the library, which is copied anew for each test. */
function libraryOutside(): { readonly outside: string; readonly folder: string } {
  const temporary = temporaryFolder();
  const outside = temporary.path;
  const folder = join(outside, 'library');
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(LIBRARY, folder, { recursive: true });
  });
  after(() => {
    temporary.remove();
  });
  return { outside, folder };
}

describe('A model outside the project', () => {
  const killedLater = killedAfterEach();
  const { outside, folder } = libraryOutside();

  const edit = (file: string, before: string, after: string): void => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    writeFileSync(path, text.replace(before, after));
  };
  const serve = (environment: Readonly<Record<string, string>>) =>
    startOperated({ RESOURCES: folder, LOG_LEVEL: 'info', ...environment }).then(killedLater);
  const database = async (): Promise<string> => (await testServer()).createDatabase();

  /** Adds the attribute `row` to copies of books, with its migration. */
  function addRow(): void {
    edit('book_copy.ts', 'shelf: optional(text(9)),', 'shelf: optional(text(9)),\n    row: optional(text(9)),');
    edit('book_copy.ts', "attribute('shelf', 'B-12'),", "attribute('shelf', 'B-12'),\n    attribute('row', 'IV'),");
    writeFileSync(
      join(folder, 'migrations/0002-add-rows.ts'),
      `import { migration } from '@jsonapi-person-computer/server/model';
export default migration(({ indexText }) => [
  'alter table book_copy add column "row" varchar(9)',
  'create index book_copy_row on book_copy ("row" collate "C" desc, id)',
  ...indexText('book_copy', 'row'),
]);
`,
    );
  }

  const copies = ['first', 'second'].map((shelf) => ({ data: { type: 'book_copy', attributes: { shelf } } }));

  /** The responses of a service to a fixed list of requests, without the parts that differ between databases. */
  async function answersOf(url: string): Promise<readonly string[]> {
    const client = new ApiClient(url);
    const created = [];
    for (const copy of copies) created.push(await client.post('/book_copies', copy));
    const member = { type: 'member', attributes: { card_number: 'M-1', pin: '4711', mail: 'ada@example.org' } };
    created.push(await client.post('/members', { data: member }));
    const loan = { type: 'loan', attributes: { lent_at: '2024-03-01T10:15:00Z', due_on: '2024-03-29', renewals: 0 } };
    const linked = { ...loan, relationships: { book_copy: { data: { type: 'book_copy', id: '2' } } } };
    created.push(await client.post('/members/1/loans', { data: linked }));
    const read = [
      await client.get('/loans?include=book_copy,member&filter[book_copy__shelf]=second'),
      await client.get('/book_copies?sort=-shelf&page[size]=1'),
    ];
    const description = await (await fetch(`${url}/openapi.json`)).text();
    const answers = [...created, ...read];
    const withoutEpoch = (tag: unknown): string => String(tag).replace(/^"[^.]+\./, '"');
    return [
      ...answers.map(({ status, text, headers }) => `${status} ${withoutEpoch(headers['etag'])} ${text}`),
      description,
    ];
  }

  it('gives the same responses on every storage, without warnings', async () => {
    // Without a `type`, Node.js would look at each file for its format, and warn.
    writeFileSync(join(folder, 'package.json'), '{}');
    const answers = [];
    for (const DATABASE_URL of ['memory:', await database(), ...atDepth({ gate: [], campaign: [''] })]) {
      const service = await serve({ DATABASE_URL, DATA_DIR: join(outside, 'data') });
      answers.push(await answersOf(service.url));
      expect(service.output().stderr).not.to.include('Warning');
      await service.kill();
    }
    const [inMemory, ...others] = answers;
    for (const other of others) expect(other).to.deep.equal(inMemory);
    expect(String(inMemory)).to.include('"shelf":"second"');
  });

  it('keeps its embedded database in its own folder, also when it changes', async () => {
    const first = killedLater(startProcess({ RESOURCES: folder, DATA_DIR: '' }));
    const client = new ApiClient(await first.listening);
    for (const copy of copies) expect((await client.post('/book_copies', copy)).status).to.equal(201);
    await first.kill();
    addRow();
    const second = killedLater(startProcess({ RESOURCES: folder, DATA_DIR: '' }));
    const upgraded = new ApiClient(await second.listening);
    const changed = { data: { type: 'book_copy', id: '2', attributes: { row: 'IV' } } };
    expect((await upgraded.patch('/book_copies/2', changed)).status).to.equal(200);
    const { document } = await upgraded.get('/book_copies?filter[row]=IV&fields[book_copy]=shelf,row');
    expect(document.data.map(({ attributes }: { attributes: object }) => attributes)).to.deep.equal([
      { shelf: 'second', row: 'IV' },
    ]);
  });

  it('is loaded again by new workers, unless it needs a migration', async () => {
    const service = await serve({ DATABASE_URL: await database(), WORKERS: '2' });
    const says = (message: string): number => service.logged().filter(({ msg }) => msg === message).length;
    const versions = async (): Promise<ReadonlySet<unknown>> => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => fetch(service.url, { headers: { Connection: 'close' } })),
      );
      const documents = (await Promise.all(answers.map((answer) => answer.json()))) as { meta: { version: unknown } }[];
      return new Set(documents.map(({ meta }) => meta.version));
    };
    edit('index.ts', "version: '1.0.0'", "version: '1.0.1'");
    service.process.kill('SIGUSR2');
    await eventually('all are new', () => says('all workers have been replaced') === 1);
    expect([...(await versions())]).to.deep.equal(['1.0.1']);
    edit('index.ts', "version: '1.0.1'", "version: '2.0.0'");
    addRow();
    service.process.kill('SIGUSR2');
    await eventually('it is refused', () => says('restart abandoned because a new worker did not start') === 1);
    expect(service.output().stderr).to.include('the model needs migrations (0002-add-rows)');
    expect([...(await versions())]).to.deep.equal(['1.0.1']);
  });

  it('says before a migration that the changes of a type are erased, and begins the feed anew', async () => {
    const environment = { RESOURCES: folder, DATABASE_URL: await database() };
    const before = await serve(environment);
    const client = new ApiClient(before.url);
    for (const copy of copies) await client.post('/book_copies', copy);
    const attributes = { card_number: 'M-1', pin: '4711', mail: 'ada@example.org' };
    await client.post('/members', { data: { type: 'member', attributes } });
    const { document } = await client.get('/changes');
    expect(document.data).to.have.lengthOf(3);
    await before.kill();
    edit('book_copy.ts', 'forLoan: optional', 'isLent: optional');
    edit('book_copy.ts', "attribute('forLoan')", "attribute('isLent')");
    const drafted = await startCli(['migrate', '--new', 'rename-lending'], { environment }).ended;
    expect(drafted.code, drafted.stderr).to.equal(0);
    expect(readFileSync(join(folder, 'migrations/0002-rename-lending.ts'), 'utf8')).to.include(
      "  ...eraseChanges('book_copy'),\n",
    );
    expect((await startCli(['migrate'], { environment }).ended).stderr).to.equal(
      `the migrations erase the stored changes of book_copy and restart the changes feed, so its readers start over (docs/changes.md#starting-over)
migrated: 0002-rename-lending
`,
    );
    const opened = openServer(environment.DATABASE_URL);
    const { rows } = await sql<{ type: string; states: number }>`
      select type, count(state)::int as states from change group by type order by type`.execute(opened.kysely);
    await opened.close();
    expect(rows).to.deep.equal([
      { type: 'book_copy', states: 0 },
      { type: 'member', states: 1 },
    ]);
    const after = new ApiClient((await serve(environment)).url);
    expect((await after.get(`/changes?page[after]=${document.meta.position}`)).status).to.equal(410);
    await after.post('/book_copies', { data: { type: 'book_copy', attributes: { shelf: 'third', is_lent: true } } });
    const told = (await after.get('/changes')).document.data;
    expect(told.map((each: { attributes: { after: object } }) => each.attributes.after)).to.deep.equal([
      { shelf: 'third', acquired_on: null, is_lent: true, condition: null, book: null },
    ]);
    const nothing = await startCli(['migrate'], { environment }).ended;
    expect(nothing.stderr).to.equal('no migrations are pending\n');
  });

  it('is not served from tables that lack a declared attribute', async () => {
    edit('book_copy.ts', 'shelf: optional(text(9)),', 'shelf: optional(text(9)),\n    row: optional(text(9)),');
    const service = startProcess({ RESOURCES: folder, DATABASE_URL: await database() });
    expect(await service.ended).to.equal(1);
    expect(service.output().stderr).to.equal(
      'the tables do not match the model; draft a migration with migrate --new NAME: column "row" does not exist\n',
    );
  });

  it('is loaded by workers, not by their supervisor', async () => {
    edit('index.ts', 'export default', 'process.stdout.write(`loaded by ${process.pid}\\n`);\nexport default');
    const service = await serve({ DATABASE_URL: await database(), WORKERS: '2' });
    const loaded = [...service.output().stdout.matchAll(/^loaded by (\d+)$/gm)].map(([, pid]) => Number(pid));
    expect(loaded).to.have.lengthOf(2).and.not.include(service.process.pid);
  });

  it('is restricted by a policy that uses its names', async () => {
    const roles = { reader: { book_copy: { read: { where: [{ name: 'shelf', op: 'eq', val: 'first' }] } } } };
    const { environment, remove } = writeAccessFiles({ roles });
    const DATABASE_URL = await database();
    const open = await serve({ DATABASE_URL });
    for (const copy of copies) await new ApiClient(open.url).post('/book_copies', copy);
    const restricted = await serve({ DATABASE_URL, ...environment });
    const headers = { Authorization: `Bearer ${keyOf('reader')}` };
    const { document } = await new ApiClient(restricted.url, false, 'Accept, Authorization').get('/book_copies', {
      headers,
    });
    remove();
    expect(document.meta.count).to.equal(1);
    expect(
      (await new ApiClient(restricted.url, false, 'Accept, Authorization').get('/members', { headers })).status,
    ).to.equal(403);
  });

  for (const replicas of atDepth({ gate: [], campaign: [1] }))
    it('is read from replicas', async () => {
      const servers = await startReplicated({ replicas });
      try {
        const service = await serve({
          DATABASE_URL: servers.primary.url,
          DATABASE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join(' '),
          MAX_REPLICA_LAG_MS: '600000',
        });
        const client = new ApiClient(service.url);
        await eventually('reads go to the replica', async () => {
          await client.get('/book_copies');
          return (await service.admin.sum('db_reads_total', 'replica')) > 0;
        });
        const { headers } = await client.post('/book_copies', copies[0]);
        const token = { 'Consistency-Token': String(headers['consistency-token']) };
        expect((await client.get('/book_copies', { headers: token })).document.meta.count).to.equal(1);
      } finally {
        await servers.remove();
      }
    });
});

describe('A model that cannot be served', () => {
  const { outside, folder } = libraryOutside();

  const broken: Readonly<Record<string, readonly [before: string, after: string, message: string]>> = {
    'refers to an unknown type': [
      "one('author', { inverse: 'editedBooks' })",
      "one('auther', { inverse: 'editedBooks' })",
      'book.ts: book.editor refers to auther, which is not a type',
    ],
    'cannot be parsed': ['price: integer(),', 'price: integer(,', 'book.ts:'],
    'imports an unknown function': [
      'atMost,',
      'atMost, atMoist,',
      "book.ts:2: The requested module '@jsonapi-person-computer/server/model' does not provide an export named 'atMoist'",
    ],
    throws: ['export const', 'null.x; export const', 'book.ts:'],
    'lists a field that it does not declare': [
      "attribute('pages', 880)",
      "attribute('pagez', 880)",
      'book.ts: book has no attribute pagez',
    ],
  };
  for (const [what, [before, after, message]] of Object.entries(broken).slice(
    0,
    atDepth({ gate: 2, campaign: undefined }),
  ))
    it(`ends the service with one line that names the file, if it ${what}`, async () => {
      const path = join(folder, 'book.ts');
      const text = readFileSync(path, 'utf8');
      expect(text).to.include(before);
      writeFileSync(path, text.replace(before, after));
      const service = startProcess({ RESOURCES: folder, DATABASE_URL: 'memory:' });
      expect(await service.ended).to.equal(1);
      const { stdout, stderr } = service.output();
      expect(stdout).to.equal('');
      expect(stderr.trim().split('\n')).to.have.lengthOf(1);
      expect(stderr).to.include(`library/${message}`);
    });

  it('ends a command with one line', async () => {
    writeFileSync(join(folder, 'book.ts'), 'export const book = {};');
    const { code, stdout, stderr } = await startCli(['model', 'check'], { environment: { RESOURCES: folder } }).ended;
    expect({ code, stdout, lines: stderr.trim().split('\n').length }).to.deep.equal({ code: 1, stdout: '', lines: 1 });
    expect(stderr).to.include('library/index.ts: each type of the model must be declared with resource(…)');
  });

  it('ends the start with one line if a type has the name of a schema of the OpenAPI document', async () => {
    writeFileSync(
      join(folder, 'link.ts'),
      `import { resource, text } from '@jsonapi-person-computer/server/model';
export const link = resource('link', { attributes: { url: text(9) }, fields: ({ attribute }) => [attribute('url')] });
`,
    );
    const index = join(folder, 'index.ts');
    const text = readFileSync(index, 'utf8').replace('loan, member]', 'loan, member, link]');
    writeFileSync(index, `import { link } from './link.ts';\n${text}`);
    const service = startProcess({ RESOURCES: folder, DATABASE_URL: 'memory:' });
    expect(await service.ended).to.equal(1);
    expect(service.output().stderr).to.equal('the OpenAPI document has two schemas called Link; rename a type\n');
  });

  for (const [what, where, message] of [
    ['there is none', 'missing', 'there is no model in'],
    ['it is TypeScript in node_modules', 'node_modules/library', 'compile the model to JavaScript'],
  ] as const)
    it(`ends the service with one line if ${what}`, async () => {
      const path = join(outside, where);
      if (where !== 'missing') cpSync(LIBRARY, path, { recursive: true });
      const service = startProcess({ RESOURCES: path, DATABASE_URL: 'memory:' });
      expect(await service.ended).to.equal(1);
      expect(service.output().stderr.trim().split('\n')).to.have.lengthOf(1);
      expect(service.output().stderr).to.include(message);
    });
});
