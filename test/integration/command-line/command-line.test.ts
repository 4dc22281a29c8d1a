import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { lockFolder } from '#adapters/persistence/connection/folder-lock';
import packageJson from '../../../package.json' with { type: 'json' };
import { commands } from '../../../src/cli/program.ts';
import { CLI_ENTRY, runCli, startCli } from '../../support/cli-process.ts';
import { newEmptyDataFolder } from '../../support/data-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

describe('The command line', () => {
  it('shows its usage on --help', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    for (const { name, summary } of commands) expect(stdout).to.include(`  ${name} `).and.include(summary);
  });

  for (const { name, alias, options } of commands)
    it(`shows the usage of ${name} on --help`, async () => {
      const { code, stdout, stderr } = await runCli([name, '--help']);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.match(new RegExp(`^Usage: npm run cli -- ${[name, alias].filter(Boolean).join('\\|')} `));
      for (const option of Object.keys(options)) expect(stdout).to.include(`  --${option}`);
    });

  const TITLE = '--new must be a name of two or more words with hyphens, such as add-rooms';
  const wrong: readonly (readonly [what: string, words: readonly string[], message: string])[] = [
    ['no command', [], 'COMMAND is missing'],
    ['an unknown command', ['migrat'], 'unknown command "migrat"; did you mean migrate?'],
    ['an unknown command that resembles none', ['x'], 'unknown command "x"'],
    ['an unknown option before the command', ['--x'], 'unknown option "--x"'],
    ['an unknown option', ['migrate', '--x'], "unknown option '--x'"],
    ['a migration of one word', ['migrate', '--new', 'migration'], TITLE],
    ['a migration in capitals', ['migrate', '--new', 'Add-Rooms'], TITLE],
    ['a migration without a name', ['migrate', '--new'], "option '--new <NAME>' argument missing"],
    ['help for an unknown command', ['help', 'imprt'], 'unknown command "imprt"; did you mean "import"?'],
    [
      'a misspelt value',
      ['import', 'a.csv', '--type', 'person'],
      '--type must be one of persons, computers; did you mean "persons"?',
    ],
    [
      'an unknown option that resembles one',
      ['export', '--fitler', '[]'],
      "unknown option '--fitler'; did you mean --filter?",
    ],
    [
      'an option instead of a value',
      ['import', 'a.csv', '--refused', '--parallel'],
      "option '--refused <FILE>' argument missing",
    ],
    ['a surplus argument', ['migrate', 'now'], 'unexpected argument "now"'],
  ];
  for (const [what, words, message] of wrong)
    it(`refuses ${what} with exit code 2, and the usage on standard error`, async () => {
      const { code, stdout, stderr } = await runCli(words);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr.split('\n')[0]).to.equal(message);
      expect(stderr).to.include('\nUsage: npm run cli -- ');
    });

  it('shows its version on --version', async () => {
    const { version } = packageJson;
    expect(await runCli(['--version'])).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('as a process, ends with the same exit code and output', async () => {
    expect(await startCli(['migrate', 'now']).ended).to.deep.equal(await runCli(['migrate', 'now']));
  });

  it('ends quietly when nobody reads its output', () => {
    const script = `"${process.execPath}" "${CLI_ENTRY}" --help 2>&1 | true; echo "\${PIPESTATUS[0]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).to.equal('0\n');
  });

  it('fails when its output cannot be written', () => {
    const script = `"${process.execPath}" "${CLI_ENTRY}" --help 2>&1 >/dev/full; echo $?`;
    const output = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(output).to.match(/^standard output cannot be written: .*ENOSPC.*\n1\n$/);
  });

  it('says so when npm writes its own lines before the data', async () => {
    const environment = { npm_lifecycle_event: 'cli', npm_config_loglevel: 'notice' };
    expect((await runCli(['--help'], { environment })).stderr).to.match(/npm run -s cli/);
    const silent = { ...environment, npm_config_loglevel: 'silent' };
    expect((await runCli(['--help'], { environment: silent })).stderr).to.equal('');
  });

  it('says which Node it needs on one without type stripping', () => {
    const script = `"${process.execPath}" --no-strip-types "${CLI_ENTRY}" --help 2>&1; echo $?`;
    const output = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(output).to.match(/^Node v\S+ cannot run TypeScript; use Node 22.18 or newer.*\n1\n$/);
  });
});

describe('serve', () => {
  it('runs the service until a signal', async () => {
    const service = startCli(['serve'], { environment: { DATABASE_URL: 'memory:' } });
    await eventually('it listens', () => service.output().stdout.startsWith('Listening on http://127.0.0.1:'));
    service.process.kill('SIGTERM');
    expect((await service.ended).code).to.equal(0);
  });

  it('fails as npm start does', async () => {
    const { code, stderr } = await startCli(['serve'], { environment: { PORT: 'http' } }).ended;
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'PORT must be a whole number from 0 to 65535\n',
    });
  });
});

describe('openapi', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  it('prints or writes what a service with this configuration answers', async () => {
    const environment = { DATABASE_URL: 'memory:', PUBLIC_URL: 'https://api.example.org/v1', MAX_PAGE_SIZE: '50' };
    const service = await startTestService(environment);
    const served: unknown = await (await fetch(`${service.url}/openapi.json`)).json();
    await service.stop();
    const printed = await runCli(['openapi'], { environment });
    expect({ code: printed.code, stderr: printed.stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(JSON.parse(printed.stdout)).to.deep.equal(served);
    // As npm does, which runs the command in the folder of the project.
    const npm = { INIT_CWD: folder.path, npm_lifecycle_event: 'cli', npm_package_name: packageJson.name };
    expect(await runCli(['openapi', 'api.json'], { environment: { ...environment, ...npm } })).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: `wrote the document to ${folder.path}/api.json\n`,
    });
    expect(readFileSync(`${folder.path}/api.json`, 'utf8')).to.equal(printed.stdout);
  });

  it('ends quietly when nobody reads on', () => {
    const script = `"${process.execPath}" "${CLI_ENTRY}" openapi | head -1; echo "\${PIPESTATUS[0]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).to.equal('{\n0\n');
  });

  it('fails with the reason where it cannot write', async () => {
    const { code, stderr } = await runCli(['openapi', '/no/such/folder/api.json']);
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: '/no/such/folder/api.json cannot be written: there is no folder /no/such/folder\n',
    });
  });
});

