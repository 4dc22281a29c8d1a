import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import packageJson from '../../../package.json' with { type: 'json' };
import { copyForRelease, linkInstalled, type ReleaseCopy } from '../../deploy/release-copy.ts';
import { readDocument } from '../../docs/documents.ts';
import { ApiClient } from '../../support/api-client.ts';
import { TSC } from '../../support/compiler.ts';
import { eventually } from '../../support/eventually.ts';
import { killedAfterEach, startCommand, startProcess, temporaryFolder } from '../../support/service-process.ts';

const { name, version } = packageJson;
const SERVICE = `${name}-${version}.tar.gz`;
const CLIENT = `${name}-client-${version}.tgz`;
const SERVER = `${name}-server-${version}.tgz`;
const BOM = 'sbom.cdx.json';

/** The smallest model. */
const MODEL = {
  'library/index.ts': `import { model } from '@jsonapi-person-computer/server/model';
import { book } from './book.ts';

export default model({ name: 'library', version: '1.0.0', description: 'Books', types: [book] });
`,
  'library/book.ts': `import { resource, text } from '@jsonapi-person-computer/server/model';

export const book = resource('book', {
  attributes: { shelfMark: text(9) },
  fields: ({ attribute }) => [attribute('shelfMark', 'B-12')],
});
`,
};

const PROGRAM = `import { start, type StartedServer } from '@jsonapi-person-computer/server';

const settings = { RESOURCES: 'library', DATABASE_URL: 'memory:', PORT: '0' };
const server: StartedServer = await start(settings);
console.log((await fetch(\`\${server.url}/books\`)).status);
await server.stop();
`;

/** The service needs no git; a release does. */
const hasGit = spawnSync('git', ['--version']).status === 0;

