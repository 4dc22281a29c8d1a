// A word made of bare, 'single-quoted' and "double-quoted" pieces. Text that a shell would expand or interpret does not match.
const WORD = /(?:'[^']*'|"[^"$`\\]*"|[^\s'"\\$`&|;<>()*?#]+)+/y;
const SPACE = /(?:\s|\\\n)*/y;
const PIECE = /'([^']*)'|"([^"]*)"|([^'"]+)/g;

/**
 * Splits a shell command into words.
 * @throws Error if the command is more than plain words
 */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  for (let at = skip(SPACE, command, 0); at < command.length;) {
    const end = skip(WORD, command, at);
    if (end === at) throw new Error(`cannot parse as plain shell words: ${command.slice(at)}`);
    words.push(command.slice(at, end).replace(PIECE, '$1$2$3'));
    at = skip(SPACE, command, end);
  }
  return words;
}

/** The end of a match that starts at a position; the position itself if there is none. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
