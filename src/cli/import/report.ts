import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { CommandIo } from '../terminal/command-io.ts';
import { unwritable } from '../terminal/files.ts';

/** The records that were not imported, with their reasons. */
export interface Report {
  /** @returns the length of the report, in bytes */
  add(text: string): Promise<number>;
}

/** @param head printed before the first record */
export function printedReport(io: CommandIo, head: string): Report {
  let bytes = 0;
  return {
    add: async (text) => {
      const printed = bytes === 0 ? head + text : text;
      await io.print(printed);
      bytes += Buffer.byteLength(printed);
      return bytes;
    },
  };
}

/**
 * A report in a file, created with the first record. Checks now, before anything is sent, that it is writable.
 * @param bytes the length in the journal of a stopped import, to which the file is truncated; undefined for a fresh import
 * @throws Error when it is not writable, or a fresh import would overwrite it
 */
export function fileReport(path: string, head: string, bytes?: number): Report {
  if (bytes === undefined && existsSync(path) && statSync(path).size > 0)
    throw new Error(`${path} already exists; import, rename or delete it first`);
  requireWritable(path);
  let descriptor: number | undefined;
  let length = bytes ?? 0;
  return {
    add: async (text) => {
      try {
        descriptor ??= openSync(path, 'a');
        // Somebody may have removed or shortened the file, or a failed write may have left part of its text.
        length = Math.min(length, fstatSync(descriptor).size);
        ftruncateSync(descriptor, length);
        const added = length === 0 ? head + text : text;
        writeFileSync(descriptor, added);
        length += Buffer.byteLength(added);
      } catch (error) {
        throw unwritable(error, path);
      }
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
