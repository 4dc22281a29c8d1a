// PostgreSQL with default settings, fsync included, in a temporary folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseAt } from '#test/support/create-database';
import { freePort } from '#test/support/free-port';
import { copyPackaged, createCluster, systemBinaries, untilReady } from '#test/support/postgres-binaries';

export interface BenchServer {
  /** Of the postmaster. */
  readonly pid: number;
  /** The file. */
  readonly log: string;
  /** Resolves to the URL of a new, empty database. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the newest PostgreSQL installed on the system, else the packaged one. */
export async function startPostgres(): Promise<BenchServer> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'bench-postgres-'));
  chmodSync(home, 0o755);
  const { command, options } = createCluster(home, systemBinaries() ?? copyPackaged(home));
  const port = await freePort();
  const log = openSync(join(home, 'log'), 'a');
  const postgres = [...command, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
  const shell = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, home, ...postgres], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', log],
  });
  closeSync(log);
  const ended = once(shell, 'exit');
  await untilReady(port, home);
  return {
    log: join(home, 'log'),
    pid: Number(readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]),
    createDatabase: () => createDatabaseAt(`postgres://postgres@127.0.0.1:${port}/postgres`),
    stop: async () => {
      shell.stdin?.end();
      await ended;
    },
  };
}

/** Standard input ends with this process, even if it is killed; then the server stops and its folder is removed. */
const UNTIL_INPUT_ENDS = '"$@" & read -r _; kill -INT $!; wait; cd /; rm -rf "$0"';
