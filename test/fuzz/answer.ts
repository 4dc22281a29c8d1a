/** One final answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Bytes that are no answer in HTTP. */
export class MalformedAnswerError extends Error {
  constructor(what: string, bytes: Buffer) {
    super(`${what}: ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`);
    this.name = 'MalformedAnswerError';
  }
}

/** What kind of request an answer is to: one to HEAD says how long its body would be. */
export type Asked = 'HEAD' | 'other' | 'unknown';

/**
 * Reads the first final answer, strictly: `100 Continue` is passed over.
 * @returns it and how many bytes it takes; undefined when the bytes end before it does
 * @throws MalformedAnswerError
 */
export function readAnswer(
  bytes: Buffer,
  asked: Asked,
): { readonly answer: Answer; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Za-z -]*$/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new MalformedAnswerError('no status line', bytes);
  const start = end + 4;
  if (status === 100) return later(bytes, start, asked);
  const headers = readHeaders(lines, bytes);
  const said = headers.get('content-length');
  if (said === undefined && status !== 204) throw new MalformedAnswerError('no Content-Length', bytes);
  const length = hasBody(bytes, start, status, asked) ? Number(said) : 0;
  if (start + length > bytes.length) return undefined;
  return { answer: { status, headers, body: bytes.subarray(start, start + length) }, length: start + length };
}

function later(bytes: Buffer, start: number, asked: Asked): ReturnType<typeof readAnswer> {
  const read = readAnswer(bytes.subarray(start), asked);
  return read === undefined ? undefined : { ...read, length: read.length + start };
}

function readHeaders(lines: readonly string[], bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (!KNOWN.has(key)) throw new MalformedAnswerError(`unexpected header line ${JSON.stringify(line)}`, bytes);
    if (headers.has(key)) throw new MalformedAnswerError(`${key} stands twice`, bytes);
    headers.set(key, value);
  }
  return headers;
}

function hasBody(bytes: Buffer, start: number, status: number, asked: Asked): boolean {
  if (status === 204 || asked === 'HEAD') return false;
  // A body begins with a brace.
  return asked === 'other' || bytes[start] === '{'.charCodeAt(0);
}

/** All headers that the service sends: anything else would be one that a client has put there. */
const KNOWN = new Set([
  'allow',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'location',
  'referrer-policy',
  'retry-after',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
]);
