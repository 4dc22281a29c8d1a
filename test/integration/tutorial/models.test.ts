// Runs the steps of docs/models.md in a temporary folder, against the project as it stands.
import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as words from '#models/words';
import { readDocument } from '../../docs/documents.ts';
import { fencesOf, sectionOf } from '../../docs/markdown.ts';
import { apply, stepsOf } from '../../docs/tutorial.ts';
import { ApiClient } from '../../support/api-client.ts';
import { startCli, type CliResult } from '../../support/cli-process.ts';
import { TSC } from '../../support/compiler.ts';
import { depth } from '../../support/depth.ts';
import { runIn } from '../../support/project-copy.ts';
import { killedAfterEach, startProcess, temporaryFolder } from '../../support/service-process.ts';

const page = readDocument('docs/models.md');

/** The grants in a drafted migration, which the page leaves out. */
const DOC_COMMENT = /^\/\*\*\n[^]*?^ \*\/\n/m;

const branch = (attributes: object) => ({
  data: {
    type: 'branch',
    attributes: { name: 'Nuneaton', mail: 'a@example.org', opened_on: '1962-10-02', ...attributes },
    relationships: { patron: { data: { type: 'author', id: '1' } } },
  },
});

describe('docs/models.md', function () {
  // Each test continues where the previous one stopped.
  this.bail(true);
  const killedLater = killedAfterEach();
  const outside = temporaryFolder();
  /** Stands for the clone, next to the folder that the page creates. */
  const clone = join(outside.path, 'clone');
  const folder = join(outside.path, 'library');
  const inFolder = { RESOURCES: folder };

  after(() => {
    outside.remove();
  });

  it('creates the folder that it describes', async () => {
    mkdirSync(clone);
    await cli('npm run cli -- model new ../library', clone, {});
    expectFiles('Create a model', '', ['index.ts', 'note.ts']);
  });

  it('shows the migration drafted for the second type', async () => {
    for (const step of stepsOf(section('A second type'))) apply(step, folder);
    await cli('npm run cli -- migrate --new add-authors', folder, inFolder);
    expectFiles('Migrations', 'migrations', ['0002-add-authors.ts']);
  });

  it('creates a model that passes the check', async () => {
    const { stderr } = await cli('npm run cli -- model check', folder, inFolder);
    expect(stderr).to.include('the migrations create the declared tables\nthe types are correct\n');
  });

  it('uses every function, in types that compile', async () => {
    for (const heading of ['Everything a type can declare', 'The model'])
      for (const step of stepsOf(section(heading))) apply(step, folder);
    const text = fencesOf(page)
      .flatMap(({ lines }) => lines)
      .join('\n');
    expect(Object.keys(words).filter((word) => !text.includes(`${word}(`))).to.deep.equal([]);
    const { output } = await runIn(outside.path, [process.execPath, TSC, '--project', folder], process.env);
    expect(output).to.equal('');
  });

  it('serves all types in memory, with sample data', async () => {
    const service = killedLater(startProcess({ ...inFolder, DATABASE_URL: 'memory:' }));
    const url = await service.listening;
    const { port: PORT } = new URL(url);
    await cli('npm run cli -- seed --authors 50', folder, { ...inFolder, PORT });
    const client = new ApiClient(url);
    const [, promised = ''] = /^Now (.*) work\.$/m.exec(page) ?? [];
    const paths = [...promised.matchAll(/`(.+?)`/g)].map(([, path = '']) => path);
    expect(paths).to.have.lengthOf(3);
    for (const path of [...paths, '/notes?sort=author__name'])
      expect((await client.get(path)).document.data, path)
        .to.have.property('length')
        .greaterThan(0);
    expect((await client.get('/notes?include=author&sort=-author__name')).document).to.have.nested.property(
      'included[0].attributes.name',
      'Author 9',
    );
    const created = await client.post('/branches', branch({ door_code: '4711' }));
    expect(created.document.data.attributes)
      .to.include({ sign: 'Nuneaton, since 1962' })
      .and.not.to.have.property('door_code');
    expect(created.document.data.relationships.patron.data).to.deep.equal({ type: 'author', id: '1' });
    expect((await client.get('/branches?filter[door_code]=4711')).document.meta.count).to.equal(1);
    const child = branch({ name: 'Attleborough', opened_on: '1970-04-01' });
    Object.assign(child.data.relationships, { parent: { data: { type: 'branch', id: '1' } } });
    expect((await client.post('/branches', child)).status).to.equal(201);
    expect((await client.get('/branches/1?include=children')).document.included).to.have.lengthOf(1);
    const again = await client.post('/branches', branch({}));
    expect(again.document.errors).to.have.nested.property('[0].code', 'not-unique');
    expect((await client.get('/branches/9')).document.errors[0].detail).to.match(/^Library branch/);
    expect((await client.get('/')).document.meta).to.include({ name: 'library' });
    const home = await (await fetch(url, { headers: { Accept: 'text/html' } })).text();
    expect(home).to.include('Write a note').and.to.include('List notes by author');
  });

  it('shows the error for an unknown type', async () => {
    const note = read('note.ts');
    writeFileSync(join(folder, 'note.ts'), note.replace("one('author'", "one('auther'"));
    const service = startProcess({ ...inFolder, DATABASE_URL: 'memory:' });
    expect(await service.ended).to.equal(1);
    writeFileSync(join(folder, 'note.ts'), note);
    const [{ lines } = { lines: [] }] = fencesOf(section('Names'));
    const { stderr } = service.output();
    expect(stderr.replace(relative('', outside.path), '..').trimEnd().split('\n')).to.deep.equal(lines);
  });

  if (depth === 'campaign')
    it('creates a model whose own scripts run the contract suites, which pass', async function () {
      this.timeout(20 * 60_000);
      // A reader of the page has none of these variables. The prepared data folders belong to the library in test/models/.
      const env: NodeJS.ProcessEnv = { ...process.env, TEST_DEPTH: 'gate' };
      delete env['TEST_SEED'];
      delete env['TEST_FIXTURES'];
      for (const command of ['migrate --new add-branches', 'model check --tests']) {
        const { status, output } = await runIn(folder, ['sh', '-c', `npm run cli -- ${command}`], env);
        expect(status, output.slice(-4000)).to.equal(0);
      }
    });

  /** Runs a command that the page shows. */
  async function cli(command: string, from: string, environment: Readonly<Record<string, string>>): Promise<CliResult> {
    expect(page.split('\n')).to.include(command);
    const called = command.replace(/^npm run cli (-- )?/, '').split(' ');
    const result = await startCli(called, { folder: from, environment }).ended;
    expect(result.code, result.stderr).to.equal(0);
    return result;
  }

  /**
   * Compares the files that a section shows, without comments on their declarations, with those of the model.
   * @param within a folder of the model; empty for the model's own
   */
  function expectFiles(heading: string, within: string, names: readonly string[]): void {
    const shown = section(heading).matchAll(/^This is `(.+)`:\n\n```ts\n([^]+?)^```$/gm);
    expect([...shown].map(([, name, text]) => [name, text])).to.deep.equal(
      names.map((name) => [name, read(join(within, name)).replace(DOC_COMMENT, '')]),
    );
  }

  function section(heading: string): string {
    const text = sectionOf(page, heading);
    if (text === undefined) throw new Error(`there is no section ${heading}`);
    return text;
  }

  function read(file: string): string {
    return readFileSync(join(folder, file), 'utf8');
  }
});
