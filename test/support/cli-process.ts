// Runs the command line, in this process unless a test is about exit codes, signals, terminals or closed pipes.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/program.ts';
import { LESS_WORK_AT_START } from './service-process.ts';
import { testEnvironment } from './test-environment.ts';

export interface CliOptions {
  /** In addition to those of every test. There is no database by default. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The working folder. Concurrent runs must have the same one. */
  readonly folder?: string;
  /** Its standard input. */
  readonly input?: string;
  /** Receives its messages instead of the result. Only for runs in this process. */
  readonly stderr?: Writable;
}

export interface CliResult {
  /** The exit code, or the signal that ended a separate process. */
  readonly code: number | string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export function runCli(words: readonly string[], options?: CliOptions): Promise<CliResult> {
  return beginCli(words, options).ended;
}

/** Starts a command in this process. Wait until it ends. `output` is its standard output so far. */
export function beginCli(words: readonly string[], options: CliOptions = {}) {
  const { folder, input = '' } = options;
  const signals = new EventEmitter();
  const [stdout, messages] = [collector(), collector()];
  const io = {
    env: environmentOf(options),
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout,
    stderr: options.stderr ?? messages,
    on: signals.on.bind(signals),
    exit: (code: number) => {
      throw new Error(`the command called exit(${code})`);
    },
  };
  if (folder !== undefined) process.chdir(folder);
  const ended = runCommandLine(words, io)
    .then((code) => ({ code, stdout: stdout.text(), stderr: messages.text() }))
    .finally(() => process.chdir(ROOT));
  return { signal: (name: NodeJS.Signals) => signals.emit(name), output: () => stdout.text(), ended };
}

const ROOT = process.cwd();

interface Collector extends Writable {
  text(): string;
}

function collector(): Collector {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}

function environmentOf({ environment }: CliOptions): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: '', ...testEnvironment, ...environment };
}

export interface CliProcess {
  readonly process: ChildProcessWithoutNullStreams;
  readonly output: () => Pick<CliResult, 'stdout' | 'stderr'>;
  readonly ended: Promise<CliResult>;
}

export const CLI_ENTRY = new URL('../../src/cli/start.js', import.meta.url).pathname;

/** Starts a command as a process. Kill it, or wait until it ends. */
export function startCli(words: readonly string[], options: CliOptions = {}): CliProcess {
  const { folder, input = '' } = options;
  const env = environmentOf(options);
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
