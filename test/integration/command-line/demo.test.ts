import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeAccessFiles } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { eventually } from '../../support/eventually.ts';
import { testServer } from '../../support/postgres-server.ts';
import {
  killedAfterEach,
  LESS_WORK_AT_START,
  startCommand,
  temporaryFolder,
  type ServiceProcess,
} from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

const START = new URL('../../../src/start.js', import.meta.url).pathname;
const MODELS = new URL('../../models', import.meta.url).pathname;

describe('--demo', () => {
  const killedLater = killedAfterEach();

  /** As `npm start -- --demo` does. */
  function start(environment: Readonly<Record<string, string>>, words = ['--demo']): ServiceProcess {
    return killedLater(startCommand(process.execPath, [LESS_WORK_AT_START, START, ...words], environment));
  }

  const said = (service: ServiceProcess): string => service.output().stderr;

  it('seeds an empty service, prints the addresses, and stops on a signal', async () => {
    const service = start({ DATABASE_URL: 'memory:' });
    const url = await service.listening;
    await eventually('it is filled', () => said(service).includes('Ctrl-C'));
    expect(said(service)).to.match(/^created 1000 persons and \d+ computers\n/);
    expect(said(service)).to.include(
      `\n  Explorer   ${url}/explorer/\n  Reference  ${url}/docs/\n  API        ${url}/persons\n`,
    );
    expect(said(service)).to.match(/\nPress Ctrl-C to stop\. The data is in memory only\.\n$/);
    expect((await new ApiClient(url).get('/persons')).document.meta.count).to.equal(1000);
    service.process.kill('SIGINT');
    expect(await service.ended).to.equal(0);
  });

  it('stops on a signal while it seeds the service', async () => {
    const service = start({ DATABASE_URL: 'memory:' });
    await service.listening;
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
    expect(said(service)).not.to.include('Ctrl-C');
  });

  it('creates nothing in a database that has data', async () => {
    const url = await (await testServer()).createDatabase();
    const before = await startTestService({ DATABASE_URL: url });
    // Of a type other than the first.
    await new ApiClient(before.url).post('/computers', { data: { type: 'computer', attributes: { serial: 'MINE' } } });
    await before.stop();
    const service = start({ DATABASE_URL: url, PAGES: 'off' });
    const client = new ApiClient(await service.listening);
    await eventually('it has looked', () => said(service).includes('Ctrl-C'));
    expect(said(service)).to.equal(
      `starting the demo in the database ${new URL(url).pathname.slice(1)} of DATABASE_URL\nthe database is not empty, so nothing was created\n\n  API        ${client.url}/persons\n\nPress Ctrl-C to stop.\n`,
    );
    expect((await client.get('/persons')).document.meta.count).to.equal(0);
  });

  it('works with a model that has sample data', async () => {
    const service = start({ DATABASE_URL: 'memory:', RESOURCES: join(MODELS, 'library') });
    const url = await service.listening;
    await eventually('it is filled', () => said(service).includes('Ctrl-C'));
    expect(said(service))
      .to.match(/^created 1000 authors, 1000 books, 0 /)
      .and.include(`  API        ${url}/authors\n`);
  });

  const refused: readonly (readonly [what: string, environment: Readonly<Record<string, string>>, message: RegExp])[] =
    [
      [
        'a model without sample data',
        { RESOURCES: join(MODELS, 'archive') },
        /^the model archive has no seed: add one, or start without --demo\n$/,
      ],
      [
        'a policy, which requires a token',
        {},
        /^--demo does not work with a policy, because it has no token: unset POLICY_FILE, or .* run npm run cli -- seed --persons 1000 with SERVICE_TOKEN\n$/,
      ],
    ];
  for (const [what, environment, message] of refused)
    it(`refuses ${what}`, async () => {
      const access = writeAccessFiles({ roles: { reader: { person: { read: {} } } } });
      const service = start({ DATABASE_URL: 'memory:', ...access.environment, ...environment });
      expect(await service.ended).to.equal(1);
      expect(said(service)).to.match(message);
      access.remove();
    });

  it("uses a separate folder, next to the model's data", async () => {
    const port = createServer();
    await once(port.listen(0, '127.0.0.1'), 'listening');
    const folder = temporaryFolder();
    // The port is in use, so it stops before it creates a database, which takes seconds.
    const environment = { DATA_DIR: '', PORT: String((port.address() as AddressInfo).port) };
    const service = killedLater(
      startCommand('sh', ['-c', 'cd "$0" && exec "$@"', folder.path, process.execPath, START, '--demo'], environment),
    );
    expect(await service.ended).to.equal(1);
    expect(said(service)).to.match(/^creating the demo in \/.*\/\.demo, which takes a few seconds\n.*EADDRINUSE/);
    expect(readdirSync(folder.path)).to.deep.equal([]);
    port.close();
    folder.remove();
  });

  it('is refused with other arguments, and if npm took it as an option', async () => {
    const surplus = start({}, ['--demo', 'now']);
    expect([await surplus.ended, said(surplus).split('\n')[0]]).to.deep.equal([2, 'unexpected argument "now"']);
    const unknown = start({}, ['--dmeo']);
    expect([await unknown.ended, said(unknown)]).to.deep.equal([
      2,
      'unknown argument --dmeo: only --resources FOLDER and --demo are allowed; settings are environment variables\n',
    ]);
    const taken = start({ npm_config_demo: 'true' }, []);
    expect([await taken.ended, said(taken)]).to.deep.equal([
      2,
      'npm took --demo as its own option; put -- before it, as in npm start -- --demo\n',
    ]);
    // As npm start --demo in the folder of a model, which runs this command.
    const inModel = await runCli(['start'], { environment: { npm_config_demo: 'true' } });
    expect([inModel.code, inModel.stderr.split('\n')[0]]).to.deep.equal([2, said(taken).trimEnd()]);
  });

  it('comes first in the usage, and needs no command', async () => {
    const { stdout } = await runCli(['--help']);
    expect(stdout.split('\n').slice(0, 3)).to.deep.equal([
      'Usage: npm run cli -- --demo',
      '       npm run cli -- new FOLDER',
      '       npm run cli -- COMMAND [options]',
    ]);
    const { code, stderr } = await runCli(['--demo', '--x']);
    expect([code, stderr.split('\n')[0]]).to.deep.equal([2, "unknown option '--x'"]);
  });
});
