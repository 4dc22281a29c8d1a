import { execFile } from 'node:child_process';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { beginCli, CLI_ENTRY, onTerminal, runCli, type CliResult } from '../../support/cli-process.ts';
import { eventually } from '../../support/eventually.ts';
import { openHttpProxy, type Treatment } from '../../support/http-proxy.ts';
import { listenLocally } from '../../support/local-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { workingFolder } from '../../support/working-folder.ts';

describe('export', () => {
  const folder = workingFolder();
  const { read } = folder;
  let service: TestService;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    const rows = Array.from({ length: 3000 }, (_, index) => `P${index},${index % 2 === 0 ? '1999-12-31' : ''}`);
    const input = ['name,birth_date', ...rows].join('\n');
    await runCli(['import', '-', '--batch', '1000', '--url', service.url], { input });
  });
  after(() => service.stop());

  async function openProxy(treat: (request: string, before: number) => Treatment): Promise<string> {
    return folder.closedAfterEach(await openHttpProxy(service.url, treat)).url;
  }

  function run(words: readonly string[], url = service.url): Promise<CliResult> {
    return runCli(['export', ...words, '--url', url], { folder: folder.path });
  }

  it('writes what the service exports to a file, in the format of its name', async () => {
    const csv = await (await fetch(`${service.url}/export/persons.csv`)).text();
    expect(await run(['persons.csv', '--type', 'persons'])).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: `wrote 3,000 persons to ${folder.path}/persons.csv\n`,
    });
    expect(read('persons.csv')).to.equal(csv);
    expect(await run(['x', '--type', 'persons', '--format', 'ndjson'])).to.include({ code: 0 });
    expect(read('x').split('\n')).to.have.lengthOf(3001);
    expect(readdirSync(folder.path)).to.have.members(['persons.csv', 'x']);
  });

  it('accepts a filter that is too long for a URL', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => String(2 * index + 2));
    const filter = JSON.stringify([{ name: 'id', op: 'in_', val: ids }]);
    const { code, stdout } = await run(['-', '--type', 'persons', '--format', 'ndjson', '--filter', filter]);
    expect([code, stdout.trimEnd().split('\n').length]).to.deep.equal([0, 1000]);
  });

  it('takes nothing else for an export, and keeps the older file', async () => {
    const page = await listenLocally((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<p>Log in!'));
    writeFileSync(`${folder.path}/persons.csv`, 'older');
    const { code, stderr } = await run(['persons.csv', '--type', 'persons', '--force'], page.url);
    await page.close();
    expect(code).to.equal(1);
    expect(stderr).to.include('did not return an export');
    expect(read('persons.csv')).to.equal('older');
  });

  it('stops waiting for an answer when interrupted', async () => {
    const asked = Promise.withResolvers<unknown>();
    const silent = await listenLocally(() => asked.resolve(undefined));
    const words = ['export', '-', '--type', 'persons', '--format', 'csv', '--url', silent.url];
    const running = beginCli(words);
    await asked.promise;
    running.signal('SIGTERM');
    expect((await running.ended).code).to.equal(1);
    await silent.close();
  });

  it('filters, sorts and chooses fields', async () => {
    const filter = '[{"name":"birth_date","op":"eq","val":"1999-12-31"},{"name":"id","op":"lt","val":"8"}]';
    const words = '- --type persons --format csv --sort -id --fields display_name --filter'.split(' ');
    expect(await run([...words, filter])).to.deep.equal({
      code: 0,
      stdout: 'id,display_name\r\n7,P6\r\n5,P4\r\n3,P2\r\n1,P0\r\n',
      stderr: '',
    });
  });

  it('shows the errors of the API', async () => {
    expect(await run(['persons.csv', '--type', 'persons', '--sort', 'nam'])).to.satisfy(
      ({ code, stderr }: CliResult) => code === 1 && /^.*"nam".*\(parameter sort\)\n$/.test(stderr),
    );
    expect(readdirSync(folder.path)).to.deep.equal([]);
  });

  it('ends quietly when nobody reads on', async () => {
    const command = `"$1" "$2" export - --type persons --format csv --fields birth_date,display_name,computers --url ${service.url} | head -2; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command, 'bash', process.execPath, CLI_ENTRY]);
    expect({ stdout, stderr }).to.deep.equal({
      stdout: 'id,birth_date,display_name,computers\r\n1,1999-12-31,P0,\r\n0\n',
      stderr: '',
    });
  });

  it('fails when the connection is cut, and leaves no half file', async () => {
    const url = await openProxy(() => 'halve');
    writeFileSync(`${folder.path}/old.csv`, 'old');
    for (const name of ['old.csv', 'new.csv', '-']) {
      const { code, stderr } = await run([name, '--type', 'persons', '--format', 'csv', '--force'], url);
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: 'the connection was cut before the end of the export\n',
      });
    }
    expect(readdirSync(folder.path)).to.deep.equal(['old.csv']);
    expect(read('old.csv')).to.equal('old');
  });

  it('asks a busy service again', async () => {
    const url = await openProxy((_, before) => (before === 0 ? 'busy' : 'pass'));
    expect(await run(['persons.csv', '--type', 'persons'], url)).to.include({ code: 0 });
  });

  it('leaves nothing behind on Ctrl-C', async () => {
    let isAsked = false;
    const url = await openProxy(() => {
      isAsked = true;
      return 'halve and hold';
    });
    const words = ['export', 'persons.csv', '--type', 'persons', '--url', url];
    const stopped = beginCli(words, { folder: folder.path });
    await eventually('a part of it has come', () => isAsked && readdirSync(folder.path).length === 1);
    stopped.signal('SIGINT');
    expect(await stopped.ended).to.deep.equal({ code: 1, stdout: '', stderr: 'stopping\ninterrupted\n' });
    expect(readdirSync(folder.path)).to.deep.equal([]);
  });

  it('writes to what a link names, and to devices without replacing them', async () => {
    writeFileSync(`${folder.path}/real.csv`, 'old');
    symlinkSync('real.csv', `${folder.path}/link.csv`);
    symlinkSync('/dev/null', `${folder.path}/null.csv`);
    for (const name of ['link.csv', 'null.csv'])
      expect(await run([name, '--type', 'computers', '--fields', 'serial,owner', '--force'])).to.include({ code: 0 });
    expect(read('real.csv')).to.equal('id,serial,owner\r\n');
    expect(readdirSync(folder.path)).to.have.members(['real.csv', 'link.csv', 'null.csv']);
    expect(read('null.csv')).to.equal('');
  });

  it('overwrites a file only if told to, or if the answer on a terminal is yes', async () => {
    writeFileSync(`${folder.path}/old.csv`, 'old');
    const words = ['old.csv', '--type', 'computers'];
    const path = `${folder.path}/old.csv`;
    expect(await run(words)).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `${path} already exists; overwrite it with --force\n`,
    });
    for (const [answer, code, ending] of [
      ['n', 1, 'nothing was written'],
      ['\u0003', 1, 'nothing was written'],
      ['y', 0, `wrote 0 computers to ${path}`],
    ] as const) {
      const ended = await onTerminal(['export', ...words, '--url', service.url], answer, folder.path);
      expect(ended.output).to.include(`${path} already exists. Overwrite it? [y/N]`).and.include(ending);
      expect(ended.code).to.equal(code);
      expect(read('old.csv')).to.equal(code === 1 ? 'old' : 'id,serial,owner\r\n');
    }
  });

  it('checks its words', async () => {
    for (const [words, message] of [
      [[], 'FILE is missing'],
      [['x.csv'], '--type is missing'],
      [['x.csv', '--type', 'person'], '--type must be one of persons, computers; did you mean "persons"?'],
      [['x.txt', '--type', 'persons'], '--format is missing, and the file name does not end in .csv or .ndjson'],
      [['x', '--type', 'persons', '--format', 'xml'], '--format must be one of csv, ndjson'],
    ] as const)
      expect(await run(words)).to.satisfy(
        ({ code, stderr }: CliResult) => code === 2 && stderr.startsWith(`${message}\n`),
      );
  });
});
