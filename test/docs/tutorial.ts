// Carries out a tutorial: its blocks create or edit files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fencesOf } from './markdown.ts';

/** A block of code, and the file that the line before it names. */
export interface Step {
  readonly path: string;
  readonly change:
    { readonly kind: 'create'; readonly text: string } | { readonly kind: 'edit'; readonly hunks: readonly Hunk[] };
}

/** Replaces lines, which must occur exactly once, with others. */
interface Hunk {
  readonly before: string;
  readonly after: string;
}

/** Finds the steps: "In `src/main.ts`:" followed by a `diff`, or "A new file, `src/x.ts`:" followed by its text. */
export function stepsOf(markdown: string): readonly Step[] {
  const lines = markdown.split('\n');
  return fencesOf(markdown).flatMap(({ language, start, lines: block }): readonly Step[] => {
    const [, isNew, path] = /^(A new file, |In )`([^`]+)`:$/.exec(lines[start - 2] ?? '') ?? [];
    if (path === undefined) return [];
    if (isNew !== 'In ') return [{ path, change: { kind: 'create', text: `${block.join('\n')}\n` } }];
    if (language !== 'diff') throw new Error(`line ${start + 1}: a change of ${path} must be a diff`);
    return [{ path, change: { kind: 'edit', hunks: hunksOf(block) } }];
  });
}

/**
 * Carries out a step in a folder.
 * @throws Error if a new file already exists, or lines to replace do not occur exactly once
 */
export function apply({ path, change }: Step, folder: string): void {
  const file = join(folder, path);
  switch (change.kind) {
    case 'create':
      if (existsSync(file)) throw new Error(`${path} already exists`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, change.text);
      return;
    case 'edit':
      writeFileSync(file, change.hunks.reduce(replaceIn(path), readFileSync(file, 'utf8')));
  }
}

function hunksOf(block: readonly string[]): readonly Hunk[] {
  const side = (hunk: string, sign: '-' | '+'): string =>
    hunk
      .split('\n')
      .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  return block
    .join('\n')
    .split('\n@@\n')
    .map((hunk) => ({ before: side(hunk, '-'), after: side(hunk, '+') }));
}

function replaceIn(path: string): (text: string, hunk: Hunk) => string {
  return (text, { before, after }) => {
    const parts = `\n${text}`.split(`\n${before}`);
    if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times:\n${before}`);
    return parts.join(`\n${after}`).slice(1);
  };
}