(hasGit ? describe : describe.skip)('npm run release', () => {
  const killedLater = killedAfterEach();
  let copy: ReleaseCopy;
  let sums: string;

  before(() => {
    copy = copyForRelease();
    sums = copy.release();
  });
  after(() => {
    copy.remove();
  });

  it('writes the sums of its files as sha256sum reads them', () => {
    const sumOf = (file: string): string =>
      createHash('sha256')
        .update(readFileSync(join(copy.folder, 'dist', file)))
        .digest('hex');
    expect(sums).to.equal([SERVICE, CLIENT, SERVER, BOM].map((file) => `${sumOf(file)}  ${file}\n`).join(''));
  });

  it('has the files that the documentation names', () => {
    const named = readDocument('docs/run.md').match(/(?<=^\| `)[^`]+(?=`)/gm) ?? [];
    expect(named).to.include.members([SERVICE, CLIENT, SERVER, BOM, 'SHA256SUMS']);
    expect(readdirSync(join(copy.folder, 'dist'))).to.have.members([SERVICE, CLIENT, SERVER, BOM, 'SHA256SUMS']);
  });

  it('packs a service that runs with what is installed without the packages of developers', async () => {
    const folder = copy.unpack(SERVICE);
    linkInstalled(folder);
    const service = killedLater(startProcess({ DATABASE_URL: 'memory:' }, [], join(folder, 'src/start.js')));
    const url = await service.listening;
    const paths = [
      '/',
      '/persons',
      '/explorer/',
      '/docs/',
      '/docs/errors',
      '/docs/query',
      '/docs/profiles/included-sets.md',
    ];
    const statuses = paths.map(async (path) => (await fetch(url + path)).status);
    expect(await Promise.all(statuses)).to.deep.equal(paths.map(() => 200));
    const deployed = ['deploy/Dockerfile', 'deploy/jsonapi.service', 'deploy/kubernetes.yaml', 'docs/run.md'];
    const files = ['.npmrc', 'package-lock.json', ...deployed, 'src/cli/start.js', 'test'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).to.deep.equal(['test']);
  });

  it('packs the client, with its licence', () => {
    const folder = copy.unpack(CLIENT);
    const files = ['LICENSE', 'README.md', 'built/index.js', 'built/index.d.ts', 'src'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).to.deep.equal(['src']);
  });

  describe('packs the service as a package, which', () => {
    const { path: folder, ...temporary } = temporaryFolder();
    const bin = join(folder, 'node_modules/.bin/jsonapi');
    const run = (...command: readonly [string, ...string[]]) => spawnIn(folder, command);
    const package_ = join(folder, 'node_modules/@jsonapi-person-computer/server');

    before(() => {
      writeIn(folder, { 'package.json': '{ "private": true, "type": "module" }', ...MODEL, 'program.ts': PROGRAM });
      const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
      const file = join(copy.folder, 'dist', SERVER);
      expect(run('npm', 'install', ...options, file)).to.deep.include({ status: 0, stderr: '' });
    });
    after(() => {
      temporary.remove();
    });

    it('has the packages of the lockfile, and no Node.js', () => {
      const installed = readdirSync(join(package_, 'node_modules'));
      expect(installed).to.include.members(['koa', 'pg']);
      expect(installed.filter((each) => each.startsWith('node-'))).to.deep.equal([]);
      const kyselies = globSync('**/kysely/package.json', { cwd: package_ }).map((path) => readJson(package_, path));
      expect(kyselies.map((each) => each['version'])).to.deep.equal([packageJson.dependencies.kysely]);
    });

    it('can be installed again from the lockfile of the folder', () => {
      const { status, stderr } = run(
        'npm',
        'ci',
        '--offline',
        '--no-audit',
        '--no-fund',
        '--cache',
        join(folder, 'other'),
      );
      expect(status, stderr).to.equal(0);
    });

    it('drafts the migration of a model of two files, and serves it on the embedded database', async () => {
      expect(run(bin, 'migrate', '--new', 'create-books', '--resources', 'library')).to.deep.include({ status: 0 });
      expect(readdirSync(join(folder, 'library/migrations'))).to.deep.equal(['0001-create-books.ts']);
      expect(run(bin, 'model', 'check', '--resources', 'library').stderr).to.include(
        'the migrations create the declared tables',
      );
      const resources = join(folder, 'library');
      const service = killedLater(startCommand(bin, ['start', '--resources', resources], { DATA_DIR: '' }));
      const client = new ApiClient(await service.listening);
      const created = await client.post('/books', { data: { type: 'book', attributes: { shelf_mark: 'B-12' } } });
      expect([created.status, existsSync(join(resources, '.data'))]).to.deep.equal([201, true]);
      expect((await client.get('/books?filter[shelf_mark]=B-12')).document.meta.count).to.equal(1);
      const pages = ['/explorer/', '/docs/', '/docs/errors', '/docs/query', '/docs/profiles/included-sets.md'];
      const statuses = pages.map(async (path) => (await fetch(client.url + path)).status);
      expect(await Promise.all(statuses)).to.deep.equal(pages.map(() => 200));
      expect(service.output().stderr).not.to.include('Warning');
    });

    it('serves sample data with --demo, from a separate database that it keeps', async () => {
      const demo = () => killedLater(startIn(folder, [bin, '--demo'], { DATA_DIR: '' }));
      const first = demo();
      const client = new ApiClient(await first.listening);
      await eventually('it is filled', () => first.output().stderr.includes('Ctrl-C'));
      expect(first.output().stderr).to.match(/^creating the demo in .*\/\.demo, .*\ncreated 1000 persons and /);
      expect((await client.get('/persons')).document.meta.count).to.equal(1000);
      expect(await (await fetch(`${client.url}/docs/query`)).text()).to.include('id="pages-by-cursor"');
      first.process.kill('SIGTERM');
      expect(await first.ended).to.equal(0);
      expect([existsSync(join(folder, '.demo/PG_VERSION')), existsSync(join(folder, '.data'))]).to.deep.equal([
        true,
        false,
      ]);
      const second = demo();
      await second.listening;
      await eventually('it has looked', () => second.output().stderr.includes('Ctrl-C'));
      expect(second.output().stderr).to.match(
        /^starting the demo in .*\nthe database is not empty, so nothing was created; to start afresh, stop and delete .*\n/,
      );
    });

    it('creates a model below the folder where it is installed, and npm start serves it', async () => {
      const made = killedLater(startIn(folder, [bin, 'new', 'inside'], { DATABASE_URL: 'memory:' }));
      await made.listening;
      expect(made.output().stderr).to.match(/to start it again, run npm start in it/);
      made.process.kill('SIGTERM');
      expect(await made.ended).to.equal(0);
      await expectServesNotes(join(folder, 'inside'));
    });

    it('is started by a program', () => {
      expect(run(process.execPath, 'program.ts')).to.deep.include({ status: 0, stdout: '200\n' });
    });

    it('has types that a strict compiler accepts, and that find a wrong name', () => {
      const strict = [
        TSC,
        '--strict',
        '--noEmit',
        '--target',
        'es2024',
        '--module',
        'nodenext',
        '--types',
        '',
      ] as const;
      const files = ['--allowImportingTsExtensions', 'library/index.ts', 'program.ts'];
      expect(run(process.execPath, ...strict, ...files)).to.deep.include({ status: 0, stdout: '' });
      writeIn(folder, {
        'library/wrong.ts': MODEL['library/book.ts'].replace("attribute('shelfMark'", "attribute('shelfMarc'"),
      });
      expect(run(process.execPath, ...strict, 'library/wrong.ts').stdout).to.include('"shelfMarc"');
    });

    it('refuses a model in node_modules that has not been built', () => {
      cpSync(join(folder, 'library'), join(folder, 'node_modules/library'), { recursive: true });
      const { status, stderr } = run(bin, 'start', '--resources', 'node_modules/library');
      expect(status).to.equal(1);
      expect(stderr).to.match(/^.*node_modules\/library is in node_modules.*: compile the model to JavaScript\n$/);
    });
  });

  it('creates and serves a model with npx alone; npm install and npm start serve it again', async () => {
    const { path: outside, ...temporary } = temporaryFolder();
    const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(outside, 'cache')];
    // npx runs a shell, which does not pass SIGTERM on unless the command replaces it.
    const call = ['--package', join(copy.folder, 'dist', SERVER), '--call', 'exec jsonapi new my-api'];
    const made = killedLater(startIn(outside, ['npx', ...options, '--yes', ...call], { DATABASE_URL: 'memory:' }));
    await made.listening;
    expect(made.output().stderr).to.match(/to start it again, run npm install && npm start in it/);
    made.process.kill('SIGTERM');
    await made.ended;
    const folder = join(outside, 'my-api');
    expect(readJson(folder, 'package.json')['dependencies']).to.have.all.keys('@jsonapi-person-computer/server');
    expect(spawnIn(folder, ['npm', 'install', ...options])).to.deep.include({ status: 0, stderr: '' });
    await expectServesNotes(folder);
    temporary.remove();
  });

  async function expectServesNotes(folder: string): Promise<void> {
    const service = killedLater(startIn(folder, ['npm', 'start'], { DATABASE_URL: 'memory:' }));
    expect((await new ApiClient(await service.listening).get('/notes')).status).to.equal(200);
    service.process.kill('SIGTERM');
    await service.ended;
  }

  it('lists the packages that are installed, and those that built files contain', () => {
    const bom: unknown = JSON.parse(readFileSync(join(copy.folder, 'dist', BOM), 'utf8'));
    expect(bom).to.have.nested.property('metadata.component.name', name);
    const names = (bom as { components: { name: string }[] }).components.map((component) => component.name);
    const licenses = readFileSync(join(copy.folder, 'explorer/built/explorer/licenses.txt'), 'utf8');
    const inExplorer = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+$/gm)].map(([, packageName]) => packageName);
    expect(inExplorer).to.include('preact');
    expect(names)
      .to.include.members(['koa', 'pg', 'openapi-fetch', ...inExplorer])
      .and.not.include('mocha');
  });

  it('makes the same files of the same commit, whatever has been changed since', () => {
    appendFileSync(join(copy.folder, 'README.md'), 'Not committed\n');
    expect(copy.release()).to.equal(sums);
  });
});

/** Runs a command that starts the service, in a folder. */
function startIn(folder: string, words: readonly string[], environment: Readonly<Record<string, string>>) {
  return startCommand('sh', ['-c', 'cd "$0" && exec "$@"', folder, ...words], environment);
}

function writeIn(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function readJson(folder: string, name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Readonly<Record<string, unknown>>;
}

function spawnIn(folder: string, [command, ...parameters]: readonly [string, ...string[]]) {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}
