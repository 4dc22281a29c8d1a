// Content negotiation of JSON:API 1.0: the media type stands without parameters, in both directions.

export const MEDIA_TYPE = 'application/vnd.api+json';

/** Whether a Content-Type is the JSON:API media type with nothing added. */
export function isPlainMediaType(contentType: string): boolean {
  return contentType.trim().toLowerCase() === MEDIA_TYPE;
}

/** Whether a Content-Type is the JSON:API media type with parameters, which no request may send. */
export function hasMediaTypeParameters(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';');
  return parameters.some((parameter) => parameter.trim() !== '') && type.trim().toLowerCase() === MEDIA_TYPE;
}

/**
 * Whether a client takes a JSON:API document. Where its Accept header names JSON:API, only those entries decide: one without media type
 * parameters is needed (`q` is a weight; 0 excludes). Where it does not, a wildcard or plain JSON will do.
 */
export function acceptsDocument(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = splitOutsideQuotes(accept, ',').map(readRange);
  const own = ranges.filter(({ type }) => type === MEDIA_TYPE);
  if (own.length > 0) return own.some(({ weight, parameters }) => weight > 0 && parameters === 0);
  return ranges.some(({ type, weight }) => weight > 0 && ['*/*', 'application/*', 'application/json'].includes(type));
}

interface MediaRange {
  readonly type: string;
  readonly weight: number;
  /** How many parameters there are besides the weight. */
  readonly parameters: number;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parts] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  // A semicolon with nothing behind it is no parameter (RFC 9110, 5.6.6).
  const rest = parts.filter((part) => part !== '');
  const weights = rest.filter((part) => /^q\s*=/i.test(part));
  const weight = weights[0] === undefined ? 1 : Number(weights[0].slice(weights[0].indexOf('=') + 1));
  return { type: type.toLowerCase(), weight, parameters: rest.length - weights.length };
}

/** Splits at a separator that does not stand inside a quoted string. */
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
