import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True if the machine has curl. A bare Debian does not. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/**
 * Runs what a person would paste into a terminal.
 * @returns its output
 * @throws Error when it fails
 */
export async function runInShell(command: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', command], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
