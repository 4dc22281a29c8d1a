import { execFileSync } from 'node:child_process';

/** The commit of a working copy; ends in `+` when there are changes. */
export function commitOf(folder: string): string {
  const git = (...parameters: readonly string[]): string =>
    execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    // A folder that was unpacked from an archive.
    return 'no commit';
  }
}
