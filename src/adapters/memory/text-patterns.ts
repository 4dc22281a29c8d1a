import type { TextComparison } from '../../application/model/filter.ts';
import { splitWords } from '../../application/model/words.ts';

export type TextTest = (text: string) => boolean;

/** The test that a text comparison with a value makes of each text. */
export const textTests: Readonly<Record<TextComparison, (value: string) => TextTest>> = {
  like: (value) => {
    const pattern = parsePattern(value);
    return (text) => matches(pattern, [...text]);
  },
  likeIgnoringCase: (value) => {
    const pattern = parsePattern(foldCase(value));
    return (text) => matches(pattern, [...foldCase(text)]);
  },
  startsWith: (value) => wholeCharacters(value, (text) => text.startsWith(value)),
  endsWith: (value) => wholeCharacters(value, (text) => text.endsWith(value)),
  hasWords: (value) => {
    const wanted = [...wordsOf(value)];
    return (text) => {
      const words = wordsOf(text);
      return wanted.length > 0 && wanted.every((word) => words.has(word));
    };
  },
};

/** No text holds half a character (a lone surrogate), though JavaScript would find it in a whole one. */
function wholeCharacters(value: string, test: TextTest): TextTest {
  return value.isWellFormed() ? test : () => false;
}

/**
 * Lower case by Unicode's simple mapping: each code point by itself. JavaScript's own mapping differs at two letters: U+0130 becomes two code
 * points, and U+03A3 becomes a final sigma at the end of a word.
 */
export function foldCase(text: string): string {
  return text.replaceAll('\u0130', 'i').replaceAll('\u03a3', '\u03c3').toLowerCase();
}

/** A code point, or what stands for any run of them, or for any one. */
type PatternItem = string | typeof ANY_RUN | typeof ANY_ONE;

const ANY_RUN = Symbol('%');
const ANY_ONE = Symbol('_');

/** SQL: `\` takes the next character literally. At the end of the pattern, where SQL has an error, it stands for itself. */
function parsePattern(pattern: string): readonly PatternItem[] {
  const items: PatternItem[] = [];
  const characters = pattern[Symbol.iterator]();
  for (const character of characters) {
    if (character === '\\') items.push(characters.next().value ?? character);
    else items.push(character === '%' ? ANY_RUN : character === '_' ? ANY_ONE : character);
  }
  return items;
}

/** Takes each run as short as it can be and makes only the last one longer: earlier ones never have to be, so this is at most length times length. */
function matches(pattern: readonly PatternItem[], text: readonly string[]): boolean {
  let [at, next, lastRun, resumeAt] = [0, 0, -1, 0];
  while (at < text.length) {
    const item = pattern[next];
    if (item === ANY_RUN) {
      lastRun = next;
      resumeAt = at;
      next += 1;
    } else if (item === ANY_ONE || item === text[at]) {
      at += 1;
      next += 1;
    } else if (lastRun >= 0) {
      resumeAt += 1;
      at = resumeAt;
      next = lastRun + 1;
    } else return false;
  }
  return pattern.slice(next).every((item) => item === ANY_RUN);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(splitWords(foldCase(text)));
}
