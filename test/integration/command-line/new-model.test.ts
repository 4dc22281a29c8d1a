import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import packageJson from '../../../package.json' with { type: 'json' };
import { ApiClient } from '../../support/api-client.ts';
import { CLI_ENTRY, runCli } from '../../support/cli-process.ts';
import {
  isRefused,
  killedAfterEach,
  LESS_WORK_AT_START,
  startCommand,
  temporaryFolder,
} from '../../support/service-process.ts';

describe('new', () => {
  const killedLater = killedAfterEach();
  const outside = temporaryFolder();
  const folder = join(outside.path, 'my-api');
  after(() => {
    outside.remove();
  });

  it('creates a model, serves it, and passes a signal on', async () => {
    // RESOURCES has no effect.
    const environment = { DATABASE_URL: 'memory:', RESOURCES: '/nowhere' };
    const service = killedLater(
      startCommand(process.execPath, [LESS_WORK_AT_START, CLI_ENTRY, 'new', folder], environment),
    );
    const url = await service.listening;
    expect(service.output().stderr).to.match(
      /^created .*\/my-api, starting it; to start it again, run npm start in it; to change it, read its README\.md\n/,
    );
    expect((await new ApiClient(url).get('/notes')).status).to.equal(200);
    const { name, scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect({ name, dependencies }).to.deep.equal({ name: 'my-api', dependencies: undefined });
    expect(scripts.start).to.match(/^exec npm --prefix ".*" start -- --resources \.$/);
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
    expect(await isRefused(url)).to.equal(true);
  });

  it('refuses a folder with files, or an invalid name', async () => {
    expect(await runCli(['new', folder])).to.include({ code: 1, stderr: `${folder} is not empty\n` });
    const { code, stderr } = await runCli(['new', join(outside.path, 'My API')]);
    expect([code, stderr.split('\n')[0]]).to.deep.equal([
      2,
      'the name of FOLDER must consist of lower-case letters, digits and hyphens, such as library; default is reserved',
    ]);
    expect(existsSync(join(outside.path, 'My API'))).to.equal(false);
    // npm runs the command in the folder of the clone, and names the user's folder.
    const invalid = join(outside.path, 'My_API');
    mkdirSync(invalid);
    const byNpm = { npm_lifecycle_event: 'cli', npm_package_name: packageJson.name, INIT_CWD: invalid };
    const { code: again } = await runCli(['new', '.'], { environment: byNpm });
    expect([again, readdirSync(invalid)]).to.deep.equal([2, []]);
  });
});
