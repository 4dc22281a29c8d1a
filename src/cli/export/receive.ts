import { createWriteStream, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { print } from '../output.ts';

/** The body of an answer, as it comes. */
export function bodyOf({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body);
}

/**
 * Prints an answer.
 * @throws ClosedOutputError when nobody reads it any more; Error when the answer does not come to its end
 */
export async function printAll(answer: Readable, stopped: AbortSignal): Promise<void> {
  stopped.addEventListener('abort', () => answer.destroy(new Error('interrupted')));
  await cutAsFailure(async () => {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) await print(chunk);
  });
}

/**
 * Writes an answer to a file, which gets its name once the answer is complete.
 * @throws Error when it does not come to its end; nothing is left then, and an older file stays
 */
export async function writeWhole(answer: Readable, file: string, stopped: AbortSignal): Promise<void> {
  // Through a link to the file that it names.
  const target = existsSync(file) ? realpathSync(file) : file;
  // A device or a pipe cannot be replaced.
  const isReplaced = !existsSync(target) || statSync(target).isFile();
  const written = isReplaced ? `${target}.part-${process.pid}` : target;
  try {
    await cutAsFailure(() => pipeline(answer, createWriteStream(written), { signal: stopped }));
    if (isReplaced) renameSync(written, target);
  } catch (error) {
    if (isReplaced) rmSync(written, { force: true });
    throw stopped.aborted ? new Error('interrupted', { cause: error }) : error;
  }
}

/** The service cuts the connection when it fails after the first byte. */
async function cutAsFailure(receive: () => Promise<void>): Promise<void> {
  try {
    await receive();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ECONNRESET' && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    throw new Error('the connection was cut before the end of the export', { cause: error });
  }
}
