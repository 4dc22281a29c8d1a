// Parses JSON that an operator has written: a policy or a key list. `JSON.parse` alone silently keeps the last of two members with the same name,
// which loses a rule, and its messages quote the text, which may be a secret.
import { setImmediate as turn } from 'node:timers/promises';
import type { JSONScanner, SyntaxKind } from 'jsonc-parser';

type Path = readonly (string | number)[];

interface JsonFault {
  /** From the root to the faulty value. */
  readonly path: Path;
  /** A clause that completes "PATH …". It quotes nothing from the file. */
  readonly detail: string;
}

/** The value and the paths of duplicate members, or the fault that makes it unusable. */
export type ParsedFile =
  { readonly json: unknown; readonly duplicates: readonly Path[] } | { readonly fault: JsonFault };

/** Deeper than any policy or key, and safe for recursive checks. */
const MAX_DEPTH = 256;
/** A few milliseconds of work. */
const TOKENS_IN_A_TURN = 10_000;

/**
 * Parses the text of a file, which may begin with a byte order mark. Yields to other work regularly, since a long key list takes a while.
 */
export async function parseJsonFile(text: string): Promise<ParsedFile> {
  // Imported lazily, because most services have no such file.
  const { createScanner: scan } = await import('jsonc-parser');
  const content = text.replace(/^\uFEFF/, '');
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    const place = placeIn(error) ?? strangeWordIn(scan(content, true));
    return { fault: { path: [], detail: `must be JSON${place}` } };
  }
  await turn();
  const members = await checkMembers(scan(content, true));
  return 'fault' in members ? members : { json, ...members };
}

/** The position in an error message of `JSON.parse`. */
function placeIn(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (message === 'Unexpected end of JSON input') return ', but ends too early';
  const { line, column } = /\(line (?<line>\d+) column (?<column>\d+)\)$/.exec(message)?.groups ?? {};
  return line === undefined ? undefined : `, but has a syntax error at line ${line} column ${column}`;
}

/** The position of the first unknown word, which `JSON.parse` does not report. */
function strangeWordIn(scanner: JSONScanner): string {
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan())
    if (token === UNKNOWN)
      return `, but has a syntax error at line ${scanner.getTokenStartLine() + 1} column ${scanner.getTokenStartCharacter() + 1}`;
  return '';
}

/** An object or list that is still open. */
interface Open {
  /** The names so far. A list has none. */
  readonly names: Set<string>;
  /** The name or index of the current value. */
  at: string | number;
}

/** @param scanner of valid JSON */
async function checkMembers(
  scanner: JSONScanner,
): Promise<{ readonly duplicates: readonly Path[] } | { readonly fault: JsonFault }> {
  const duplicates: Path[] = [];
  const open: Open[] = [];
  const path = (): Path => open.map(({ at }) => at);
  let text = '';
  for (let count = 1, token: number = scanner.scan(); token !== END; count += 1, token = scanner.scan()) {
    if (count % TOKENS_IN_A_TURN === 0) await turn();
    const inner = open.at(-1);
    if (token === OBJECT_BEGINS || token === LIST_BEGINS) {
      if (open.length === MAX_DEPTH)
        return { fault: { path: path(), detail: `nests deeper than ${MAX_DEPTH} levels` } };
      open.push({ names: new Set(), at: token === LIST_BEGINS ? 0 : '' });
    } else if (token === OBJECT_ENDS || token === LIST_ENDS) open.pop();
    else if (token === COMMA && typeof inner?.at === 'number') inner.at += 1;
    else if (token === STRING) text = scanner.getTokenValue();
    else if (token === COLON && inner !== undefined) {
      // The string was a name.
      inner.at = text;
      if (inner.names.has(text)) duplicates.push(path());
      inner.names.add(text);
    }
  }
  return { duplicates };
}

// The library declares these as a `const enum`, which other modules cannot import as values.
const OBJECT_BEGINS = 1 satisfies SyntaxKind.OpenBraceToken;
const OBJECT_ENDS = 2 satisfies SyntaxKind.CloseBraceToken;
const LIST_BEGINS = 3 satisfies SyntaxKind.OpenBracketToken;
const LIST_ENDS = 4 satisfies SyntaxKind.CloseBracketToken;
const COMMA = 5 satisfies SyntaxKind.CommaToken;
const COLON = 6 satisfies SyntaxKind.ColonToken;
const STRING = 10 satisfies SyntaxKind.StringLiteral;
const UNKNOWN = 16 satisfies SyntaxKind.Unknown;
const END = 17 satisfies SyntaxKind.EOF;
