// The syntax of `Accept` and `Content-Type` (RFC 9110, 12.5.1 and 8.3.1).

export interface MediaType {
  /** In lower case. */
  readonly type: string;
  /** As sent, without empty ones (RFC 9110, 5.6.6). */
  readonly parameters: readonly string[];
}

/** Reads a `Content-Type`, or an entry of an `Accept` header with its weight. */
export function readMediaType(text: string): MediaType {
  const [type = '', ...parameters] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  return { type: type.toLowerCase(), parameters: parameters.filter((parameter) => parameter !== '') };
}

/** An entry of an Accept header. Its parameters do not include the weight. */
export interface MediaRange extends MediaType {
  readonly weight: number;
}

/** Reads an `Accept` header. Ignores empty list elements (RFC 9110, 5.6.1). */
export function readRanges(accept = ''): readonly MediaRange[] {
  return splitOutsideQuotes(accept, ',')
    .filter((element) => element.trim() !== '')
    .map(readRange);
}

function readRange(text: string): MediaRange {
  const { type, parameters } = readMediaType(text);
  const isWeight = (parameter: string): boolean => /^q\s*=/i.test(parameter);
  const sent = parameters.find(isWeight);
  const weight = sent === undefined ? 1 : Number(sent.slice(sent.indexOf('=') + 1));
  return { type, weight, parameters: parameters.filter((parameter) => !isWeight(parameter)) };
}

/** Splits a parameter into its name in lower case and its value without quotation marks. */
export function readParameter(text: string): { readonly name: string; readonly value: string } {
  const { name = '', quoted, token = '' } = PARAMETER.exec(text)?.groups ?? {};
  return { name: name.toLowerCase(), value: quoted?.replace(/\\(.)/g, '$1') ?? token };
}

/** A URI is not a token, but some clients do not quote it. */
const PARAMETER = /^(?<name>[^\s="]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s"]*))$/;

/** Splits at separators outside quoted strings. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
