// The files of a change.
import { execFileSync } from 'node:child_process';

/**
 * Lists the files that differ from the merge base with `origin/main`, or from `HEAD~1` if there is no such branch. Uncommitted and untracked
 * files are included. The list is empty without git or a commit to compare with.
 * @param folder a git checkout
 */
export function changedFiles(folder: string): readonly string[] {
  const base =
    git(folder, 'merge-base', 'HEAD', 'origin/main')?.[0] ?? git(folder, 'rev-parse', '--verify', 'HEAD~1')?.[0];
  if (base === undefined) return [];
  const changed = git(folder, 'diff', '--name-only', '--no-renames', base) ?? [];
  const untracked = git(folder, 'ls-files', '--others', '--exclude-standard') ?? [];
  return [...changed, ...untracked];
}

/** Returns the lines that git prints, or undefined if it fails. */
function git(folder: string, ...words: readonly string[]): readonly string[] | undefined {
  try {
    const output = execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter((line) => line !== '');
  } catch {
    return undefined;
  }
}
