// The patches in this folder. Each is a mistake that a hasty change could make. With it, the project compiles and the service starts.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathOf } from '../docs/documents.ts';

export interface Defect {
  readonly name: string;
  /** The absolute path of the patch. */
  readonly patch: string;
  /** The script whose tests find it. */
  readonly script: string;
  /** The test files and options of that script that suffice, as shell words. */
  readonly tests: string;
}

const FOUND_BY = /^Found by: (?<script>\S+) (?<tests>.+)$/m;

export const defects: readonly Defect[] = globSync(pathOf('test/planted/*.patch')).toSorted().map(readDefect);

function readDefect(patch: string): Defect {
  const { script, tests } = FOUND_BY.exec(readFileSync(patch, 'utf8'))?.groups ?? {};
  if (script === undefined || tests === undefined) throw new Error(`${patch} has no line "Found by: SCRIPT TESTS"`);
  return { name: basename(patch, '.patch'), patch, script, tests };
}

/**
 * Applies, checks or reverts the patch of a defect in a copy of the project.
 * @returns the reason if git cannot do that, else an empty text
 */
export function patch(folder: string, defect: Defect, option: '--apply' | '--check' | '--reverse'): string {
  const { stderr, error } = spawnSync('git', ['apply', option, defect.patch], { cwd: folder, encoding: 'utf8' });
  return error?.message ?? stderr;
}
