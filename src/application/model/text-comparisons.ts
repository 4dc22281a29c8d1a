// The comparison of texts, the same in every storage: patterns, words and case.
import type { TextComparison } from './filter.ts';

export type TextTest = (text: string) => boolean;

/** Compiles a text comparison with a value to a test of strings. */
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

/** No stored text has a lone surrogate, though JavaScript would find it inside a pair. */
function wholeCharacters(value: string, test: TextTest): TextTest {
  return value.isWellFormed() ? test : () => false;
}

/**
 * Lower case by Unicode's simple mapping, code point by code point. JavaScript's mapping differs for U+0130, which becomes two code points, and
 * U+03A3, which becomes a final sigma at the end of a word.
 */
export function foldCase(text: string): string {
  return text.replaceAll('\u0130', 'i').replaceAll('\u03a3', '\u03c3').toLowerCase();
}

/** A code point or a wildcard. */
type PatternItem = string | typeof ANY_RUN | typeof ANY_ONE;

const ANY_RUN = Symbol('%');
const ANY_ONE = Symbol('_');

/** `\` escapes the next character. At the end of the pattern, where SQL has an error, it stands for itself. */
function parsePattern(pattern: string): readonly PatternItem[] {
  const items: PatternItem[] = [];
  const characters = pattern[Symbol.iterator]();
  for (const character of characters) {
    if (character === '\\') items.push(characters.next().value ?? character);
    else items.push(character === '%' ? ANY_RUN : character === '_' ? ANY_ONE : character);
  }
  return items;
}

/** Matches each `%` as briefly as possible and backtracks only to the last one. That suffices, and takes quadratic time at most. */
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

/**
 * Splits a string into words at white space, ASCII that is neither letter nor digit, U+0080-00BF, U+2000-206F and U+3000-303F. These ranges
 * contain all white space except U+1680.
 * @example splitWords('Ada, Countess of Lovelace') // ['Ada', 'Countess', 'of', 'Lovelace']
 */
export function splitWords(text: string): readonly string[] {
  return text.split(SEPARATORS).filter((word) => word !== '');
}

const SEPARATORS = /[\0-/:-@[-`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+/u;
