// Runs the command line as a process.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { LESS_WORK_AT_START } from './service-process.ts';
import { testEnvironment } from './test-environment.ts';

export interface CliOptions {
  /** In addition to those of every test. There is no database by default. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** What it reads from standard input. */
  readonly input?: string;
}

export interface CliResult {
  /** The exit code, or the signal that ended it. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly process: ChildProcessWithoutNullStreams;
  readonly output: () => Pick<CliResult, 'stdout' | 'stderr'>;
  readonly ended: Promise<CliResult>;
}

export const CLI_ENTRY = new URL('../../src/cli/start.js', import.meta.url).pathname;

/** Starts a command. Kill it, or wait until it ends. */
export function startCli(words: readonly string[], options: CliOptions = {}): CliProcess {
  const { environment = {}, folder, input = '' } = options;
  const env = { ...process.env, DATABASE_URL: '', ...testEnvironment, ...environment };
  const child = spawn(process.execPath, [LESS_WORK_AT_START, CLI_ENTRY, ...words], { env, cwd: folder });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // A process that ends without reading its input.
  child.stdin.on('error', () => undefined).end(input);
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code: (code ?? signal) as number | string,
    ...output,
  }));
  return { process: child, output: () => ({ ...output }), ended };
}

/** Runs a command to its end. */
export function runCli(words: readonly string[], options?: CliOptions): Promise<CliResult> {
  return startCli(words, options).ended;
}

/**
 * Runs a command on a terminal of its own, by `script` of util-linux.
 * @param keys are pressed once the output is as expected
 */
export async function onTerminal(
  words: readonly string[],
  keys: string,
  folder: string,
  expected = /\[y\/N\]/,
): Promise<{ readonly code: number; readonly output: string }> {
  // Without exec, sh ends by the signal itself and hides the command's exit code.
  const command = `exec ${[process.execPath, CLI_ENTRY, ...words].map((word) => `'${word}'`).join(' ')}`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { cwd: folder });
  let output = '';
  let hasPressed = false;
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (hasPressed || !expected.test(output)) return;
    hasPressed = true;
    terminal.stdin.write(`${keys}\r`);
  });
  const [code] = (await once(terminal, 'close')) as [number];
  return { code, output };
}
