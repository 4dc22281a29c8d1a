/**
 * Splits a string into words at white space, ASCII that is neither letter nor digit, U+0080-00BF, U+2000-206F and U+3000-303F. These ranges
 * have all white space but U+1680.
 * @example splitWords('Ada, Countess of Lovelace') // ['Ada', 'Countess', 'of', 'Lovelace']
 */
export function splitWords(text: string): readonly string[] {
  return text.split(SEPARATORS).filter((word) => word !== '');
}

const SEPARATORS = /[\0-/:-@[-`{-\u00bf\u1680\u2000-\u206f\u3000-\u303f]+/u;
