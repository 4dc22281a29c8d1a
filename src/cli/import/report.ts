import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { CommandIo } from '../terminal/command-io.ts';
import { unwritable } from '../terminal/files.ts';

/** The records that were not imported, with their reasons. */
export interface Report {
  /** @returns the length of the report, in bytes */
  add(text: string): Promise<number>;
}

/** @param head is printed before the first record */
export function printedReport(io: CommandIo, head: string): Report {
  let bytes = 0;
  return {
    add: async (text) => {
      await io.print(bytes === 0 ? head + text : text);
      bytes += text.length;
      return bytes;
    },
  };
}

/**
 * A report in a file, created with the first record. That it is writable is checked now, before anything is sent.
 * @param bytes its length as the journal of a stopped import has it: anything beyond is cut off; undefined for a fresh
 * import
 * @throws Error when it is not writable, or a fresh import would overwrite it
 */
export function fileReport(path: string, head: string, bytes?: number): Report {
  if (bytes === undefined && existsSync(path) && statSync(path).size > 0)
    throw new Error(`${path} exists already: import, rename or delete it first`);
  requireWritable(path);
  let descriptor: number | undefined;
  let length = bytes ?? 0;
  return {
    add: async (text) => {
      if (descriptor === undefined) {
        descriptor = openSync(path, 'a');
        // Somebody may have removed or shortened the file.
        length = Math.min(length, fstatSync(descriptor).size);
        ftruncateSync(descriptor, length);
      }
      length += writeSync(descriptor, length === 0 ? head + text : text);
      return length;
    },
  };
}

function requireWritable(path: string): void {
  const isThere = existsSync(path);
  if (isThere && !statSync(path).isFile()) throw new Error(`${path} is not a file`);
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw unwritable(error, path);
  }
  if (!isThere) rmSync(path);
}
