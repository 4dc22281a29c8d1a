// A PostgreSQL server for a single test, which may stop, kill and restart it on the same port.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import {
  copyCluster,
  copyPackaged,
  createCluster,
  systemBinaries,
  untilReady,
  type Cluster,
} from './postgres-binaries.ts';
import { childrenOf, isRunning, signalTo } from './processes.ts';

/** Durable, as by default. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'fsync=on', 'synchronous_commit=on'];

export class PrivateServer {
  /** The URL of its database `postgres`. */
  readonly url: string;
  readonly #home: string;
  readonly #port: number;
  readonly #cluster: Cluster;
  #shell: ChildProcess | undefined;

  private constructor(home: string, port: number, cluster: Cluster) {
    this.#home = home;
    this.#port = port;
    this.#cluster = cluster;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Creates a server without starting it. */
  static async create(): Promise<PrivateServer> {
    const home = createHome();
    const binaries = systemBinaries() ?? copyPackaged(home);
    return new PrivateServer(home, await freePort(), createCluster(home, binaries));
  }

  /** Creates a server with a copy of the data of this one, which must have been stopped, without starting it. */
  async copy(): Promise<PrivateServer> {
    const home = createHome();
    return new PrivateServer(home, await freePort(), copyCluster(this.#cluster, this.#home, home));
  }

  get port(): number {
    return this.#port;
  }

  /** Of the postmaster, once it has been started. */
  get pid(): number {
    return Number(readFileSync(join(this.#home, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  /** The folder of its Unix socket. */
  get socketFolder(): string {
    return this.#home;
  }

  /** True if it is started and not stopped again. */
  get isStarted(): boolean {
    return this.#shell !== undefined;
  }

  /** Writes a file of the cluster, such as `pg_hba.conf` or a certificate, which only the server may read. */
  write(name: string, content: string): void {
    const path = join(this.#home, 'data', name);
    writeFileSync(path, content, { mode: 0o600 });
    const { uid, gid } = this.#cluster.options;
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }

  /** Starts it, even after a crash; resolves when it answers. */
  async start(): Promise<void> {
    const { command, options } = this.#cluster;
    const settings = SETTINGS.flatMap((each) => ['-c', each]);
    const log = openSync(join(this.#home, 'log'), 'a');
    const postgres = [...command, '-p', String(this.#port), ...settings];
    this.#shell = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'private', ...postgres], {
      ...options,
      detached: true,
      stdio: ['pipe', 'ignore', log],
    });
    closeSync(log);
    await untilReady(this.#port, this.#home);
  }

  /** Stops it: SIGINT is a fast shutdown, SIGKILL a crash. Resolves when it is gone. */
  async stop(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    await this.#end((pid) => {
      process.kill(pid, signal);
      return [pid];
    });
  }

  /** Kills all its processes at once: none lives on for a moment to send or confirm something. Resolves when they are gone. */
  async crash(): Promise<void> {
    await this.#end((pid) => {
      // So that it starts no other.
      signalTo(pid, 'SIGSTOP');
      const all = [...childrenOf(pid), pid];
      for (const each of all) signalTo(each, 'SIGKILL');
      return all;
    });
  }

  /** Replaces the data by a copy of those of another server. Both must have been stopped. */
  replaceBy(other: PrivateServer): void {
    rmSync(join(this.#home, 'data'), { recursive: true });
    copyCluster(other.#cluster, other.#home, this.#home);
  }

  /** True if PostgreSQL's `pg_rewind` is installed; npm's binaries have none. */
  get canRewind(): boolean {
    return existsSync(this.#rewind);
  }

  /** Brings the data, after a stop or a crash, back to where the history of another server, which is running, begins to differ. */
  async rewind({ url }: PrivateServer): Promise<void> {
    const parameters = ['--target-pgdata', join(this.#home, 'data'), '--source-server', url];
    await promisify(execFile)(this.#rewind, parameters, this.#cluster.options);
  }

  get #rewind(): string {
    return join(dirname(this.#cluster.command[0] ?? ''), 'pg_rewind');
  }

  /** @param kill ends the processes of a server and returns which */
  async #end(kill: (pid: number) => readonly number[]): Promise<void> {
    const shell = this.#shell;
    if (shell === undefined) return;
    this.#shell = undefined;
    // It has none if it has not even started.
    if (!existsSync(join(this.#home, 'data/postmaster.pid'))) return;
    const { pid } = this;
    const ended = once(shell, 'exit');
    const killed = kill(pid);
    while (killed.some(isRunning)) await pause(10);
    shell.stdin?.end();
    await ended;
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

function createHome(): string {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'private-postgres-'));
  chmodSync(home, 0o755);
  return home;
}

/** The input ends with the test process, even if that is killed. The shell waits for the server, so that no zombie is left. */
const UNTIL_INPUT_ENDS = 'exec 3<&0; "$@" & server=$!; (read -r _ <&3; kill -INT $server) & wait $server; kill $! 2>&-';
