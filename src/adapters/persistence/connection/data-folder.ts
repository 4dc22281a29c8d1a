import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents, unless it exists.
 * @throws Error when it is not a folder or cannot be created
 */
export function createFolder(folder: string): void {
  try {
    createMissing(resolve(folder));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new Error(`${folder} is not a folder`, { cause: error });
    throw new Error(`${folder} cannot be created: ${code}`, { cause: error });
  }
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
}

/** PostgreSQL takes a folder with this file for a database. */
const VERSION_FILE = 'PG_VERSION';
const INCOMPLETE = '.incomplete';

/** True if a folder contains a complete database. */
export function hasDatabase(folder: string): boolean {
  return existsSync(join(folder, VERSION_FILE)) && !existsSync(join(folder, INCOMPLETE));
}

/**
 * Marks a folder in which a database is about to be created. PGlite writes one file after another, and takes any folder
 * with a version file for a database, so an incomplete one left by a killed process would fail to open.
 * @returns a function that marks the database as complete
 */
export function markIncomplete(folder: string): () => void {
  const mark = join(folder, INCOMPLETE);
  writeFileSync(mark, '');
  rmSync(join(folder, VERSION_FILE), { force: true });
  return () => rmSync(mark);
}

/** Node's recursive mkdir takes every ENOENT for a missing parent, and so never returns where none can be created, as in /proc. */
function createMissing(path: string): void {
  if (existsSync(path)) return;
  createMissing(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(path)) throw error;
  }
}
