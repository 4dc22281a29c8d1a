import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { sql } from 'kysely';
import { writeAccessFiles } from '../../support/access.ts';
import { runCli, type CliResult } from '../../support/cli-process.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { writableNames } from '../../support/resource-objects.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

/** The findings of doctor, by subject: level and text. */
type Findings = Readonly<Record<string, string>>;

async function examine(
  environment: Readonly<Record<string, string>>,
): Promise<Pick<CliResult, 'code' | 'stderr'> & { readonly found: Findings }> {
  const { code, stdout, stderr } = await runCli(['doctor'], { environment });
  const lines = stdout.split('\n').slice(0, -1);
  const found = lines.map((line) => {
    const [, level = '', subject = '', text = ''] = /^(ok|warning|failure) +(\w+(?: \w+)?)  +(.*)$/.exec(line) ?? [];
    expect(level, line).not.to.equal('');
    return [subject, `${level}: ${text}`] as const;
  });
  return { code, stderr, found: Object.fromEntries(found) };
}

describe('doctor', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  it('finds nothing wrong in memory, and says that nothing is kept', async () => {
    const { code, stderr, found } = await examine({ DATABASE_URL: 'memory:' });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(found).to.have.all.keys('node', 'configuration', 'port', 'storage');
    expect(found['node']).to.match(new RegExp(`^ok: ${process.version} `));
    expect(found['port']).to.equal('ok: any free port on 127.0.0.1');
    expect(found['storage']).to.match(/^warning: memory: nothing is kept when the service stops/);
  });

  it('warns of a variable that is nearly a setting', async () => {
    const { code, stdout } = await runCli(['doctor'], { environment: { DATABASE_URL: 'memory:', DATABSE_URL: 'x' } });
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^warning +configuration +DATABSE_URL is set but is not a setting -> did you mean DATABASE_URL\?$/m,
    );
  });

  it('names every invalid variable', async () => {
    const { code, stdout, stderr } = await runCli(['doctor'], { environment: { PORT: 'x', MIGRATE: 'y' } });
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '2 checks failed\n' });
    expect(stdout).to.match(/^failure +configuration +PORT must be .*\nfailure +configuration +MIGRATE must be .*\n/m);
  });

  it('checks the policy and keys as the service does', async () => {
    const files = writeAccessFiles({ roles: { reader: {} } });
    const { POLICY_FILE, KEYS_FILE } = files.environment;
    const accessFound = async (environment: Readonly<Record<string, string>>): Promise<string | undefined> =>
      (await examine({ DATABASE_URL: 'memory:', POLICY_FILE, ...environment })).found['access'];
    expect(await accessFound({ KEYS_FILE })).to.equal('ok: roles in the policy: reader');
    expect(await accessFound({})).to.match(/^failure: POLICY_FILE has no role for requests without credentials/);
    files.writeKeys([{}]);
    expect(await accessFound({ KEYS_FILE })).to.match(/^failure: KEYS_FILE is invalid: \/0/);
    files.remove();
  });

  describe('on a port', () => {
    it('that something else uses', async () => {
      const other = createServer((socket) => socket.end('no HTTP')).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const port = String((other.address() as AddressInfo).port);
      const { code, found } = await examine({ DATABASE_URL: 'memory:', PORT: port, ADMIN_PORT: port });
      other.close();
      expect(code).to.equal(1);
      expect(found['port']).to.equal(
        `failure: ${port} on 127.0.0.1 is in use by another program -> stop it, or set another PORT`,
      );
      expect(found['admin port']).to.match(
        /^failure: .* is in use by another program -> stop it, or set another ADMIN_PORT/,
      );
    });

    it('that this service uses', async () => {
      const service = await startTestService({ DATABASE_URL: 'memory:' });
      const { port } = new URL(service.url);
      const { code, found } = await examine({ DATABASE_URL: 'memory:', PORT: port });
      await service.stop();
      expect(code).to.equal(0);
      expect(found['port']).to.match(new RegExp(`^ok: ${port} on 127.0.0.1 is in use by this service, version `));
    });

    it('on a host that this machine does not have', async () => {
      const { code, found } = await examine({ DATABASE_URL: 'memory:', HOST: '192.0.2.1' });
      expect(code).to.equal(1);
      expect(found['port']).to.match(/^failure: this machine has no address 192.0.2.1 .* -> set HOST$/);
    });
  });

  describe('on the embedded database', () => {
    it('creates nothing where there is nothing', async () => {
      const environment = { DATA_DIR: `${folder.path}/not/yet` };
      const { code, found } = await examine(environment);
      expect(code).to.equal(0);
      expect(found['storage']).to.equal(`ok: ${environment.DATA_DIR} does not exist yet; the first start creates it`);
      expect(existsSync(`${folder.path}/not`)).to.equal(false);
    });

    it('changes nothing in a folder that is not in use, and takes one in use by this service for granted', async () => {
      const environment = { DATA_DIR: await newDataFolder(folder.path) };
      const before = contentsOf(environment.DATA_DIR);
      const idle = await examine(environment);
      expect(idle).to.deep.include({ code: 0, stderr: '' });
      expect(idle.found['storage']).to.match(/ is writable and not in use$/);
      expect(idle.found['tables']).to.equal('ok: all migrations have run');
      expect(contentsOf(environment.DATA_DIR)).to.deep.equal(before);

      const service = await startTestService(environment);
      const { port } = new URL(service.url);
      const beside = await examine({ ...environment, PORT: port });
      expect(beside.code).to.equal(0);
      expect(beside.found['storage']).to.match(/^ok: .* is in use by the running service/);
      const locked = await examine(environment);
      await service.stop();
      expect(locked).to.deep.include({ code: 1, stderr: '1 check failed\n' });
      expect(locked.found['storage']).to.match(
        /^failure: .* is in use by another process -> stop that process, or set/,
      );
    });

    it('finds a place where no folder can be created, whatever its rights say', async function () {
      if (process.platform !== 'linux') this.skip(); // There is no /proc.
      for (const place of ['/proc', '/proc/no/folder']) {
        const { code, found } = await examine({ DATA_DIR: place });
        expect(code).to.equal(1);
        expect(found['storage']).to.match(/^failure: .*\/proc.* \(ENOENT\) -> set DATA_DIR$/);
      }
    });

    it('finds a folder that cannot be used, and one whose database is broken', async () => {
      writeFileSync(`${folder.path}/file`, '');
      const file = await examine({ DATA_DIR: `${folder.path}/file` });
      expect(file).to.deep.include({ code: 1 });
      expect(file.found['storage']).to.match(/^failure: .*\/file is not a folder -> set DATA_DIR to a folder$/);
      mkdirSync(`${folder.path}/broken`);
      writeFileSync(`${folder.path}/broken/PG_VERSION`, '17\n');
      const broken = await examine({ DATA_DIR: `${folder.path}/broken` });
      expect(broken).to.deep.include({ code: 1 });
      expect(broken.found['tables']).to.match(/^failure: the database cannot be opened: .* -> restore the folder/);
    });
  });

  describe('on a server', () => {
    it('finds pending migrations, which are a failure where nothing will run them', async () => {
      const url = await (await testServer()).createEmptyDatabase();
      const automatic = await examine({ DATABASE_URL: url });
      expect(automatic.code).to.equal(0);
      expect(automatic.found['tables']).to.match(
        /^warning: migrations are pending: service-0001-baseline, .* -> the next start/,
      );
      const off = await examine({ DATABASE_URL: url, MIGRATE: 'off' });
      expect(off.code).to.equal(1);
      expect(off.found['tables']).to.match(
        /^failure: .* with MIGRATE=off the service waits -> run: npm run cli -- migrate$/,
      );
      expect(await tablesAt(url), 'tables after doctor').to.equal(0);
    });

    it('finds everything in order after the migration, and warns of a superuser', async () => {
      const url = await (await testServer()).createDatabase();
      const { code, found } = await examine({ DATABASE_URL: url, MIGRATE_DATABASE_URL: url });
      expect(code).to.equal(0);
      expect(found).to.have.all.keys(
        ['node', 'configuration', 'port', 'storage', 'role', 'migration role'].concat([
          'tables',
          'privileges',
          'changes',
          'extension',
          'connections',
          'clock',
        ]),
      );
      expect(found['storage']).to.match(/^ok: test_\w+ on 127.0.0.1:\d+ responds, PostgreSQL \d+/);
      expect(found['role']).to.match(/^warning: postgres is a superuser, /);
      expect(found['tables']).to.equal('ok: all migrations have run');
      expect(found['privileges']).to.equal('ok: the role has all privileges that the service needs');
      expect(found['extension']).to.equal('ok: pg_trgm is installed');
      expect(found['clock']).to.match(/^ok: the server's clock is \d+ ms (ahead of|behind) this machine's$/);
    });

    it('finds counts that are not as configured, until a migration has changed them', async () => {
      const environment = { DATABASE_URL: await (await testServer()).createDatabase() };
      const scan = { ...environment, COUNTS: 'scan' };
      expect((await examine(scan)).found['tables']).to.match(
        /^warning: migrations are pending: COUNTS=scan -> the next/,
      );
      expect((await runCli(['migrate'], { environment: scan })).stderr).to.equal('migrated: COUNTS=scan\n');
      expect((await examine(scan)).found['tables']).to.equal('ok: all migrations have run');
      const off = await examine({ ...environment, MIGRATE: 'off' });
      expect(off.code).to.equal(1);
      expect(off.found['tables']).to.match(/^failure: migrations are pending: COUNTS=kept; with MIGRATE=off/);
    });

    it('finds a search path without an accessible schema', async () => {
      const url = `${await (await testServer()).createEmptyDatabase()}?options=-c%20search_path%3Dmissing`;
      const { code, found } = await examine({ DATABASE_URL: url });
      expect(code).to.equal(1);
      expect(found['tables']).to.match(
        /^failure: the search_path of postgres is missing: .* -> run: alter role … set /,
      );
    });

    it('finds grants and indexes that are missing, and its statements mend both', async () => {
      const url = await (await testServer()).createDatabase();
      const role = `reader_${new URL(url).pathname.slice(1)}`;
      const serving = new URL(url);
      [serving.username, serving.password] = [role, 'secret'];
      await administer(url, [
        `create role ${role} login password 'secret'`,
        `grant select (id, name, version), insert (name), delete on person to ${role}`,
        `grant all on computer, person_count to ${role}`,
        `grant select (name) on mikro_orm_migrations to ${role}`,
        'drop index person_name_text',
      ]);
      const { code, found } = await examine({ DATABASE_URL: serving.href });
      expect(code).to.equal(1);
      expect(found['role']).to.equal(`ok: ${role} may not create tables, only use them`);
      expect(found['extension']).to.match(/^warning: text indexes are missing: .* -> run: select index_texts\(\)$/);
      const [, statements = ''] =
        /^failure: the role lacks privileges on tables -> as the owner of the tables, run: (.*)$/.exec(
          found['privileges'] ?? '',
        ) ?? [];
      // Columns are named like attributes.
      const others = writableNames('person')
        .filter((name) => name !== 'name')
        .join(', ');
      expect(statements.split('; ')).to.deep.equal([
        `grant select (${others}), insert (${others}), update (name, ${others}, version) on person to ${role}`,
        `grant select on computer_count to ${role}`,
        `grant select on epoch to ${role}`,
        `grant select, insert, update, delete on answer to ${role}`,
        ...['change', 'change_pending', 'change_order'].map(
          (table) => `grant select, insert, delete on ${table} to ${role}`,
        ),
        `grant select, update on change_head to ${role}`,
        `grant usage on change_write to ${role}`,
      ]);
      await administer(url, [...statements.split('; '), 'select index_texts()']);
      const mended = await examine({ DATABASE_URL: serving.href });
      expect(mended).to.deep.include({ code: 0, stderr: '' });
      await administer(url, [`revoke select (name) on mikro_orm_migrations from ${role}`]);
      expect((await examine({ DATABASE_URL: serving.href })).found['privileges']).to.match(
        /run: grant select \(name\) on mikro_orm_migrations to reader_\w+$/,
      );
      await administer(url, [`drop owned by ${role}`, `drop role ${role}`]);
    });

    it('finds a wrong password, and does not show it', async () => {
      const server = await PrivateServer.create();
      server.write('pg_hba.conf', 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
      try {
        await server.start();
        await administer(server.url, [`create role reader login password 'right'`]);
        const url = new URL(server.url);
        [url.username, url.password] = ['reader', 'wr0ng'];
        const { code, found } = await examine({ DATABASE_URL: url.href });
        expect(code).to.equal(1);
        expect(found['storage']).to.match(
          /^failure: the database refuses the connection: password authentication failed for user "reader" -> check that/,
        );
        expect(JSON.stringify(found)).not.to.include('wr0ng');
      } finally {
        await server.remove();
      }
    });

    it('finds a role that does not exist, a server that is away and a database that does not exist', async () => {
      const url = await (await testServer()).createDatabase();
      const stranger = new URL(url);
      [stranger.username, stranger.password] = ['stranger', 'wr0ng'];
      const elsewhere = new URL(url);
      elsewhere.pathname = '/nowhere';
      for (const [broken, reason] of [
        [stranger.href, /the database refuses the connection: .*stranger/],
        [elsewhere.href, /the database refuses the connection: .*nowhere/],
        ['postgres://nobody@127.0.0.1:1/away', /the database is not available: .*ECONNREFUSED/],
      ] as const) {
        const { code, found } = await examine({ DATABASE_URL: broken });
        expect(code).to.equal(1);
        expect(found['storage'])
          .to.match(/^failure: /)
          .and.match(reason)
          .and.match(/ -> check that PostgreSQL runs at /);
      }
      const migrator = await examine({ DATABASE_URL: url, MIGRATE_DATABASE_URL: stranger.href });
      expect(migrator.found['migration role']).to.match(/^failure: the database refuses the connection/);
    });
  });
});

async function administer(url: string, statements: readonly string[]): Promise<void> {
  const database = openServer(url);
  try {
    for (const statement of statements) await sql.raw(statement).execute(database.kysely);
  } finally {
    await database.close();
  }
}

async function tablesAt(url: string): Promise<number> {
  const database = openServer(url);
  try {
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(database.kysely);
    return rows.length;
  } finally {
    await database.close();
  }
}

/** Every file of a folder with a digest of its content and its time of change. */
function contentsOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .map((path) => {
      const state = statSync(path);
      const digest = state.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
      return `${path} ${state.mtimeMs} ${digest}`;
    })
    .sort();
}
