// Examines the embedded database. Opening it would write to its folder, so its tables are examined in a copy.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { hasDatabase } from '#adapters/persistence/connection/data-folder';
import { isLocked, isLockName } from '#adapters/persistence/connection/folder-lock';
import { openEmbedded } from '#adapters/persistence/storage/embedded';
import { messageOf, reasonOf } from '#application/model/describe-error';
import { served } from '../../product/served.ts';
import { examineFeed } from './examine-feed.ts';
import { examineMigrations } from './examine-migrations.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** Larger databases are not copied. */
const MAX_COPIED_BYTES = 2 * 1024 ** 3;

/** @param isServing true if a service with this configuration is running */
export async function examineFolder(dataFolder: string, isServing: boolean): Promise<readonly Finding[]> {
  const folder = resolve(dataFolder);
  if (!existsSync(folder)) return [missing(folder)];
  if (!statSync(folder).isDirectory())
    return [failure('storage', `${folder} is not a folder`, 'set DATA_DIR to a folder')];
  const refusal = accessRefusal(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  if (refusal !== undefined) return [notWritable(folder, refusal)];
  if (await isLocked(folder)) return [locked(folder, isServing)];
  if (!hasDatabase(folder)) return [empty(folder)];
  return [
    ok('storage', `the embedded database in ${folder} is writable and not in use`),
    ...(await examineCopy(folder)),
    ok('extension', 'pg_trgm comes with the embedded database'),
    ok('clock', "the embedded database uses this machine's clock"),
  ];
}

function missing(folder: string): Finding {
  const parent = existingParent(folder);
  const refusal = creationRefusal(parent);
  return refusal === undefined
    ? ok('storage', `${folder} does not exist yet; the first start creates it`)
    : failure(
        'storage',
        `${folder} cannot be created: no folder can be created in ${parent} (${refusal})`,
        'set DATA_DIR',
      );
}

function empty(folder: string): Finding {
  const refusal = creationRefusal(folder);
  return refusal === undefined
    ? ok('storage', `${folder} is writable and has no database yet; the first start creates it`)
    : failure('storage', `nothing can be created in ${folder} (${refusal})`, 'set DATA_DIR');
}

/** Creates a folder and removes it, because permissions alone are not conclusive, as in /proc. */
function creationRefusal(folder: string): string | undefined {
  try {
    rmdirSync(mkdtempSync(join(folder, '.doctor-')));
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? parent : existingParent(parent);
}

/** The code of the system's refusal; undefined when access is granted. */
function accessRefusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
}

function notWritable(folder: string, refusal: string): Finding {
  return failure('storage', `${folder} is not writable (${refusal})`, 'make the user who runs the service its owner');
}

function locked(folder: string, isServing: boolean): Finding {
  return isServing
    ? ok('storage', `${folder} is in use by the running service, which has brought its tables up to date`)
    : failure('storage', `${folder} is in use by another process`, 'stop that process, or set another DATA_DIR');
}

async function examineCopy(folder: string): Promise<readonly Finding[]> {
  const bytes = sizeOf(folder);
  if (bytes > MAX_COPIED_BYTES) {
    const gibibytes = (bytes / 1024 ** 3).toFixed(1);
    return [warning('tables', `not examined, because a copy of the database would take ${gibibytes} GiB`)];
  }
  const home = mkdtempSync(join(tmpdir(), 'doctor-'));
  const copy = join(home, 'data');
  try {
    cpSync(folder, copy, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => !isLockName(basename(source)),
    });
    return await examineTables(copy);
  } catch (error) {
    if (await isLocked(folder)) return [warning('tables', 'a service started during the check', 'run doctor again')];
    return [failure('tables', `the database cannot be opened: ${reasonOf(error)}`, 'restore the folder from a backup')];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function examineTables(copy: string): Promise<readonly Finding[]> {
  const database = await openEmbedded(copy, { model: served.tables });
  try {
    const tables = await examineMigrations(database, (text) =>
      warning('tables', text, 'the next start runs them, or: npm run cli -- migrate'),
    );
    return tables.level === 'ok' ? [tables, await examineFeed(database)] : [tables];
  } finally {
    await database.close();
  }
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
