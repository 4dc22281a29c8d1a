// Data goes to standard output, messages go to standard error.
import { once } from 'node:events';

/** Whatever reads standard output has closed it, as `head` does once it has seen enough. */
export class ClosedOutputError extends Error {
  constructor() {
    super('standard output was closed');
    this.name = 'ClosedOutputError';
  }
}

let failure: NodeJS.ErrnoException | undefined;
let hasWarned = false;

/** Must run before anything is written: an unhandled `error` event would end the process with a stack trace. */
export function listenForOutputErrors(): void {
  // Kept here, because the stream does not keep it.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => (failure ??= error));
  process.stderr.on('error', () => undefined);
}

/**
 * Writes to standard output, as fast as it is read.
 * @throws ClosedOutputError when nobody reads it any more; Error when it cannot be written
 */
export async function print(data: string | Uint8Array): Promise<void> {
  requireOpen();
  warnOfNpm();
  if (process.stdout.write(data)) return;
  await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => undefined);
  requireOpen();
}

/** `npm run` writes the name of the script to standard output, where it spoils data. */
function warnOfNpm(): void {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env;
  if (hasWarned || script !== 'cli' || level === 'silent' || process.stdout.isTTY) return;
  hasWarned = true;
  tell('npm has written lines of its own before the data: use npm run -s cli -- …');
}

/** Writes a line to standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Waits until everything told has been written, or cannot be. */
export async function flushMessages(): Promise<void> {
  await new Promise((resolve) => process.stderr.write('', resolve));
}

/**
 * Waits until everything printed has been written.
 * @throws like `print`
 */
export async function flush(): Promise<void> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  requireOpen();
}

function requireOpen(): void {
  if (failure === undefined) return;
  if (failure.code === 'EPIPE') throw new ClosedOutputError();
  throw new Error(`standard output cannot be written: ${failure.message}`, { cause: failure });
}
