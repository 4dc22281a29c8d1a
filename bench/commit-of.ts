import { execFileSync } from 'node:child_process';

/** The abbreviated commit of a working copy; `+` marks uncommitted changes. */
export function commitOf(folder: string): string {
  const git = (...parameters: readonly string[]): string =>
    execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    // Unpacked from an archive.
    return 'no commit';
  }
}
