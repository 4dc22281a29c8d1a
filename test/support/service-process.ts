import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from './test-environment.ts';

export interface ServiceProcess {
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves to the address once it listens. Rejects if it ends first. */
  readonly listening: Promise<string>;
  /** Resolves to the exit code, or to the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves when it is gone. */
  kill(): Promise<void>;
}

/** The embedded database is WebAssembly, which Node would optimize for longer than most tests use it. */
export const LESS_WORK_AT_START = '--liftoff-only';

const ENTRY = new URL('../../src/start.js', import.meta.url).pathname;

/** Starts the service as a process of its own. */
export function startProcess(
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
  entry = ENTRY,
): ServiceProcess {
  return startCommand(process.execPath, [LESS_WORK_AT_START, ...nodeOptions, entry], environment);
}

/** The program that makes terminals; only that of util-linux has the options used here. */
export const hasTerminals = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

/** Starts the service on a terminal: `process` is the terminal, and its standard output what that shows. */
export function startOnTerminal(environment: Readonly<Record<string, string>>): ServiceProcess {
  const command = `exec "${process.execPath}" "${ENTRY}"`;
  const options = ['--quiet', '--return', '--flush', '--command', command, '/dev/null'];
  return startCommand('script', options, { SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '', ...environment });
}

/** Starts a command that runs the service. */
export function startCommand(
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): ServiceProcess {
  const env: NodeJS.ProcessEnv = { ...process.env, DATABASE_URL: '', ...testEnvironment, ...environment };
  // Set by what runs the tests: one has colours despite NO_COLOR, the other none on any terminal.
  delete env['FORCE_COLOR'];
  delete env['CI'];
  const child = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => (code ?? signal) as number | string);
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString();
      const address = /^Listening on (\S+)$/m.exec(output.stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then((how) => {
      reject(new Error(`the service ended (${how}) before it listened: ${output.stderr}`));
    });
  });
  listening.catch(() => undefined);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { process: child, output: () => ({ ...output }), listening, ended, kill };
}

/**
 * Kills processes after each test of the surrounding suite.
 * @returns a function that registers a process, and returns that process
 */
export function killedAfterEach(): <Started extends ServiceProcess>(started: Started) => Started {
  const running: ServiceProcess[] = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.kill();
  });
  return (started) => {
    running.push(started);
    return started;
  };
}

/** True if connections to an address are refused. */
export function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(true);
      else reject(error);
    });
  });
}

/** Creates an empty temporary folder. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'jsonapi-test-'));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
