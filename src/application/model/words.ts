/**
 * The words of a text: what remains after splitting at white space, ASCII that is neither letter nor digit, U+0080-00BF, U+2000-206F and
 * U+3000-303F. All white space but U+1680 is in these ranges.
 */
export function splitWords(text: string): readonly string[] {
  return text.split(SEPARATORS).filter((word) => word !== '');
}

const SEPARATORS = /[\0-/:-@[-`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+/u;
