// The files that a user names, and messages about missing ones.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from '#application/model/describe-error';
import type { Environment } from '#composition/config/parse-setting';
import packageJson from '../../../package.json' with { type: 'json' };

/**
 * Makes paths relative to the user's current folder: `npm run` starts a script in the project folder. Paths in settings are relative to the
 * project folder, so they are read first.
 */
export function enterUserFolder(environment: Environment): void {
  const { INIT_CWD: folder, npm_lifecycle_event: script, npm_package_name: name } = environment;
  if (folder !== undefined && script === 'cli' && name === packageJson.name) process.chdir(folder);
}

/** A sentence about a file that cannot be read; any other error is returned unchanged. */
export function unreadable(error: unknown, file: string): unknown {
  const path = resolve(file);
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new Error(`there is no file ${path}`, { cause: error });
    case 'EISDIR':
      return new Error(`${path} is a folder, not a file`, { cause: error });
    case 'EACCES':
      return new Error(`this user may not read ${path}`, { cause: error });
    default:
      return error;
  }
}

/** A sentence about a file that cannot be written; any error other than the file system's is returned unchanged. */
export function unwritable(error: unknown, file: string): unknown {
  const path = resolve(file);
  const code = codeOf(error);
  if (code === undefined) return error;
  const isMissing = code === 'ENOENT' && !existsSync(dirname(path));
  const reason = isMissing ? `there is no folder ${dirname(path)}` : messageOf(error);
  return new Error(`${path} cannot be written: ${reason}`, { cause: error });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined;
}
