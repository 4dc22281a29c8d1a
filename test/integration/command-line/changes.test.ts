import { expect } from 'chai';
import { sql } from 'kysely';
import { lockFolder } from '#adapters/persistence/connection/folder-lock';
import type { Database } from '#adapters/persistence/storage/database';
import { addPerson } from '../../contract/api/persons.ts';
import { ApiClient } from '../../support/api-client.ts';
import { runCli, type CliResult } from '../../support/cli-process.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { eventually } from '../../support/eventually.ts';
import { listenLocally } from '../../support/local-server.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const RESTARTED = 'the changes feed was restarted; earlier positions have expired\n';

/** A line that the command prints. */
interface Line {
  readonly type: string;
  readonly attributes: { readonly action: string };
  readonly relationships: { readonly subject: { readonly data: { readonly id: string } } };
  readonly meta: { readonly page: { readonly cursor: string } };
}

function linesOf({ stdout }: CliResult): readonly Line[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

function subjectsOf(result: CliResult): readonly string[] {
  return linesOf(result).map(
    ({ attributes, relationships }) => `${attributes.action} ${relationships.subject.data.id}`,
  );
}

function positionIn({ stderr }: CliResult): string {
  return /^position: (p[\w-]+)\n$/.exec(stderr)?.[1] ?? `none in ${stderr}`;
}

describe('changes', () => {
  let service: TestService;
  let client: ApiClient;
  let database: Database;
  let environment: Readonly<Record<string, string>>;

  beforeEach(async () => {
    const url = await (await testServer()).createDatabase();
    environment = { DATABASE_URL: url };
    service = await startTestService({ ...environment, MAX_PAGE_SIZE: '2' });
    client = new ApiClient(service.url);
    database = openServer(url);
  });
  afterEach(async () => {
    await database.close();
    await service.stop();
  });

  const print = (...words: readonly string[]): Promise<CliResult> =>
    runCli(['changes', '--url', service.url, ...words]);
  const perform = (action: string): Promise<CliResult> => runCli(['changes', action], { environment });
  const statusAfter = async (position: string): Promise<readonly unknown[]> => {
    const { status, document } = await client.get(`/changes?page%5Bafter%5D=${position}`);
    return [status, ...(status === 200 ? [] : [document.errors[0].meta.reason])];
  };

  describe('without an action', () => {
    it('prints a line for each change, page by page, then where to go on', async () => {
      for (let number = 1; number <= 5; number += 1) await addPerson(client);
      const all = await print();
      expect(all.code).to.equal(0);
      expect(subjectsOf(all)).to.deep.equal(['created 1', 'created 2', 'created 3', 'created 4', 'created 5']);
      const end = positionIn(all);
      expect(linesOf(all).at(-1)?.meta.page.cursor).to.equal(end);
      const third = linesOf(all)[2]?.meta.page.cursor ?? '';
      expect(subjectsOf(await print('--after', third))).to.deep.equal(['created 4', 'created 5']);
      expect(await print('--after', end)).to.deep.equal({ code: 0, stdout: '', stderr: `position: ${end}\n` });
      expect(await print('--after', 'now')).to.deep.equal({ code: 0, stdout: '', stderr: `position: ${end}\n` });
    });

    it('says where to go on when a later page fails', async () => {
      for (let number = 1; number <= 3; number += 1) await addPerson(client);
      let pages = 0;
      const cut = await listenLocally((request, response) => {
        const ask = async (): Promise<void> => {
          const answer = await fetch(`${service.url}${request.url ?? ''}`);
          pages += answer.ok ? 1 : 0;
          const isCut = pages > 1;
          response.writeHead(isCut ? 400 : answer.status, { 'Content-Type': 'application/vnd.api+json' });
          response.end(isCut ? '{"errors":[{"detail":"no more"}]}' : await answer.text());
        };
        void ask();
      });
      const failed = await runCli(['changes', '--url', cut.url]);
      await cut.close();
      expect(subjectsOf(failed)).to.deep.equal(['created 1', 'created 2']);
      const [, position = ''] = /^position: (\S+)\nno more\n$/.exec(failed.stderr) ?? [];
      expect(failed.code).to.equal(1);
      expect(subjectsOf(await print('--after', position))).to.deep.equal(['created 3']);
    });

    it('fails with the reason for a position that has expired, and for what is no position', async () => {
      const [before] = [positionIn(await print())];
      await perform('restart');
      const expired = await print('--after', before);
      expect({ code: expired.code, stdout: expired.stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(expired.stderr).to.match(/^This position belongs to another history of the data: .*\n$/);
      const wrong = await print('--after', 'yesterday');
      expect(wrong.code).to.equal(1);
      expect(wrong.stderr).to.match(/page\[after\] must be a position/);
    });

    it('takes nothing else for the feed', async () => {
      const page = await listenLocally((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<p>Log in!'));
      const { code, stderr } = await runCli(['changes', '--url', page.url]);
      await page.close();
      expect(code).to.equal(1);
      expect(stderr).to.include('did not return the changes feed');
    });
  });

  it('off keeps no changes, and on lets the feed begin anew, in running services', async () => {
    await addPerson(client);
    const position = positionIn(await print());
    expect(await perform('off')).to.include({
      code: 0,
      stderr: 'the changes feed is off; no changes are stored, and GET /changes returns 404\n',
    });
    expect((await client.get('/changes')).status).to.equal(404);
    await addPerson(client);
    expect(await kept()).to.equal(1);
    expect(await perform('on')).to.include({
      code: 0,
      stderr: 'the changes feed is on; it starts afresh, and earlier positions have expired\n',
    });
    expect(await statusAfter(position)).to.deep.equal([410, 'other-history']);
    const begun = positionIn(await print());
    await addPerson(client);
    expect(subjectsOf(await print())).to.deep.equal(['created 3']);
    expect(subjectsOf(await print('--after', begun))).to.deep.equal(['created 3']);
    const again = await perform('on');
    expect(again).to.include({ code: 0, stderr: 'the changes feed was already on; nothing has changed\n' });
    expect(subjectsOf(await print('--after', begun))).to.deep.equal(['created 3']);
  });

  const kept = async (): Promise<number> => {
    const { rows } = await sql<{ number: number }>`select count(*)::int as number from change`.execute(database.kysely);
    return rows[0]?.number ?? -1;
  };

  it('restart lets every position expire, and tells nothing of before', async () => {
    await addPerson(client);
    const told = positionIn(await print());
    // Not numbered yet.
    await addPerson(client);
    const [secret] = await stateOf();
    expect(await perform('restart')).to.deep.equal({ code: 0, stdout: '', stderr: RESTARTED });
    expect(await statusAfter(told)).to.deep.equal([410, 'other-history']);
    const begun = await print();
    expect(begun.stdout).to.equal('');
    // It can be verified, although no write has this number.
    expect(await statusAfter(positionIn(begun))).to.deep.equal([200]);
    await addPerson(client);
    expect(subjectsOf(await print())).to.deep.equal(['created 3']);
    expect(subjectsOf(await print('--after', positionIn(begun)))).to.deep.equal(['created 3']);
    expect(await stateOf()).to.deep.equal([secret, '32']);
    await perform('restart');
    expect(await statusAfter(positionIn(begun))).to.deep.equal([410, 'other-history']);
  });

  const stateOf = async (): Promise<readonly unknown[]> => {
    const { rows } = await sql<{ secret: string; length: string }>`
      select secret, length(restart)::text as length from change_head`.execute(database.kysely);
    return rows.flatMap(({ secret, length }) => [secret, length]);
  };

  it('restart numbers all later writes, even if the sequence has gone back', async () => {
    for (let number = 1; number <= 3; number += 1) {
      await addPerson(client);
      await print();
    }
    expect((await sql<{ low: string }>`select low from change_head`.execute(database.kysely)).rows).to.deep.equal([
      { low: '2' },
    ]);
    // As on a server to which the rows were copied without their sequence; the changes had another beginning there.
    await sql`truncate change`.execute(database.kysely);
    await sql`alter sequence change_write restart with 1`.execute(database.kysely);
    await perform('restart');
    await addPerson(client);
    await addPerson(client);
    expect(subjectsOf(await print())).to.deep.equal(['created 4', 'created 5']);
  });

  it('restart waits for the transactions that are under way', async () => {
    const transaction = await database.kysely.startTransaction().execute();
    await sql`insert into person (name) values ('by other means')`.execute(transaction);
    let isDone = false;
    const done = perform('restart').finally(() => (isDone = true));
    const before = (await sql`select restart from change_head`.execute(database.kysely)).rows;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(isDone).to.equal(false);
    expect((await sql`select restart from change_head`.execute(database.kysely)).rows).to.deep.equal(before);
    await transaction.commit().execute();
    expect((await done).stderr).to.equal(`waiting for the running transactions\n${RESTARTED}`);
  });

  it('on lets the positions expire that were given out while a writer still found it off', async () => {
    await perform('off');
    const transaction = await database.kysely.startTransaction().execute();
    await sql`insert into person (name) values ('no change is kept of this one')`.execute(transaction);
    const done = perform('on');
    await eventually('it is on', async () => (await client.get('/changes')).status === 200);
    const early = positionIn(await print());
    await transaction.commit().execute();
    expect((await done).code).to.equal(0);
    expect(await statusAfter(early)).to.deep.equal([410, 'other-history']);
  });

  it('restart makes a state that was lost', async () => {
    await sql`delete from change_head`.execute(database.kysely);
    await perform('restart');
    await addPerson(client);
    expect(subjectsOf(await print())).to.deep.equal(['created 1']);
    const [secret] = await stateOf();
    expect(secret).to.match(/^[0-9a-f]{64}$/);
  });

  it('purge removes what is older than is kept', async () => {
    for (let number = 1; number <= 3; number += 1) await addPerson(client);
    const [first, second, third] = linesOf(await print()).map(({ meta }) => meta.page.cursor);
    expect((await perform('purge')).stderr).to.equal('removed 0 changes older than 604800 s\n');
    await sql`update change set at = at - interval '2 minutes' where resource < 3`.execute(database.kysely);
    const purged = await runCli(['changes', 'purge'], { environment: { ...environment, CHANGES_TTL_SECONDS: '60' } });
    // The last of them stays, so that a position there can be verified.
    expect(purged).to.deep.equal({ code: 0, stdout: '', stderr: 'removed 1 change older than 60 s\n' });
    expect(await kept()).to.equal(2);
    expect(await statusAfter(first ?? '')).to.deep.equal([410, 'too-old']);
    expect(await statusAfter(second ?? '')).to.deep.equal([200]);
    expect(linesOf(await print()).map(({ meta }) => meta.page.cursor)).to.deep.equal([third]);
  });

  it('new-epoch begins the feed anew as well', async () => {
    await addPerson(client);
    const position = positionIn(await print());
    await runCli(['new-epoch'], { environment });
    expect(await statusAfter(position)).to.deep.equal([410, 'other-history']);
  });

  it('refuses an unknown action, and options that go with none', async () => {
    expect(await runCli(['changes', 'purg']))
      .to.include({ code: 2 })
      .and.to.have.property('stderr')
      .that.includes('unknown action "purg"; did you mean "purge"?');
    expect(await runCli(['changes', 'off', '--after', 'now'], { environment }))
      .to.include({ code: 2 })
      .and.to.have.property('stderr')
      .that.includes('--after cannot be used with off');
  });

  it('changes nothing in memory, and says why', async () => {
    for (const action of ['off', 'on', 'restart'])
      expect(await runCli(['changes', action], { environment: { DATABASE_URL: 'memory:' } })).to.deep.equal({
        code: 1,
        stdout: '',
        stderr: 'DATABASE_URL is "memory:", where the feed is always on, and every start restarts it\n',
      });
    expect(await runCli(['changes', 'purge'], { environment: { DATABASE_URL: 'memory:' } })).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL is "memory:", where the service itself removes old changes\n',
    });
  });

  describe('on the embedded database', () => {
    const folder = temporaryFolder();
    after(() => folder.remove());

    it('works while no service uses it', async () => {
      const data = await newDataFolder(folder.path);
      const embedded = { environment: { DATA_DIR: data } };
      for (const [action, said] of [
        ['off', /^the changes feed is off/],
        ['on', /^the changes feed is on/],
      ] as const)
        expect((await runCli(['changes', action], embedded)).stderr).to.match(said);
      const lock = await lockFolder(data);
      const beside = await runCli(['changes', 'restart'], embedded);
      await lock.release();
      expect(beside.code).to.equal(1);
      expect(beside.stderr).to.match(/^\S+ is in use by another process; stop the service that uses it\n$/);
    });
  });
});