describe('migrate', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  it('migrates a server once, whatever MIGRATE says', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const environment = { DATABASE_URL: url, MIGRATE: 'off' };
    const first = await runCli(['migrate'], { environment });
    expect({ code: first.code, stdout: first.stdout }).to.deep.equal({ code: 0, stdout: '' });
    expect(first.stderr).to.match(/^migrated: service-0001-baseline, .*\n$/);
    expect(await runCli(['migrate'], { environment })).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: 'no migrations are pending\n',
    });
    const service = await startTestService({ ...environment, FAIL_FAST: 'true' });
    await service.stop();
  });

  it('migrates with the role of MIGRATE_DATABASE_URL', async () => {
    const url = await (await testServer()).createEmptyDatabase();
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/away', MIGRATE_DATABASE_URL: url };
    expect((await runCli(['migrate'], { environment })).stderr).to.match(/^migrated: /);
  });

  it('fails with the reason when the server is away', async () => {
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/away' };
    const { code, stdout, stderr } = await runCli(['migrate'], { environment });
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^the database is not available: .*ECONNREFUSED.*\n$/);
  });

  it('migrates the embedded database, but not beside a service', async () => {
    const environment = { DATA_DIR: await newEmptyDataFolder(folder.path) };
    const first = await runCli(['migrate'], { environment });
    expect({ code: first.code, stdout: first.stdout }).to.deep.equal({ code: 0, stdout: '' });
    expect(first.stderr).to.match(/^migrated: service-0001-baseline, /);
    const lock = await lockFolder(environment.DATA_DIR);
    const beside = await runCli(['migrate'], { environment });
    await lock.release();
    expect(beside.code).to.equal(1);
    expect(beside.stderr).to.match(/^\S+ is in use by another process; stop the service that uses it; .*\n$/);
  });

  it('has nothing to do in memory', async () => {
    const { code, stderr } = await runCli(['migrate'], { environment: { DATABASE_URL: 'memory:' } });
    expect({ code, stderr }).to.deep.equal({
      code: 0,
      stderr: 'DATABASE_URL is "memory:", which has no tables to migrate\n',
    });
  });
});
