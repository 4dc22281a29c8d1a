// The commands, on a model in a folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeAccessFiles } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

describe('The command line, on a model in a folder', () => {
  const { path: folder, ...temporary } = temporaryFolder();
  let environment: Readonly<Record<string, string>>;
  let service: TestService;

  before(async () => {
    environment = { DATABASE_URL: await (await testServer()).createDatabase() };
    service = await startTestService(environment);
  });
  after(async () => {
    await service.stop();
    temporary.remove();
  });

  const run = (...words: readonly string[]) => runCli(words, { environment, folder });
  const rows = (name: string): readonly string[] => readFileSync(join(folder, name), 'utf8').trim().split(/\r?\n/);

  it('creates the sample data of the model', async () => {
    const { code, stderr } = await run('seed', '--authors', '3', '--seed', '7', '--url', service.url);
    expect(code).to.equal(0);
    expect(stderr).to.match(/^created 3 authors, 3 books, 0 /);
    const { document } = await new ApiClient(service.url).get('/books?include=authors&sort=id&page[size]=1');
    expect(document.included[0].attributes.pen_name).to.equal('Author 7');
  });

  it('exports and imports the types of the model', async () => {
    const fields = ['--fields', 'title,isbn,pages,authors'];
    const exported = await run(
      'export',
      'books.csv',
      '--type',
      'books',
      '--sort',
      'id',
      ...fields,
      '--url',
      service.url,
    );
    expect(exported.code, exported.stderr).to.equal(0);
    expect(rows('books.csv')).to.deep.equal([
      'id,title,isbn,pages,authors',
      '1,Book 7,,,1',
      '2,Book 8,,,2',
      '3,Book 9,,,3',
    ]);
    writeFileSync(join(folder, 'copies.csv'), 'Shelf,For loan,Book\nB-12,true,3\n');
    const imported = await run('import', 'copies.csv', '--url', service.url);
    expect(imported.code, imported.stderr).to.equal(0);
    const { document } = await new ApiClient(service.url).get('/book_copies?filter[book__title]=Book%209');
    expect(document.data[0].attributes).to.include({ shelf: 'B-12', for_loan: true });
  });

  it('imports a many-to-many relationship on the side that declares it', async () => {
    writeFileSync(join(folder, 'shared.csv'), 'Title,Price,Authors\nShared,5,1 3\n');
    const imported = await run('import', 'shared.csv', '--url', service.url);
    expect(imported.code, imported.stderr).to.equal(0);
    const { document } = await new ApiClient(service.url).get('/authors?filter[books__title]=Shared&sort=id');
    expect(document.data.map(({ id }: { readonly id: string }) => id)).to.deep.equal(['1', '3']);
  });

  it('examines the storage', async () => {
    const { code, stdout } = await run('doctor');
    expect(code, stdout).to.equal(0);
    expect(stdout).to.include('tables');
  });

  it('explains a policy with the names of the model', async () => {
    const where = [{ name: 'shelf', op: 'eq', val: 'B-12' }];
    const access = writeAccessFiles({ roles: { reader: { book_copy: { read: { where } } } } });
    const right = await run('policy', 'check', access.environment.POLICY_FILE);
    access.remove();
    expect(right.code, right.stderr).to.equal(0);
    expect(right.stdout).to.include('book_copy').and.include('shelf');
    const wrong = writeAccessFiles({ roles: { reader: { person: { read: {} } } } });
    const { code, stdout, stderr } = await run('policy', 'check', wrong.environment.POLICY_FILE);
    wrong.remove();
    expect(code).to.equal(1);
    expect(stdout + stderr)
      .to.include('unknown type "person"')
      .and.include('book_copy');
  });

  it('gives its database a new epoch', async () => {
    expect((await run('new-epoch')).code).to.equal(0);
  });
});
