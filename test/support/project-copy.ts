// Makes copies of the project that tests may change, and runs commands in them.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '../docs/documents.ts';

const LEFT_OUT = new Set(['.git', 'node_modules', '.data', '.demo', 'coverage', 'dist']);

/** Copies the project to a new folder, with the installed packages. */
export function copyOfProject(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-`));
  for (const name of readdirSync(pathOf('.')))
    if (!LEFT_OUT.has(name)) cpSync(pathOf(name), join(folder, name), { recursive: true });
  symlinkSync(pathOf('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs a command in a folder. */
export async function runIn(
  folder: string,
  [name, ...parameters]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly status: unknown; readonly output: string }> {
  const child = spawn(name, parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, output };
}
