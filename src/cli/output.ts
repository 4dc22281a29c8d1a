// Data goes to standard output, messages go to standard error.
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Whatever reads standard output has closed it, as `head` does once it has seen enough. */
export class ClosedOutputError extends Error {
  constructor() {
    super('standard output was closed');
    this.name = 'ClosedOutputError';
  }
}

/** Must run before anything is written: an error that nobody listens for would end the process with a stack. */
export function listenForOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Writes to standard output, as fast as it is read.
 * @throws ClosedOutputError when nobody reads it any more; Error when it cannot be written
 */
export async function print(data: string | Uint8Array): Promise<void> {
  await write(process.stdout, data);
}

/** Writes a line to standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes to a stream, as fast as it takes data. Rejects like `print`. */
async function write(stream: Writable, data: string | Uint8Array): Promise<void> {
  requireOpen(stream);
  if (stream.write(data)) return;
  await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
  requireOpen(stream);
}

/**
 * Waits until everything printed has been written.
 * @throws like `print`
 */
export async function flush(): Promise<void> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  requireOpen(process.stdout);
}

function requireOpen({ errored, closed }: Writable): void {
  if (errored === null && !closed) return;
  if (errored === null || ('code' in errored && errored.code === 'EPIPE')) throw new ClosedOutputError();
  throw new Error(`standard output cannot be written: ${errored.message}`, { cause: errored });
}
