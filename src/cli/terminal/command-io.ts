// The input and output of a command. Data goes to standard output, messages go to standard error.
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '#composition/config/parse-setting';

/** The members of `process` that the command line uses. Tests replace them. The working folder is always that of the real process. */
export interface ProcessIo {
  readonly env: Environment;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Calls the listener at each signal of this name. */
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): void;
}

/** The reader of standard output has closed it, as `head` does once it has seen enough. */
export class ClosedOutputError extends Error {
  constructor() {
    super('standard output was closed');
    this.name = 'ClosedOutputError';
  }
}

/** Must be created before anything is written: an unhandled `error` event would end the process with a stack trace. */
export class CommandIo {
  readonly process: ProcessIo;
  #failure: NodeJS.ErrnoException | undefined;
  #hasWarned = false;

  constructor(process: ProcessIo) {
    this.process = process;
    // The stream does not keep the error.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => (this.#failure ??= error));
    process.stderr.on('error', () => undefined);
  }

  /**
   * Writes to standard output, at the pace of its reader.
   * @throws ClosedOutputError if the reader has closed it; Error if it cannot be written
   */
  async print(data: string | Uint8Array): Promise<void> {
    const { stdout } = this.process;
    this.#requireOpen();
    this.#warnOfNpm();
    if (stdout.write(data)) return;
    await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => undefined);
    this.#requireOpen();
  }

  /** `npm run` writes the name of the script to standard output, where it corrupts the data. */
  #warnOfNpm(): void {
    const { env, stdout } = this.process;
    const { npm_lifecycle_event: script, npm_config_loglevel: level } = env;
    if (this.#hasWarned || script !== 'cli' || level === 'silent' || stdout.isTTY) return;
    this.#hasWarned = true;
    this.tell('npm has written its own lines before the data; use npm run -s cli -- …');
  }

  /** Writes a line to standard error. */
  tell(line: string): void {
    this.process.stderr.write(`${line}\n`);
  }

  /** Waits until every message has been written or has failed. */
  async flushMessages(): Promise<void> {
    await new Promise((resolve) => this.process.stderr.write('', resolve));
  }

  /**
   * Waits until everything printed has been written.
   * @throws like `print`
   */
  async flush(): Promise<void> {
    await new Promise((resolve) => this.process.stdout.write('', resolve));
    this.#requireOpen();
  }

  #requireOpen(): void {
    const failure = this.#failure;
    if (failure === undefined) return;
    if (failure.code === 'EPIPE') throw new ClosedOutputError();
    throw new Error(`standard output cannot be written: ${failure.message}`, { cause: failure });
  }
}
