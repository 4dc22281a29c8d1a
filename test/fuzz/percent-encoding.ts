/** `encodeURIComponent` that also accepts lone surrogates: they become three bytes that are not valid UTF-8. */
export function encodeAll(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return [...text].map((part) => (part.isWellFormed() ? encodeURIComponent(part) : encodeSurrogate(part))).join('');
}

function encodeSurrogate(unit: string): string {
  const code = unit.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}
