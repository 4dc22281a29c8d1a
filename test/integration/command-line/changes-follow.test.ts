import { expect } from 'chai';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient } from '../../support/api-client.ts';
import { beginCli, runCli, startCli, type CliProcess } from '../../support/cli-process.ts';
import { openCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

interface Line {
  readonly attributes: { readonly action: string };
  readonly relationships: { readonly subject: { readonly data: { readonly id: string } } };
  readonly meta: { readonly page: { readonly cursor: string } };
}

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
const idsIn = (text: string): readonly string[] =>
  linesOf(text).map(({ relationships }) => relationships.subject.data.id);

describe('changes --follow', () => {
  let service: TestService;
  let client: ApiClient;
  let proxy: CuttingProxy;
  let processes: CliProcess[];

  beforeEach(async () => {
    processes = [];
    service = await startTestService({ DATABASE_URL: 'memory:' });
    client = new ApiClient(service.url);
    proxy = await openCuttingProxy(service.url);
    for (let number = 1; number <= 2; number += 1) await addPerson(client);
  });
  afterEach(async () => {
    for (const { process, ended } of processes) {
      process.kill('SIGKILL');
      await ended;
    }
    await proxy.close();
    await service.stop();
  });

  const words = (...more: readonly string[]): readonly string[] => ['changes', '--url', proxy.url, '--follow', ...more];
  const positionIn = (messages: string): string =>
    /^position: (p[\w-]+)$/m.exec(messages)?.[1] ?? `none in ${messages}`;

  it('prints the changes, then new ones as they happen, and the position to continue from when interrupted', async () => {
    const command = beginCli(words());
    await eventually('the first are printed', () => idsIn(command.output()).length === 2);
    await addPerson(client);
    await eventually('the next is printed', () => idsIn(command.output()).length === 3);
    command.signal('SIGINT');
    const { code, stdout, stderr } = await command.ended;
    expect(code).to.equal(0);
    expect(idsIn(stdout)).to.deep.equal(['1', '2', '3']);
    expect(stderr).to.equal(`stopping\nposition: ${linesOf(stdout).at(-1)?.meta.page.cursor ?? ''}\n`);
    expect(stdout).to.equal((await runCli(['changes', '--url', service.url])).stdout);
  });

  it('prints only changes after a position, or only new ones', async () => {
    const { position } = (await client.get('/changes?page%5Bafter%5D=now')).document.meta;
    for (const after of [position, 'now']) {
      const command = beginCli(words('--after', after));
      const printed = (): readonly string[] => idsIn(command.output());
      const made: unknown[] = [];
      await eventually('one is printed', async () => {
        made.push(await addPerson(client));
        return printed().length > 0;
      });
      command.signal('SIGTERM');
      expect(await command.ended).to.include({ code: 0 });
      expect(made).to.include.members([...printed()]);
    }
  });

  it('continues by itself after an outage, which it reports once', async () => {
    const command = beginCli(words());
    await eventually('the first are printed', () => idsIn(command.output()).length === 2);
    proxy.target = undefined;
    proxy.cut();
    await addPerson(client);
    const before = proxy.connections;
    await eventually('it tries again', () => proxy.connections >= before + 1);
    proxy.target = service.url;
    await eventually('it has caught up', () => idsIn(command.output()).length === 3);
    command.signal('SIGINT');
    const { code, stdout, stderr } = await command.ended;
    expect({ code, ids: idsIn(stdout) }).to.deep.equal({ code: 0, ids: ['1', '2', '3'] });
    expect(stderr).to.match(/^the connection was lost, trying again \(.+\)\nstopping\nposition: p\S+\n$/);
  });

  it('fails with the same message as without --follow', async () => {
    for (const after of ['pOfAnotherDatabase', 'yesterday']) {
      const { code, stdout, stderr } = await runCli(words('--after', after));
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.equal((await runCli(['changes', '--url', service.url, '--after', after])).stderr);
    }
    const refused = await runCli(['changes', 'off', '--follow'], { environment: { DATABASE_URL: 'memory:' } });
    expect(refused)
      .to.include({ code: 2 })
      .and.to.have.property('stderr')
      .that.includes('--follow cannot be used with off');
  });

  it('fails when its position expires later, after printing the changes before', async () => {
    const command = beginCli(words());
    await eventually('the first are printed', () => idsIn(command.output()).length === 2);
    const restarted = await startTestService({ DATABASE_URL: 'memory:' });
    proxy.target = restarted.url;
    proxy.cut();
    const { code, stdout, stderr } = await command.ended;
    await restarted.stop();
    expect({ code, ids: idsIn(stdout) }).to.deep.equal({ code: 1, ids: ['1', '2'] });
    expect(stderr).to.match(/This position belongs to another history of the data: .*\n$/);
    expect(positionIn(stderr)).to.equal(linesOf(stdout).at(-1)?.meta.page.cursor);
  });

  it('as a process exits with 0 on Ctrl-C, with all lines written, and when its reader has left', async () => {
    const [interrupted, left] = [startCli(words()), startCli(words())];
    processes.push(interrupted, left);
    for (const each of processes)
      await eventually('the first are printed', () => idsIn(each.output().stdout).length === 2);
    left.process.stdout.destroy();
    for (let number = 3; number <= 50; number += 1) await addPerson(client);
    expect((await left.ended).code).to.equal(0);
    await eventually('all are printed', () => idsIn(interrupted.output().stdout).length === 50);
    interrupted.process.kill('SIGINT');
    const { code, stdout } = await interrupted.ended;
    expect({ code, number: linesOf(stdout).length }).to.deep.equal({ code: 0, number: 50 });
  });
});
