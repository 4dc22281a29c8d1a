import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { print } from '../terminal/output.ts';

/** The records that were not imported, with their reasons. */
export interface Report {
  /** @returns the length of the report, in bytes */
  add(text: string): Promise<number>;
}

/** @param head is printed before the first record */
export function printedReport(head: string): Report {
  let bytes = 0;
  return {
    add: async (text) => {
      await print(bytes === 0 ? head + text : text);
      bytes += text.length;
      return bytes;
    },
  };
}

/**
 * A report in a file, which is made with the first record. That it can be is tried at once, before anything is sent.
 * @param bytes its length when the import stopped, as far as it knew: what was written after that is cut off. Undefined for a fresh import
 * @throws Error when it is not a fresh one's to overwrite
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
        // Somebody may have taken the earlier part away.
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
  closeSync(openSync(path, 'a'));
  if (!isThere) rmSync(path);
}
