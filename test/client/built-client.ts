import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TSC } from '../support/compiler.ts';

export const CLIENT_FOLDER = fileURLToPath(new URL('../../client/', import.meta.url));
export const SCHEMA_FILE = join(CLIENT_FOLDER, 'src/schema.ts');

/**
 * Compiles the client to JavaScript and declarations.
 * @throws Error with what the compiler says
 */
export function compileClient(folder: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [TSC, '--project', 'tsconfig.build.json', '--outDir', folder],
    { cwd: CLIENT_FOLDER, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the client does not compile:\n${stdout}${stderr}`);
}

/** The text of each file of a folder. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
