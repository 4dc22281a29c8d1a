// The progress of an import, in a small file next to the imported one. It is written before each batch of records is sent
// and after its response, so no matter when the process dies, it shows the records that may have been written. These are sent
// again in the same batches, with the same keys.
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { isRunning } from '#composition/access/file-lock';
import { replaceFile } from '#composition/access/replace-file';
import { unwritable } from '../terminal/files.ts';
import { FORMAT, type ImportState } from './import-state.ts';

/** The store of an import's state. */
export interface Journal {
  readonly state: ImportState;
  write(state: ImportState): void;
  /** The import is complete. */
  remove(): void;
}

/** For an import that cannot be resumed. */
export function memoryJournal(state: ImportState): Journal {
  let current = state;
  return {
    get state() {
      return current;
    },
    write: (next) => (current = next),
    remove: () => undefined,
  };
}

/**
 * Opens the journal at a path, or starts one.
 * @param file the imported file, for messages
 * @throws Error if it belongs to another import or to one that is still running, or is not writable
 */
export function openJournal(path: string, file: string, fresh: ImportState): Journal {
  const text = textAt(path).trim();
  const found = text === '' ? undefined : readState(text, path);
  if (found !== undefined) requireSame(found, fresh, { path, file });
  return writeTo(path, { ...(found ?? fresh), subject: fresh.subject, pid: process.pid });
}

/** The text of the file, which is created if it is missing. */
function textAt(path: string): string {
  try {
    closeSync(openSync(path, 'a+'));
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unwritable(error, path);
  }
}

function writeTo(path: string, start: ImportState): Journal {
  // If the path is a link, the link stays and its target is replaced.
  const target = realpathSync(path);
  // The path is always the same, because only one process imports the file. A killed process may have left a file there.
  const part = `${target}.part`;
  rmSync(part, { force: true });
  let current = start;
  const write = (state: ImportState): void => {
    try {
      replaceFile(target, `${JSON.stringify(state)}\n`, { part, mayChangeOwner: true });
    } catch (error) {
      throw unwritable(error, path);
    }
    current = state;
  };
  write(start);
  return {
    get state() {
      return current;
    },
    write,
    remove: () => rmSync(path),
  };
}

function readState(text: string, path: string): ImportState {
  const state = parse(text, path);
  if (state?.format !== FORMAT)
    throw new Error(
      `${path} was written by another version: finish that import with that version, or delete the file to import all of it again`,
    );
  return state;
}

function parse(text: string, path: string): ImportState | null {
  try {
    return JSON.parse(text) as ImportState | null;
  } catch (error) {
    throw new Error(`${path} is not the progress of an import; delete or rename it`, { cause: error });
  }
}

function requireSame(
  found: ImportState,
  { digest, options, url, subject, places }: ImportState,
  { path, file }: { readonly path: string; readonly file: string },
): void {
  const anew = `delete ${path} to import all of it again`;
  if (found.pid !== process.pid && isRunning(found.pid)) throw new Error(`process ${found.pid} is importing ${file}`);
  if (found.digest !== digest) throw new Error(`${file} has changed since its import stopped; ${anew}`);
  if (found.options !== options)
    throw new Error(`the import that stopped had ${found.options || 'no options'}: use the same options, or ${anew}`);
  if (found.url !== url)
    throw new Error(`the import that stopped went to ${found.url}: pass it with --url, or ${anew}`);
  if (found.subject !== subject && found.open.length > 0)
    throw new Error(
      `the import that stopped was sent ${found.subject === null ? 'without a token' : `by ${found.subject}`}, and may have written some records: continue as the same client, or ${anew}`,
    );
  const { refused, unknown } = found.places;
  if (refused !== places.refused || unknown !== places.unknown)
    throw new Error(
      `the import that stopped reports to ${refused} and ${unknown}: pass them with --refused and --unknown, or ${anew}`,
    );
}
