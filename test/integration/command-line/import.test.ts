import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { keyOf, writeAccessFiles } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { beginCli, onTerminal, runCli, startCli, type CliResult } from '../../support/cli-process.ts';
import { atDepth } from '../../support/depth.ts';
import { eventually } from '../../support/eventually.ts';
import { openHttpProxy, type HttpProxy, type Treatment } from '../../support/http-proxy.ts';
import { computerObject } from '../../support/persons.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { workingFolder } from '../../support/working-folder.ts';

describe('import', () => {
  const folder = workingFolder();
  const { read, write } = folder;
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    folder.closedAfterEach({ close: () => service.stop() });
  });

  async function openProxy(treat: (request: string, before: number) => Treatment): Promise<HttpProxy> {
    return folder.closedAfterEach(await openHttpProxy(service.url, treat));
  }

  function run(words: readonly string[], url = service.url, input = ''): Promise<CliResult> {
    return runCli(['import', ...words, '--url', url], { folder: folder.path, input });
  }

  /** Runs an import until something has happened, then interrupts it as Ctrl-C does. */
  async function interrupt(
    words: readonly string[],
    what: string,
    has: () => boolean | Promise<boolean>,
    url = service.url,
  ): Promise<CliResult> {
    const run = beginCli(['import', ...words, '--url', url], { folder: folder.path });
    await eventually(what, has);
    run.signal('SIGINT');
    return run.ended;
  }

  /** Names in the order of their ids. */
  async function stored(): Promise<readonly string[]> {
    const { document } = await new ApiClient(service.url).get('/persons?page[size]=0&sort=id');
    const persons = document.data as readonly { readonly attributes: { readonly display_name: string } }[];
    return persons.map(({ attributes }) => attributes.display_name);
  }

  it('refuses alone what a rule on rows forbids, and goes on', async () => {
    const where = [{ name: 'name', op: 'startswith', val: 'A' }];
    const files = writeAccessFiles({ roles: { clerk: { person: { read: {}, create: { where } } } } });
    const guarded = await startTestService({ DATABASE_URL: 'memory:', ...files.environment });
    folder.closedAfterEach({
      close: async () => {
        await guarded.stop();
        files.remove();
      },
    });
    write('persons.csv', 'name,email,birth_date', 'Ada,,', 'Bob,,', 'Ann,,', 'Cid,,');
    const { code, stderr } = await runCli(['import', 'persons.csv', '--url', guarded.url], {
      folder: folder.path,
      environment: { SERVICE_TOKEN: keyOf('clerk') },
    });
    expect(code).to.equal(1);
    expect(stderr).to.include('persons.csv: 2 created, 2 refused (persons.csv.refused.csv), 0 unknown\n');
    const refused = read('persons.csv.refused.csv').split('\n').slice(1, -1);
    expect(refused.map((line) => line.split(',')[0])).to.deep.equal(['Bob', 'Cid']);
  });

  it('creates persons and their computers, in the order of the file', async () => {
    write('persons.csv', 'name,email,birth_date', 'Ada,ada@example.org,1815-12-10', 'Grace,,');
    write('computers.csv', 'serial,owner', 'A-1,1', 'A-2,');
    expect(await run(['persons.csv'])).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: 'persons.csv: 2 created, 0 refused, 0 unknown\n',
    });
    expect(await run(['computers.csv'])).to.include({ code: 0 });
    expect(await stored()).to.deep.equal(['ADA <ada@example.org>', 'GRACE']);
    const { document } = await new ApiClient(service.url).get('/persons/1/computers');
    expect(document.data).to.deep.equal([computerObject('1', { serial: 'A-1' })]);
    expect(readdirSync(folder.path)).to.have.members(['persons.csv', 'computers.csv']);
  });

  it('writes refused rows to a file that can be corrected and imported', async () => {
    write('persons.csv', 'name,birth_date', 'Ada,1815-12-10', 'Bob,soon', ',1906-12-09', 'Cy,2000-01-01');
    const first = await run(['persons.csv']);
    expect(first).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: [
        'line 3 was refused: "birth_date" must be a date of the form YYYY-MM-DD (at /data/attributes/birth_date)',
        'line 4 was refused: "name" must have at least one character that is not white space (at /data/attributes/name)',
        'persons.csv: 2 created, 2 refused (persons.csv.refused.csv), 0 unknown',
        '',
      ].join('\n'),
    });
    const report = read('persons.csv.refused.csv');
    expect(report).to.match(/^name,birth_date,import_line,import_error,import_row\nBob,soon,3,.*\n,1906-12-09,4,.*\n$/);
    write('corrected.csv', report.replace('soon', '1999-12-31').replace('\n,1906', '\nGrace,1906').trimEnd());
    expect(await run(['corrected.csv'])).to.include({ code: 0 });
    expect(await stored()).to.deep.equal(['ADA', 'CY', 'BOB', 'GRACE']);
  });

  it('does not overwrite a report, which may have been corrected by hand', async () => {
    write('persons.csv', 'name', 'Ada');
    write('persons.csv.refused.csv', 'name', 'Mine');
    const { code, stderr } = await run(['persons.csv']);
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'persons.csv.refused.csv already exists; import, rename or delete it first\n',
    });
    expect(await stored()).to.deep.equal([]);
    expect(existsSync(`${folder.path}/persons.csv.progress`)).to.equal(false);
    expect(await run(['persons.csv', '--refused', 'other.csv'])).to.include({ code: 0 });
  });

  it('takes NDJSON, and refuses single lines of it', async () => {
    const person = (name: string) => JSON.stringify({ type: 'person', attributes: { name } });
    write(
      'mixed.ndjson',
      person('Ada'),
      '{"type":"spaceship"}',
      '{"type":"computer","attributes":{"serial":"A-1"}}',
      '{',
    );
    expect(await run(['mixed.ndjson'])).to.include({ code: 1 });
    expect(await stored()).to.deep.equal(['ADA']);
    expect((await new ApiClient(service.url).get('/computers')).document.data).to.have.lengthOf(1);
    const reported = read('mixed.ndjson.refused.ndjson').split('\n').slice(0, -1);
    expect(reported.map((line) => (JSON.parse(line) as { meta: object }).meta)).to.have.lengthOf(2);
  });

  it('imports a JSON document and refuses individual items', async () => {
    const data = [{ type: 'person', attributes: { name: 'Ada' } }, { name: ' ' }, { name: 'Grace' }];
    write('persons.json', JSON.stringify({ data }, undefined, 2));
    expect((await run(['persons.json'])).stderr).to.match(
      /^item 2 was refused: "name" must .*\npersons.json: 2 created, 1/,
    );
    expect(await stored()).to.deep.equal(['ADA', 'GRACE']);
    expect(read('persons.json.refused.ndjson')).to.match(/^{"name":" ","meta":{"import_item":2,/);
  });

  it('sends nothing if refused rows cannot be written down', async () => {
    write('persons.csv', 'name', 'Ada');
    for (const place of ['missing/refused.csv', '/dev/full']) {
      const { code, stderr } = await run(['persons.csv', '--refused', place]);
      expect(code, place).to.equal(1);
      expect(stderr, place).to.include(place).and.not.include('created');
    }
    expect(await run(['persons.csv'])).to.include({
      code: 0,
      stderr: 'persons.csv: 1 created, 0 refused, 0 unknown\n',
    });
  });

  it('reads standard input, and prints what is refused', async () => {
    const { code, stdout, stderr } = await run(['-'], service.url, 'name,email\nAda,\nBob,bob\n');
    expect(code).to.equal(1);
    expect(stdout).to.match(/^name,email,import_line,import_error,import_row\nBob,bob,3,.*\n$/);
    expect(stderr).to.match(/\nstandard input: 1 created, 1 refused \(standard output\), 0 unknown\n$/);
    expect(readdirSync(folder.path)).to.deep.equal([]);
  });

  it('says what is wrong with a file before it looks for the service', async () => {
    write('table.csv', 'name;nmae', 'Ada;ada@example.org');
    const nowhere = 'http://127.0.0.1:1';
    expect((await run(['nope.csv'], nowhere)).stderr).to.match(/^there is no file .*nope\.csv\n$/);
    expect((await run(['table.csv'], nowhere)).stderr).to.match(/unknown field "nmae".*\n$/);
    expect(readdirSync(folder.path)).to.deep.equal(['table.csv']);
  });

  it('sends nothing of a file that cannot be read to its end', async () => {
    write('persons.csv', 'name', 'Ada', '"Grace');
    const { code, stderr } = await run(['persons.csv']);
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'line 3: the quote that opens cell 1 ("name") is not closed\n',
    });
    write('persons.csv', 'name,birth_date', 'Ada,', 'Grace,12/9/1906');
    expect((await run(['persons.csv'])).stderr).to.match(
      /^line 3: "birth_date" is "12\/9\/1906": set the order of day, month and year with --dates /,
    );
    for (const [file, message] of [
      ['missing.csv', `there is no file ${folder.path}/missing.csv`],
      ['.', `${folder.path} is a folder, not a file`],
    ] as const)
      expect(await run([file])).to.deep.include({ code: 1, stderr: `${message}\n` });
    expect(await stored()).to.deep.equal([]);
    expect(readdirSync(folder.path)).to.deep.equal(['persons.csv']);
  });

  it('loses nothing and sends nothing twice when it is killed and started again', async () => {
    // Far more than the last kill waits for: a busy machine sees late how many are stored.
    const names = Array.from({ length: 1000 }, (_, index) => `P${index}`);
    write('persons.csv', 'name', ...names.map((name, index) => (index % 50 === 7 ? ' ' : name)));
    const sent = names.filter((_, index) => index % 50 !== 7);
    for (const count of atDepth({ gate: [40], campaign: [40, 150, 290] })) {
      const killed = startCli(['import', 'persons.csv', '--batch', '10', '--parallel', '3', '--url', service.url], {
        folder: folder.path,
      });
      await eventually(`${count} are created`, async () => (await stored()).length >= count);
      killed.process.kill('SIGKILL');
      expect((await killed.ended).code).to.equal('SIGKILL');
    }
    const { code, stderr } = await run(['persons.csv']);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^persons.csv: resuming after \d+ of 1000 records\n/);
    const found = await stored();
    expect(new Set(found).size, 'created twice').to.equal(found.length);
    expect(new Set(found), 'lost').to.deep.equal(new Set(sent));
    expect(rowsOf('persons.csv.refused.csv')).to.deep.equal(Array(names.length - sent.length).fill(' '));
    expect(stderr).to.include(`persons.csv: ${sent.length} created, ${names.length - sent.length} refused`);
    expect(existsSync(`${folder.path}/persons.csv.unknown.csv`), 'unknown').to.equal(false);
    expect(existsSync(`${folder.path}/persons.csv.progress`)).to.equal(false);
  });

  describe('that was interrupted', () => {
    const NAMES = Array.from({ length: 200 }, (_, index) => `P${index}`);
    const HEAD = 'name,import_line,import_error,import_row';

    async function interruptAmong(...names: readonly string[]): Promise<void> {
      write('persons.csv', 'name', ...names);
      const words = ['persons.csv', '--batch', '1'];
      await interrupt(words, 'some are created', async () => (await stored()).length >= 5);
      expect(hasProgress()).to.equal(true);
    }

    it('goes on where it had just begun a report', async () => {
      await interruptAmong(...NAMES, ' ');
      write('persons.csv.refused.csv', HEAD, ' ,202,half a rea');
      expect((await run(['persons.csv'])).stderr).to.include('persons.csv: 200 created, 1 refused');
      expect(read('persons.csv.refused.csv')).to.match(new RegExp(`^${HEAD}\n ,202,[^\n]+ white space [^\n]+\n$`));
    });

    it('begins a report anew that was taken away', async () => {
      await interruptAmong(' ', ...NAMES, ' ');
      renameSync(`${folder.path}/persons.csv.refused.csv`, `${folder.path}/corrected.csv`);
      expect((await run(['persons.csv'])).stderr).to.include('persons.csv: 200 created, 2 refused');
      expect(read('persons.csv.refused.csv')).to.match(new RegExp(`^${HEAD}\n ,203,[^\n]+\n$`));
    });

    it('goes on with its own reports only', async () => {
      await interruptAmong(' ', ...NAMES);
      write('mine.csv', 'mine');
      const { code, stderr } = await run(['persons.csv', '--refused', 'mine.csv']);
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr:
          'the import that stopped reports to persons.csv.refused.csv and persons.csv.unknown.csv: pass them with --refused and --unknown, or delete persons.csv.progress to import all of it again\n',
      });
      expect(read('mine.csv')).to.equal('mine\n');
    });

    it('creates nothing twice if it could not report that all is done', async () => {
      write('persons.csv', 'name', 'Ada', 'Grace');
      // A stream that never accepts a message.
      const stderr = new Writable({ write: () => undefined });
      void beginCli(['import', 'persons.csv', '--url', service.url], { folder: folder.path, stderr });
      await eventually('both are created', async () => (await stored()).length === 2);
      await eventually('both are settled', () => !hasProgress() || read('persons.csv.progress').includes('"done":2'));
      expect((await run(['persons.csv'])).stderr).to.include('persons.csv: 2 created');
      expect(await stored()).to.deep.equal(['ADA', 'GRACE']);
      expect(hasProgress()).to.equal(false);
    });
  });

  function hasProgress(): boolean {
    return existsSync(`${folder.path}/persons.csv.progress`);
  }

  /** The first cells of a report. */
  function rowsOf(name: string): readonly string[] {
    if (!existsSync(`${folder.path}/${name}`)) return [];
    return read(name)
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0] ?? '');
  }

  it('sends again what got no answer, with the same key, which creates it once', async () => {
    write('persons.csv', 'name', 'Ada', 'Lost', 'Dropped', 'Cy');
    const seen = new Set<string>();
    const proxy = await openProxy((request) => {
      const isFirst = !seen.has(request);
      seen.add(request);
      if (isFirst && request.includes('Lost')) return 'lose';
      return isFirst && request.includes('Dropped') ? 'drop' : 'pass';
    });
    expect(await run(['persons.csv', '--batch', '2'], proxy.url)).to.include({
      code: 0,
      stderr: 'persons.csv: 4 created, 0 refused, 0 unknown\n',
    });
    expect(await stored()).to.deep.equal(['ADA', 'LOST', 'DROPPED', 'CY']);
    expect(proxy.requests.filter((request) => request.startsWith('POST'))).to.have.lengthOf(4);
  });

  it('goes on after an outage with what may have been created, which is not created twice', async () => {
    write('persons.csv', 'name', 'Ada', 'Lost', 'Cy');
    let isAway = false;
    let isBack = false;
    const proxy = await openProxy((request) => {
      isAway ||= request.includes('Lost');
      return isAway && !isBack ? 'lose' : 'pass';
    });
    const lost = async (): Promise<boolean> => (await stored()).includes('LOST');
    const stopped = await interrupt(['persons.csv'], 'it is created, and its answer lost', lost, proxy.url);
    expect(stopped.stderr).to.include('the same command resumes from here');
    isBack = true;
    expect(await run(['persons.csv'], proxy.url)).to.include({ code: 0 });
    expect(await stored()).to.deep.equal(['ADA', 'LOST', 'CY']);
  });

  it('reports what may have been created and got no answer, once the service no longer knows its key', async () => {
    write('persons.csv', 'name', 'Ada', 'Bob', 'Lost', 'Cy', 'Eve');
    const proxy = await openProxy((request) => (request.includes('Lost') ? 'lose' : 'pass'));
    const lost = async (): Promise<boolean> => (await stored()).includes('LOST');
    await interrupt(['persons.csv', '--batch', '2'], 'it is created, and its answer lost', lost, proxy.url);
    const progress = `${folder.path}/persons.csv.progress`;
    const state = JSON.parse(readFileSync(progress, 'utf8')) as {
      open: { first: number; count: number; since: number }[];
    };
    expect(state.open.map(({ first, count }) => [first, count])).to.deep.equal([[2, 2]]);
    const open = state.open.map((each) => ({ ...each, since: each.since - 86_400_000 }));
    writeFileSync(progress, JSON.stringify({ ...state, open }));
    const { code, stderr } = await run(['persons.csv'], proxy.url);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /\nline 4 may have been created: no response came, and by now the service may have forgotten/,
    );
    expect(stderr).to.match(/\npersons.csv: 3 created, 0 refused, 2 unknown \(persons.csv.unknown.csv\): check if/);
    expect(rowsOf('persons.csv.unknown.csv')).to.deep.equal(['Lost', 'Cy']);
    expect(await stored()).to.deep.equal(['ADA', 'BOB', 'LOST', 'CY', 'EVE']);
  });

  it('creates nothing twice whatever comes between it and the answer to a list', async () => {
    const names = ['A', 'B', 'C', 'D'];
    const mediaType = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
    const isList = (request: string): boolean => request.startsWith('POST /operations ');
    const created = { code: 0, stderr: /^persons.csv: 4 created, 0 refused, 0 unknown\n$/ };
    const unknown = { code: 1, stderr: /\npersons.csv: 0 created, 0 refused, 4 unknown \(persons.csv.unknown.csv\)/ };
    let lists = 0;
    for (const [treat, { code, stderr }] of [
      [(request: string) => (isList(request) ? { contentType: mediaType } : 'pass'), created],
      [(request: string) => (isList(request) ? { contentType: 'application/json' } : 'pass'), unknown],
      // The answer is lost, and the repetition refused by the proxy.
      [(request: string) => (isList(request) ? ((lists += 1) === 1 ? 'lose' : 'refuse') : 'pass'), unknown],
    ] satisfies [(request: string) => Treatment, typeof created][]) {
      write('persons.csv', 'name', ...names);
      const before = (await stored()).length;
      const result = await run(['persons.csv'], (await openProxy(treat)).url);
      expect(result.code).to.equal(code);
      expect(result.stderr).to.match(stderr);
      expect((await stored()).slice(before)).to.deep.equal(names);
      expect(rowsOf('persons.csv.unknown.csv')).to.deep.equal(code === 0 ? [] : names);
      rmSync(`${folder.path}/persons.csv.unknown.csv`, { force: true });
    }
  });

  it('sends a list that may have been created in no others, though the service takes only shorter ones now', async () => {
    write('persons.csv', 'name', 'A', 'B', 'C', 'D');
    const proxy = await openProxy((request) => (request.startsWith('POST') ? 'lose' : 'pass'));
    const lost = async (): Promise<boolean> => (await stored()).length === 4;
    await interrupt(['persons.csv'], 'they are created, and the answer lost', lost, proxy.url);
    for (const limit of [{ MAX_OPERATIONS: '2' }, { MAX_BODY_BYTES: '100' }]) {
      const lowered = await startTestService({ DATABASE_URL: 'memory:', ...limit });
      folder.closedAfterEach({ close: () => lowered.stop() });
      const state = JSON.parse(read('persons.csv.progress')) as object;
      write('again.csv', 'name', 'A', 'B', 'C', 'D');
      const places = { refused: 'again.csv.refused.csv', unknown: 'again.csv.unknown.csv' };
      write('again.csv.progress', JSON.stringify({ ...state, url: lowered.url, places }));
      expect((await run(['again.csv'], lowered.url)).stderr).to.match(/\nagain.csv: 0 created, 0 refused, 4 unknown/);
      expect((await new ApiClient(lowered.url).get('/persons')).document.data).to.deep.equal([]);
      rmSync(`${folder.path}/again.csv.unknown.csv`);
    }
  });

  it('knows what was created where only half of the answer came', async () => {
    write('persons.csv', 'name', 'Ada', 'Half', 'Cy');
    const proxy = await openProxy((request) => (request.includes('Half') ? 'halve' : 'pass'));
    expect(await run(['persons.csv'], proxy.url)).to.include({ code: 0 });
    expect(await stored()).to.deep.equal(['ADA', 'HALF', 'CY']);
  });

  it('sends again what a busy service has not done', async () => {
    write('persons.csv', 'name', 'Ada', 'Grace');
    const proxy = await openProxy((_, before) => (before % 2 === 1 ? 'busy' : 'pass'));
    expect(await run(['persons.csv'], proxy.url)).to.include({ code: 0 });
    expect(await stored()).to.deep.equal(['ADA', 'GRACE']);
  });

  it('splits a batch that was refused while the answer was lost', async () => {
    write('persons.csv', 'name', 'Ada', 'Lost', ' ', 'Cy');
    let isBack = false;
    const proxy = await openProxy((request) => (!isBack && request.includes('Lost') ? 'lose' : 'pass'));
    const sent = (): boolean => proxy.requests.some((request) => request.includes('Lost'));
    await interrupt(['persons.csv'], 'it is sent', sent, proxy.url);
    isBack = true;
    expect((await run(['persons.csv'], proxy.url)).stderr).to.include('persons.csv: 3 created, 1 refused');
    expect(await stored()).to.deep.equal(['ADA', 'LOST', 'CY']);
  });

  it('sends lines in batches, and refused ones on their own', async () => {
    const names = Array.from({ length: 150 }, (_, index) => (index % 50 === 20 ? ' ' : `P${index}`));
    write('persons.csv', 'name', ...names);
    const proxy = await openProxy(() => 'pass');
    expect((await run(['persons.csv'], proxy.url)).stderr).to.include('persons.csv: 147 created, 3 refused');
    expect(await stored()).to.deep.equal(names.filter((name) => name !== ' '));
    expect(sent(proxy)).to.have.lengthOf(10);

    write('computers.csv', 'serial,owner', ...names.map((_, index) => `S-${index},999`));
    expect((await run(['computers.csv'], proxy.url)).stderr).to.include('computers.csv: 0 created, 150 refused');
    expect(sent(proxy).length, 'when all are refused').to.be.below(10 + 150 + 20);
  });

  it('sends shorter lists to a service that takes no long ones, and none where a proxy lets none through', async () => {
    const small = await startTestService({ DATABASE_URL: 'memory:', MAX_OPERATIONS: '4', MAX_BODY_BYTES: '300' });
    folder.closedAfterEach({ close: () => small.stop() });
    write('persons.csv', 'name', ...Array.from({ length: 20 }, (_, index) => `P${index}`));
    expect((await run(['persons.csv'], small.url)).stderr).to.equal('persons.csv: 20 created, 0 refused, 0 unknown\n');
    const proxy = await openProxy((request) => (request.includes('/operations ') ? 'refuse' : 'pass'));
    expect((await run(['persons.csv'], proxy.url)).stderr).to.equal('persons.csv: 20 created, 0 refused, 0 unknown\n');
    expect(sent(proxy).length).to.be.below(20 + 10);
  });

  it('sends long lists again once it has found the record for which short ones were refused', async () => {
    const small = await startTestService({ DATABASE_URL: 'memory:', MAX_BODY_BYTES: '20000' });
    folder.closedAfterEach({ close: () => small.stop() });
    const names = Array.from({ length: 600 }, (_, index) => `P${index}`);
    const large = 'x'.repeat(30_000);
    write('persons.csv', 'name', ...names.map((name, index) => ({ 30: 'Bad', 200: large })[index] ?? name));
    // Its 403 does not say which record is at fault.
    const proxy = await openHttpProxy(small.url, (request) => (request.includes('"Bad"') ? 'refuse' : 'pass'));
    folder.closedAfterEach(proxy);
    expect((await run(['persons.csv'], proxy.url)).stderr).to.include('persons.csv: 598 created, 2 refused');
    expect(sent(proxy).length).to.be.below(60);
  });

  const sent = (proxy: HttpProxy): readonly string[] => proxy.requests.filter((request) => request.startsWith('POST'));

  it('takes its bar away on Ctrl-C', async () => {
    write('persons.csv', 'name', ...Array.from({ length: 5000 }, (_, index) => `P${index}`));
    const words = ['import', 'persons.csv', '--batch', '5', '--url', service.url];
    const { code, output } = await onTerminal(words, '\u0003', folder.path, /[1-9]\d* of 5000 records/);
    expect(code).to.equal(1);
    // The code erases the line.
    expect(output).to.include('\u001B[2Kstopping once the pending requests are done');
  });

  it('stops on Ctrl-C after the answers under way, and goes on with the next call', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `P${index}`);
    write('persons.csv', 'name', ...names);
    const some = async (): Promise<boolean> => (await stored()).length >= 20;
    const { code, stderr } = await interrupt(['persons.csv', '--batch', '5'], 'some are created', some);
    expect(code).to.equal(1);
    expect(stderr).to.match(
      /^stopping once .*\ninterrupted: the same command resumes from here\npersons.csv: \d+ created, /,
    );
    expect((await stored()).length).to.be.below(2000);
    expect(await run(['persons.csv'])).to.include({ code: 0 });
    expect(await stored()).to.deep.equal(names);
  });

  it('reads a file according to the options, and continues only with the same ones', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => `P${index};31.12.${1000 + index}`);
    write('persons.csv', 'Full name;Birth Date', ...rows, 'Late;1.1.99', 'Short');
    const words = ['persons.csv', '--dates', 'dmy', '--map', 'Full name=name', '--batch', '1'];
    const some = async (): Promise<boolean> => (await stored()).length >= 5;
    await interrupt(words, 'some are created', some);
    expect((await run([...words, '--delimiter', ';'])).stderr).to.match(
      /^the import that stopped had --dates "dmy" --map "Full name=name": use the same options, or delete/,
    );
    expect((await run(words)).stderr).to.match(/\npersons.csv: 200 created, 2 refused/);
    const { document } = await new ApiClient(service.url).get('/persons?page[size]=0&sort=birth_date');
    expect(document.data).to.have.nested.property('[199].attributes.birth_date', '1199-12-31');
    const report = read('persons.csv.refused.csv');
    expect(report).to.match(
      /^Full name;Birth Date;import_line;import_error;import_row\nLate;1.1.99;202;.*;\nShort;;203;.*;Short\n$/,
    );
    write('corrected.csv', report.replace('1.1.99', '1.1.1999').replace(';Short\n', ';\n').trimEnd());
    expect(await run(['corrected.csv', ...words.slice(1)])).to.include({ code: 0 });
  });

  it('does not go on with another file or another service', async () => {
    write('persons.csv', 'name', ...Array.from({ length: 2000 }, (_, index) => `P${index}`));
    const some = async (): Promise<boolean> => (await stored()).length >= 5;
    await interrupt(['persons.csv', '--batch', '5'], 'some are created', some);
    const state = JSON.parse(read('persons.csv.progress')) as object;
    write('persons.csv.progress', JSON.stringify({ ...state, pid: process.ppid }));
    expect(await run(['persons.csv'])).to.deep.include({
      code: 1,
      stderr: `process ${process.ppid} is importing persons.csv\n`,
    });
    write('persons.csv.progress', JSON.stringify(state));
    const before = await stored();
    const proxy = await openProxy(() => 'pass');
    expect((await run(['persons.csv'], proxy.url)).stderr).to.match(
      /^the import that stopped went to \S+: pass it with/,
    );
    write('other.csv', 'name', 'Ada');
    renameSync(`${folder.path}/other.csv`, `${folder.path}/persons.csv`);
    expect((await run(['persons.csv'])).stderr).to.match(/^persons.csv has changed since its import stopped; delete/);
    expect(await stored()).to.deep.equal(before);
  });

  it('checks its words', async () => {
    for (const [words, message] of [
      [[], 'FILE is missing'],
      [['a.csv', '--parallel', '0'], '--parallel must be a whole number from 1 to 64'],
      [['a.csv', '--dates', 'iso'], '--dates must be one of dmy, mdy, ymd'],
      [
        ['a.csv', '--delimiter', ';;'],
        '--delimiter must be "tab" or one character that is not a letter, digit, space or quote',
      ],
      [['a.csv', '--map', 'name'], "--map must be a header and an attribute, such as --map 'Full name=name'"],
      [['a.csv', '--type', 'person'], '--type must be one of persons, computers; did you mean "persons"?'],
    ] as const)
      expect(await run(words)).to.satisfy(
        ({ code, stderr }: CliResult) => code === 2 && stderr.startsWith(`${message}\n`),
      );
  });
});
