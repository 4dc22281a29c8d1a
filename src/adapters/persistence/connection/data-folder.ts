import { existsSync, mkdirSync, statSync } from 'node:fs';
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

/** Whether a folder contains a database; PostgreSQL decides it by the same file. */
export function hasDatabase(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
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
