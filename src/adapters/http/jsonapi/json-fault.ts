/** Why V8 did not take a text for JSON, as a clause: where it says where, else what. Of the text itself one character at most. */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/^Unterminated|end of JSON input/.test(message)) return 'it ends too early';
  const position = / at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `unexpected text at character ${position}`;
  const token = /^Unexpected token '(.+?)', /s.exec(message)?.[1];
  return token === undefined ? 'it has unexpected text' : `unexpected ${JSON.stringify(token)}`;
}
