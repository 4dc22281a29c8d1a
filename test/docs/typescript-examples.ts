// The TypeScript examples of a document are parts of one module, in order. `// → text` is what a line, or the lines before it, print.
import { ARROW } from './http-example.ts';
import { fencesOf } from './markdown.ts';

const EXPECTED = `// ${ARROW}`;

/** A module of all `ts` blocks. */
export function moduleOf(markdown: string): string {
  return linesOf(markdown).join('\n');
}

/** The expected output of the module, line by line. */
export function expectedOutput(markdown: string): readonly string[] {
  return linesOf(markdown).flatMap((line) =>
    line.includes(EXPECTED) ? [line.slice(line.indexOf(EXPECTED) + EXPECTED.length)] : [],
  );
}

function linesOf(markdown: string): readonly string[] {
  return fencesOf(markdown).flatMap(({ language, lines }) => (language === 'ts' ? lines : []));
}
