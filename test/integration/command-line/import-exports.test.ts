import { expect } from 'chai';
import { runCli, type CliResult } from '../../support/cli-process.ts';
import { openHttpProxy, type HttpProxy, type Treatment } from '../../support/http-proxy.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { workingFolder } from '../../support/working-folder.ts';

describe('import --update', () => {
  const folder = workingFolder();
  const { read, write } = folder;
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    folder.closedAfterEach({ close: () => service.stop() });
    write('persons.csv', 'name,birth_date', 'Ada,1815-12-10', 'Bob,', 'Cy,2000-01-01');
    write('computers.csv', 'serial,owner', '=A-1,1', 'A-2,1', 'A-3,2', 'A-4,');
    for (const file of ['persons.csv', 'computers.csv']) expect(await run(file)).to.include({ code: 0 });
  });

  function run(line: string, url = service.url): Promise<CliResult> {
    return runCli(['import', ...line.split(' '), '--url', url], { folder: folder.path });
  }

  async function exported(type: string, format = 'csv'): Promise<string> {
    const words = ['export', '-', '--type', type, '--format', format, '--url', service.url];
    return (await runCli(words, { folder: folder.path })).stdout;
  }

  async function openProxy(treat: (request: string) => Treatment): Promise<HttpProxy> {
    return folder.closedAfterEach(await openHttpProxy(service.url, treat));
  }

  const requests = (proxy: HttpProxy): readonly string[] =>
    proxy.requests.filter((request) => !request.startsWith('GET')).map((request) => request.split(' ', 2).join(' '));

  it('changes nothing with an unedited export', async () => {
    const proxy = await openProxy(() => 'pass');
    for (const format of ['csv', 'ndjson'])
      for (const type of ['persons', 'computers']) {
        const text = await exported(type, format);
        write(`export.${format}`, text.trimEnd());
        expect(await run(`export.${format} --update`, proxy.url)).to.include({ code: 0 });
        expect(await exported(type, format)).to.equal(text);
      }
    expect(requests(proxy)).to.deep.equal(Array(4).fill('POST /operations'));
  });

  it('applies the edits in an export', async () => {
    write('computers.csv', 'id,serial,owner', "1,'=A-1,3", '2,,1', '4,A-4b,1', '99,A-9,');
    const { code, stderr } = await run('computers.csv --update');
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: [
        'line 3 was refused: "serial" must have at least one character that is not white space (at /data/attributes/serial)',
        'line 5 was refused: Computer: 99 not found (parameter id)',
        'computers.csv: 2 updated, 2 refused (computers.csv.refused.csv), 0 unknown',
        '',
      ].join('\n'),
    });
    expect(read('computers.csv.refused.csv')).to.match(/^id,serial,owner,import_.*\n2,,1,3,.*\n99,A-9,,5,.*\n$/);
    write('persons.csv', 'id,birth_date,display_name,computers', '1,,X,', '3,1999-12-31,,3 2');
    expect(await run('persons.csv --update')).to.deep.include({
      code: 0,
      stderr: 'persons.csv: left out display_name\npersons.csv: 2 updated, 0 refused, 0 unknown\n',
    });
    expect((await exported('computers')).split('\r\n').slice(1, -1)).to.deep.equal([
      "1,'=A-1,",
      '2,A-2,3',
      '3,A-3,3',
      '4,A-4b,',
    ]);
    expect((await exported('persons')).split('\r\n').slice(1, -1)).to.deep.equal([
      '1,,ADA,',
      '2,,BOB,',
      '3,1999-12-31,CY,2 3',
    ]);
  });

  it('without the option, creates new resources from an export and reports it', async () => {
    write('export.csv', (await exported('computers')).trimEnd());
    expect(await run('export.csv')).to.deep.include({
      code: 0,
      stderr:
        'export.csv: left out id; to change the resources with these ids, use --update\nexport.csv: 4 created, 0 refused, 0 unknown\n',
    });
    expect((await exported('computers')).split('\r\n').slice(5, -1)).to.deep.equal([
      "5,'=A-1,1",
      '6,A-2,1',
      '7,A-3,2',
      '8,A-4,',
    ]);
  });

  it('writes once when no response comes, also one by one, and reports records that may have been updated', async () => {
    write('changes.csv', 'id,serial', '1,B-1', '2,B-2');
    for (const batch of [1, 2]) {
      const seen = new Set<string>();
      const proxy = await openProxy((request) => {
        const isFirst = !seen.has(request);
        seen.add(request);
        return isFirst && !request.startsWith('GET') ? 'lose' : 'pass';
      });
      expect((await run(`changes.csv --update --batch ${batch}`, proxy.url)).stderr).to.include('2 updated, 0 refused');
      const [one, two] = ['PATCH /computers/1', 'PATCH /computers/2'];
      expect(requests(proxy)).to.deep.equal(
        batch === 1 ? [one, one, two, two] : ['POST /operations', 'POST /operations'],
      );
    }
    const proxy = await openProxy((request) =>
      request.startsWith('GET') ? 'pass' : { contentType: 'application/json' },
    );
    expect((await run('changes.csv --update --batch 1', proxy.url)).stderr).to.match(
      /^line 2 may have been updated: the response, with status 200, is not .*\n.*\n.* 2 unknown .*: check if they were updated\n$/,
    );
  });
});
