// A word of bare, 'single' and "double" quoted pieces. What a shell would replace or give a meaning is not taken.
const WORD = /(?:'[^']*'|"[^"$`\\]*"|[^\s'"\\$`&|;<>()*?#]+)+/y;
const SPACE = /(?:\s|\\\n)*/y;
const PIECE = /'([^']*)'|"([^"]*)"|([^'"]+)/g;

/**
 * The words of a shell command.
 * @throws Error where the command is more than plain words
 */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  for (let at = skip(SPACE, command, 0); at < command.length;) {
    const end = skip(WORD, command, at);
    if (end === at) throw new Error(`cannot read this as words of a shell: ${command.slice(at)}`);
    words.push(command.slice(at, end).replace(PIECE, '$1$2$3'));
    at = skip(SPACE, command, end);
  }
  return words;
}

/** Where a match that starts at a position ends; the position itself when there is none. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
