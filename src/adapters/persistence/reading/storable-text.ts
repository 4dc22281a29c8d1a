// PostgreSQL text holds any well-formed Unicode but U+0000; filters compare with any string.

/** Whether the database can hold a string, also as a parameter. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Splits stored strings like an unstorable one, by code point: a stored string is less than the result exactly when it is less
 * than `text`. It is the text up to its first unstorable code point, then the next one that can be stored.
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
