// PostgreSQL text holds any Unicode text without U+0000. What a filter compares with can be any string.

/** Whether a text can be stored, and so be sent to the database. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The place of a text that cannot be stored among those that can, by code point: every stored text is either less than the result, and
 * than the given text, or neither. Up to the first code point that cannot be stored, and the next one that can.
 */
export function unstorableBound(text: string): string {
  let bound = '';
  for (const character of text) {
    if (character === '\0') return `${bound}\u0001`;
    if (!character.isWellFormed()) return `${bound}\uE000`;
    bound += character;
  }
  return bound;
}
