import { expect } from 'chai';
import { sql } from 'kysely';
import { writeFileSync } from 'node:fs';
import { messageOf } from '#application/model/describe-error';
import { openServer } from '../../support/open-server.ts';
import { ApiClient } from '../../support/api-client.ts';
import { startOperated, type OperatedProcess } from '../../support/admin-pages.ts';
import { eventually } from '../../support/eventually.ts';
import { testServer } from '../../support/postgres-server.ts';
import { hasTerminals, killedAfterEach, startOnTerminal, temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

const SECRET = 's3cret-w0rd';
const URL_OF_NOBODY = `postgres://somebody:${SECRET}@127.0.0.1:1/away`;
/** On a signal, fills the buffer that the process may use for its log. */
const FILLED = `data:text/javascript,process.on('SIGWINCH', () => process.stderr.write('x'.repeat(5 * 1024 * 1024)))`;

describe('The log of the process', () => {
  const killedLater = killedAfterEach();
  const folder = temporaryFolder();

  async function start(
    environment: Readonly<Record<string, string>> = {},
    options?: readonly string[],
  ): Promise<OperatedProcess> {
    return killedLater(await startOperated(environment, options));
  }

  after(() => {
    folder.remove();
  });

  it('contains no names, e-mail addresses, query values or bodies, not even when the database rejects them', async () => {
    const url = await (await testServer()).createDatabase();
    const service = await start({ DATABASE_URL: url, LOG_LEVEL: 'debug' });
    const client = new ApiClient(service.url);
    const person = (name: string) => ({
      data: { type: 'person', attributes: { name, email: 'zaphod@zarquon.example', birth_date: '1978-03-08' } },
    });
    expect((await client.post('/persons', person('Zaphod'))).status).to.equal(201);
    await client.get('/persons?filter[name]=Zaphod&filter=[{"name":"zarquon"}]&sort=zarquon');
    await client.post('/persons', '{"zarquon');
    const database = openServer(url);
    await sql`alter table person add constraint zarquons check (name <> 'Zarquon')`.execute(database.kysely);
    await database.close();
    expect((await client.post('/persons', person('Zarquon'))).status).to.equal(500);
    const ofRequests = () => service.logged().filter((line) => 'requestId' in line);
    await eventually('everything is logged', () => ofRequests().length === 5);
    const [, , , failure] = ofRequests();
    expect(failure?.['error']).to.include({ code: '23514' });
    expect(service.output().stderr.replaceAll('"zarquons', '')).not.to.match(/za(phod|rquon)|1978-03-08/i);
    expect(service.output().stdout).to.equal(`Listening on ${service.url}\n`);
  });

  it('never shows the password of a database that is down', async () => {
    const file = `${folder.path}/url`;
    writeFileSync(file, `${URL_OF_NOBODY}\n`);
    const service = await start({ DATABASE_URL: '', DATABASE_URL_FILE: file, POOL_WAIT_MS: '200' });
    const ready = await service.admin.get('/ready');
    expect(ready.status).to.equal(503);
    expect(ready.text).to.contain('ECONNREFUSED').and.not.contain(SECRET);
    const refused = await new ApiClient(service.url).get('/persons');
    expect(refused.status).to.equal(503);
    expect(refused.text + service.output().stderr).not.to.contain(SECRET);
    const starting = startTestService({ DATABASE_URL: URL_OF_NOBODY, FAIL_FAST: 'true', POOL_WAIT_MS: '200' });
    const failure = await starting.then(() => 'none', messageOf);
    expect(failure).to.contain('ECONNREFUSED').and.not.contain(SECRET);
  });

  it('may be closed, and so may standard output', async () => {
    const service = await start();
    service.process.stderr?.destroy();
    service.process.stdout?.destroy();
    const client = new ApiClient(service.url);
    for (let count = 0; count < 50; count += 1) expect((await client.get('/persons')).status).to.equal(200);
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
  });

  it('may be blocked: lines are dropped and counted, requests are served, and shutdown takes no longer', async () => {
    const service = await start({}, ['--import', FILLED]);
    service.process.stderr?.pause();
    service.process.kill('SIGWINCH');
    const client = new ApiClient(service.url);
    await eventually('lines are dropped', async () => {
      expect((await client.get('/nope')).status).to.equal(404);
      return (await service.admin.sum('log_lines_dropped_total')) > 0;
    });
    const stopped = performance.now();
    service.process.kill('SIGTERM');
    const exit = new Promise((resolve) => service.process.once('exit', resolve));
    expect(await exit).to.equal(0);
    expect(performance.now() - stopped).to.be.below(20_000);
    service.process.stderr?.resume();
  });

  describe('on a terminal', () => {
    before(function () {
      if (!hasTerminals) this.skip(); // Nothing else makes terminals without native code.
    });

    const terminals = [
      ['in colour', '', '\u{1b}[32m200\u{1b}['],
      ['without colour if NO_COLOR is set', '1', ' 200 '],
    ] as const;
    for (const [what, noColor, status] of terminals)
      it(`has one readable line per request, ${what}`, async () => {
        const service = killedLater(startOnTerminal({ DATABASE_URL: 'memory:', NO_COLOR: noColor }));
        const url = await service.listening;
        expect((await new ApiClient(url).get('/persons')).status).to.equal(200);
        await eventually('it is shown', () => service.output().stdout.includes('persons.list'));
        const lines = service.output().stdout.split('\r\n').slice(0, -1);
        expect(lines).to.have.length(3);
        expect(lines[0]).to.equal(`Listening on ${url}`);
        expect(lines[1]).to.include(`explorer: ${url}/explorer/, reference: ${url}/docs/`);
        expect(lines[2]).to.include('GET persons.list ').and.include(status);
        if (noColor !== '') expect(lines[2]).not.to.include('\u{1b}');
      });

    it('is JSON if LOG_FORMAT says so', async () => {
      const service = killedLater(startOnTerminal({ DATABASE_URL: 'memory:', LOG_FORMAT: 'json' }));
      expect((await new ApiClient(await service.listening).get('/persons')).status).to.equal(200);
      await eventually('it is shown', () => service.output().stdout.includes('persons.list'));
      const line = service.output().stdout.split('\r\n').at(-2) ?? '';
      expect(JSON.parse(line)).to.include({ msg: 'request', route: 'persons.list' });
    });
  });
});
