// What bash and shellcheck say of the scripts in a folder.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function syntaxFaults(folder: string): readonly string[] {
  return scriptsIn(folder).flatMap((script) => outputOf('bash', ['-n', script]));
}

/**
 * What shellcheck says.
 * @param script that uses the others
 * @returns undefined where it is not installed
 */
export function shellcheckFaults(folder: string, script: string): readonly string[] | undefined {
  const { error, stdout } = spawnSync('shellcheck', ['-x', script], { cwd: folder, encoding: 'utf8' });
  if (error === undefined) return stdout.split('\n').filter((line) => /SC\d+/.test(line));
  if ('code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function scriptsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sh'))
    .map((name) => join(folder, name));
}

function outputOf(command: string, words: readonly string[]): readonly string[] {
  return spawnSync(command, words, { encoding: 'utf8' })
    .stderr.split('\n')
    .filter((line) => line !== '');
}
