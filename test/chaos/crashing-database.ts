// A PostgreSQL server to kill and restart. It is durable: fsync and synchronous commit are on.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { openServer } from '../support/open-server.ts';
import { copyPackaged, createCluster, systemBinaries, type Cluster } from '../support/postgres-binaries.ts';
import { childrenOf, signalTo } from '../support/processes.ts';

/**
 * The target of a kill: the postmaster, after which its children exit; all processes at once; or one session's process, after which the server
 * restarts by itself.
 */
export type Crash = 'postmaster' | 'all processes' | 'one session';

export interface DatabaseOptions {
  /** The same after every restart. */
  readonly port: number;
  /** For example `synchronous_commit=off`; they override the durable defaults. */
  readonly settings: readonly string[];
}

const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
/** Delays every commit by 10 ms (the value is in microseconds), so that many kills hit one in progress. */
const SLOW_COMMITS = ['commit_delay=10000', 'commit_siblings=0'];
const START_TIMEOUT_MILLIS = 120_000;

/** Stops the server and removes its folder when stdin closes: at the latest when the test process dies. */
const CLEANER = `read -r _
kill -INT "$(head -n 1 data/postmaster.pid)" && while [ -f data/postmaster.pid ]; do sleep 0.1; done
cd / && rm -rf "$0"`;

export class CrashingDatabase {
  readonly url: string;
  readonly #home: string;
  readonly #cluster: Cluster;
  readonly #parameters: readonly string[];
  readonly #admin: Database;
  readonly #cleaner: ChildProcess;
  #server: ChildProcess | undefined;

  private constructor(home: string, { port, settings }: DatabaseOptions) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    this.#home = home;
    const system = process.env['TEST_POSTGRES'] === 'embedded' ? undefined : systemBinaries();
    this.#cluster = createCluster(home, system ?? copyPackaged(home));
    const all = ['listen_addresses=127.0.0.1', 'max_connections=100', ...DURABLE, ...SLOW_COMMITS, ...settings];
    this.#parameters = ['-p', String(port), ...all.flatMap((each) => ['-c', each])];
    this.#admin = openServer(this.url, { poolSize: 2, connectTimeoutMillis: 1000 });
    this.#cleaner = this.#launch(['/bin/sh', '-c', CLEANER, home], 'pipe');
  }

  /** Creates a cluster in a temporary folder without starting it. */
  static create(options: DatabaseOptions): CrashingDatabase {
    const home = mkdtempSync(join(realpathSync(tmpdir()), 'test-chaos-'));
    try {
      chmodSync(home, 0o755);
      return new CrashingDatabase(home, options);
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
  }

  /** Starts the server unless it is running; resolves once it accepts statements. */
  async start(): Promise<void> {
    for (const end = Date.now() + START_TIMEOUT_MILLIS; Date.now() < end; await pause(20)) {
      // It exits at once while sessions of its killed predecessor are alive, so retry.
      if (!isRunning(this.#server)) this.#server = this.#launch([...this.#cluster.command, ...this.#parameters]);
      if (await this.#acceptsStatements()) return;
    }
    throw new Error(`PostgreSQL did not start: ${this.log().slice(-2000)}`);
  }

  /** Sends SIGKILL. */
  async crash(how: Crash): Promise<void> {
    const server = this.#server;
    if (server?.pid === undefined || !isRunning(server))
      throw new Error(`PostgreSQL exited by itself: ${this.log().slice(-2000)}`);
    if (how === 'one session') return this.#killSession();
    const ended = once(server, 'exit');
    const others = how === 'all processes' ? childrenOf(server.pid) : [];
    for (const pid of [server.pid, ...others]) signalTo(pid, 'SIGKILL');
    await ended;
    this.#server = undefined;
  }

  /** The server's log. */
  log(): string {
    return readFileSync(join(this.#home, 'log'), 'utf8');
  }

  /** Shuts the server down and removes its files. */
  async remove(): Promise<void> {
    await this.#admin.close();
    const ended = once(this.#cleaner, 'exit');
    this.#cleaner.stdin?.end();
    await ended;
  }

  /** Starts a program in its own process group, so that Ctrl-C in the terminal does not reach it. */
  #launch([program = '', ...parameters]: readonly string[], input: 'pipe' | 'ignore' = 'ignore'): ChildProcess {
    const log = openSync(join(this.#home, 'log'), 'a');
    const options = { ...this.#cluster.options, detached: true };
    const process = spawn(program, parameters, { ...options, stdio: [input, log, log] });
    closeSync(log);
    return process;
  }

  async #acceptsStatements(): Promise<boolean> {
    return sql`select 1`.execute(this.#admin.kysely).then(
      () => true,
      () => false,
    );
  }

  /** Prefers an active session. */
  async #killSession(): Promise<void> {
    const { rows } = await sql<{ readonly pid: number }>`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      order by state = 'active' desc, random() limit 1`.execute(this.#admin.kysely);
    const [session] = rows;
    if (session !== undefined) signalTo(session.pid, 'SIGKILL');
    // Lets the server notice.
    await pause(50);
  }
}

function isRunning(process: ChildProcess | undefined): boolean {
  return process?.exitCode === null && process.signalCode === null;
}
