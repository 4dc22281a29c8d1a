import { expect } from 'chai';
import { households } from '#product/households';
import { ApiClient } from '../../support/api-client.ts';
import { runCli, startCli } from '../../support/cli-process.ts';
import { eventually } from '../../support/eventually.ts';
import { openHttpProxy, type HttpProxy, type Treatment } from '../../support/http-proxy.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { workingFolder } from '../../support/working-folder.ts';

describe('seed', () => {
  const { closedAfterEach } = workingFolder();

  async function startService(environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
    const service = await startTestService({ DATABASE_URL: 'memory:', ...environment });
    closedAfterEach({ close: () => service.stop() });
    return service;
  }

  async function openProxy(target: string, treat: (request: string, before: number) => Treatment): Promise<HttpProxy> {
    return closedAfterEach(await openHttpProxy(target, treat));
  }

  it('makes the same data on every storage, with the same ids', async () => {
    const url = await (await testServer()).createDatabase();
    const [one, other] = [await startService(), await startService({ DATABASE_URL: url })];
    for (const service of [one, other]) {
      const { code, stdout, stderr } = await runCli(['seed', '--persons', '30', '--seed', '7', '--url', service.url]);
      expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' });
      expect(stderr).to.match(/^created 30 persons and \d+ computers\n$/);
    }
    const stored = await everything(one.url);
    expect(stored).to.deep.equal(await everything(other.url));
    expect(stored.persons.map(({ id }) => id)).to.deep.equal(Array.from({ length: 30 }, (_, index) => `${index + 1}`));
    expect(stored.persons[0]?.relationships.computers.data[0]).to.deep.equal({ type: 'computer', id: '1' });
    expect(stored.computers.some(({ relationships }) => relationships.owner.data === null)).to.equal(true);
  });

  it('finds the service of this machine by its HOST and PORT', async () => {
    const { port } = new URL((await startService()).url);
    expect((await runCli(['seed'], { environment: { PORT: port } })).stderr).to.match(/^created 20 persons and /);
  });

  const wrong: readonly (readonly [words: readonly string[], message: string])[] = [
    [[], 'with PORT=0, the port of the service is unknown; add --url'],
    [['--url', 'example.org'], '--url must be an http or https URL, such as http://127.0.0.1:3000'],
    [['--persons', '0'], '--persons must be a whole number from 1 to 10000000'],
    [['--persons'], "option '--persons <N>' argument missing"],
    [['--seed', 'x'], `--seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`],
  ];
  for (const [words, message] of wrong)
    it(`refuses ${words.join(' ') || 'PORT=0'} with exit code 2`, async () => {
      const { code, stderr } = await runCli(['seed', ...words]);
      expect({ code, message: stderr.split('\n')[0] }).to.deep.equal({ code: 2, message });
    });

  it('sends again what a busy service has not done', async () => {
    const service = await startService();
    const proxy = await openProxy(service.url, (_, before) => (before % 2 === 1 ? 'busy' : 'pass'));
    const { code, stderr } = await runCli(['seed', '--persons', '5', '--url', proxy.url]);
    expect(code).to.equal(0);
    const { persons, computers } = await everything(service.url);
    expect(stderr).to.equal(`created 5 persons and ${computers.length} computers\n`);
    expect(persons).to.have.lengthOf(5);
    expect(sent(proxy)).to.have.lengthOf(4);
  });

  it('sends again what got no answer, which creates it once', async () => {
    const service = await startService();
    const seen = new Set<string>();
    const proxy = await openProxy(service.url, (request) => {
      const isFirst = !seen.has(request);
      seen.add(request);
      return isFirst && request.startsWith('POST') ? 'lose' : 'pass';
    });
    const { code, stderr } = await runCli(['seed', '--persons', '9', '--url', proxy.url]);
    const { persons, computers } = await everything(service.url);
    expect(code).to.equal(0);
    expect(stderr).to.equal(`created 9 persons and ${computers.length} computers\n`);
    expect(persons).to.have.lengthOf(9);
    expect(sent(proxy)).to.have.lengthOf(4);
  });

  it('sends lists of the maximum length without changing the data', async () => {
    const [one, other] = [await startService(), await startService({ MAX_OPERATIONS: '7', MAX_BODY_BYTES: '800' })];
    const proxy = await openProxy(one.url, () => 'pass');
    for (const url of [proxy.url, other.url])
      expect(await runCli(['seed', '--persons', '120', '--url', url])).to.include({ code: 0 });
    expect(await everything(one.url)).to.deep.equal(await everything(other.url));
    expect(new Set(sent(proxy).map((request) => request.split(' ')[1]))).to.deep.equal(new Set(['/operations']));
    expect(sent(proxy).length).to.be.within(4, 6);
  });

  it('creates nothing more after the first refusal', async () => {
    const service = await startService();
    let persons = 0;
    const proxy = await openProxy(service.url, (request) => {
      if (request.startsWith('POST /persons ')) persons += 1;
      return request.startsWith('POST /operations ') || persons === 3 ? 'refuse' : 'pass';
    });
    expect(await runCli(['seed', '--url', proxy.url])).to.deep.include({
      code: 1,
      stderr: 'person 3 was refused: the response has status 403\ncreated 2 persons and 0 computers\n',
    });
  });

  it('creates no computers if it does not learn the ids of the persons', async () => {
    const proxy = await openProxy((await startService()).url, (request) =>
      request.startsWith('POST /operations ') ? 'halve' : 'pass',
    );
    expect(await runCli(['seed', '--persons', '9', '--url', proxy.url])).to.deep.include({
      code: 1,
      stderr: 'the response does not contain the ids of the persons\ncreated 9 persons and 0 computers\n',
    });
  });

  it('does not need the ids of the computers', async () => {
    const service = await startService();
    const proxy = await openProxy(service.url, (request) => (request.includes('"serial"') ? 'halve' : 'pass'));
    const { code, stderr } = await runCli(['seed', '--persons', '9', '--url', proxy.url]);
    const { computers } = await everything(service.url);
    expect({ code, stderr }).to.deep.equal({
      code: 0,
      stderr: `created 9 persons and ${computers.length} computers\n`,
    });
  });

  const sent = (proxy: HttpProxy): readonly string[] => proxy.requests.filter((request) => request.startsWith('POST'));

  it('ends with the reason when nothing answers, or something else does', async () => {
    const { url } = await openProxy('http://127.0.0.1:1', () => 'drop');
    expect(await runCli(['seed', '--url', url])).to.deep.include({
      code: 1,
      stderr: 'no response came: socket hang up\n',
    });
    const admin = await startService({ ADMIN_PORT: '0' });
    const { code, stderr } = await runCli(['seed', '--url', `${admin.adminUrl}/live`]);
    expect(code).to.equal(1);
    expect(stderr).to.equal('the response has status 404\n');
  });

  it('on Ctrl-C, still creates the computers of existing persons and reports the counts', async () => {
    const service = await startService();
    const run = startCli(['seed', '--persons', '100000', '--url', service.url]);
    const client = new ApiClient(service.url);
    await eventually('it has created something', async () => (await client.get('/computers/9')).status === 200);
    run.process.kill('SIGINT');
    run.process.kill('SIGINT');
    const { code, stderr } = await run.ended;
    const { persons, computers } = await everything(service.url);
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: [
        'stopping once the pending requests are done',
        `created ${persons.length} persons and ${computers.length} computers`,
        '',
      ].join('\n'),
    });
    const whole = [...households(persons.length, 1)].flat().filter(({ type }) => type === 'computer');
    expect(computers).to.have.lengthOf(whole.length);
  });
});

interface Linked {
  readonly id: string;
  readonly relationships: Readonly<Record<string, { readonly data: unknown }>> & {
    readonly computers: { readonly data: readonly unknown[] };
  };
}

async function everything(url: string) {
  const client = new ApiClient(url);
  const persons = await client.get('/persons?page[size]=0&sort=id');
  const computers = await client.get('/computers?page[size]=0&sort=id&include=owner');
  return {
    persons: persons.document.data as readonly Linked[],
    computers: computers.document.data as readonly {
      readonly relationships: { readonly owner: { readonly data: unknown } };
    }[],
  };
}
