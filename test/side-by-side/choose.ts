// Chooses the parts to run, and the depth of each.
import { matchesGlob } from 'node:path';
import { depth as givenDepth, type Depth } from '../support/depth.ts';
import { checks, tests, type Load, type TestPart } from './parts.ts';

export interface Chosen {
  readonly name: string;
  readonly load: Load;
  readonly depth: Depth;
  /** The changed files that call the part. Empty if none does. */
  readonly calledBy: readonly string[];
}

/** The words that `choose` accepts. `test` is the gate and the parts that changed files call. */
export const knownWords: readonly string[] = [
  'gate',
  'test',
  'campaign',
  'check',
  ...tests.map(({ name }) => name),
  ...checks,
];

/**
 * Chooses parts by words.
 * @param words of `knownWords`
 * @param changed returns paths relative to the project's folder; called for `test` only
 */
export function choose(words: readonly string[], changed: () => readonly string[]): readonly Chosen[] {
  return words.flatMap((word) => chooseBy(word, changed));
}

function chooseBy(word: string, changed: () => readonly string[]): readonly Chosen[] {
  switch (word) {
    case 'gate':
      return gate.map((part) => chosen(part, 'gate'));
    case 'campaign':
      return tests.map((part) => chosen(part, 'campaign'));
    case 'check':
      return checks.map((name) => chosen({ name, load: 'computes' }));
    case 'test': {
      const files = changed();
      return tests.flatMap((part) => {
        const calledBy = files.filter((file) => calls(file, part));
        if (calledBy.length > 0) return [chosen(part, 'campaign', calledBy)];
        return part.depth === 'gate' ? [chosen(part, 'gate')] : [];
      });
    }
    default: {
      const part = tests.find(({ name }) => name === word);
      return [chosen(part ?? { name: word, load: 'computes' })];
    }
  }
}

const gate: readonly TestPart[] = tests.filter(({ depth }) => depth === 'gate');

function chosen(
  { name, load }: Pick<TestPart, 'name' | 'load'>,
  depth: Depth = givenDepth,
  calledBy: readonly string[] = [],
): Chosen {
  return { name, load, depth, calledBy };
}

function calls(file: string, { name, when }: TestPart): boolean {
  const own = name === 'test:unit' ? [] : [`test/integration/${name.replace('test:', '')}/**`];
  return [...own, ...when].some((pattern) => matchesGlob(file, pattern));
}
