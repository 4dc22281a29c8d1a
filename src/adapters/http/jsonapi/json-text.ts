/** The JSON of a text, or of nothing; `JSON.stringify` is only asked where there is something to escape. */
export function jsonText(value: string | null): string {
  if (value === null) return 'null';
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** Quotation marks, backslashes, control characters, and surrogates, which JSON escapes when they are alone. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
