import { EVENT_STREAM } from '../support/event-stream.ts';

/** One final (not 1xx) response. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The bytes are not a valid HTTP response. */
export class MalformedAnswerError extends Error {
  constructor(what: string, bytes: Buffer) {
    super(`${what}: ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`);
    this.name = 'MalformedAnswerError';
  }
}

/** The method that was sent: the response to HEAD has a Content-Length, but no body. */
export type SentMethod = 'HEAD' | 'other' | 'unknown';

/**
 * Parses the first final response strictly, skipping `100 Continue`.
 * @returns the response and its length in bytes; undefined if it is incomplete
 * @throws MalformedAnswerError
 */
export function readAnswer(
  bytes: Buffer,
  method: SentMethod,
): { readonly answer: Answer; readonly length: number } | undefined {
  const head = readHead(bytes);
  if (head === undefined) return undefined;
  const { status, headers, start } = head;
  const { contentLength, isChunked } = framingOf(headers, bytes);
  if (contentLength === undefined && !isChunked && !WITHOUT_BODY.includes(status))
    throw new MalformedAnswerError('no Content-Length', bytes);
  if (isChunked && status !== 200) throw new MalformedAnswerError(`chunks with status ${status}`, bytes);
  if (isChunked && hasBody(bytes, start, status, method, CHUNK_BEGIN)) {
    const chunked = readChunks(bytes, start);
    return chunked.isWhole ? { answer: { status, headers, body: chunked.body }, length: chunked.length } : undefined;
  }
  const length = hasBody(bytes, start, status, method, BODY_BEGIN) ? (contentLength ?? 0) : 0;
  if (start + length > bytes.length) return undefined;
  return { answer: { status, headers, body: bytes.subarray(start, start + length) }, length: start + length };
}

/**
 * Parses the beginning of a stream of events.
 * @returns the part received so far; undefined if it is empty, or the response is not a stream
 * @throws MalformedAnswerError
 */
export function readEvents(bytes: Buffer, method: SentMethod): Answer | undefined {
  const head = readHead(bytes);
  if (head?.headers.get('content-type') !== EVENT_STREAM || method === 'HEAD') return undefined;
  const { body } = readChunks(bytes, head.start);
  return body.length === 0 ? undefined : { status: head.status, headers: head.headers, body };
}

/** The head of the first final response; undefined if it is incomplete. */
function readHead(
  bytes: Buffer,
  from = 0,
): (Omit<Answer, 'body'> & { /** The offset of the body. */ readonly start: number }) | undefined {
  const end = bytes.indexOf('\r\n\r\n', from);
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Za-z -]*$/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new MalformedAnswerError('no status line', bytes);
  const start = end + 4;
  return status === 100 ? readHead(bytes, start) : { status, headers: readHeaders(lines, bytes), start };
}

/** @throws MalformedAnswerError when Content-Length and Transfer-Encoding are both present (RFC 9112, 6.3) */
function framingOf(
  headers: ReadonlyMap<string, string>,
  bytes: Buffer,
): { readonly contentLength: number | undefined; readonly isChunked: boolean } {
  const [length, coding] = [headers.get('content-length'), headers.get('transfer-encoding')];
  if (coding !== undefined && coding !== 'chunked') throw new MalformedAnswerError('unknown transfer coding', bytes);
  if (coding !== undefined && length !== undefined)
    throw new MalformedAnswerError('both Content-Length and Transfer-Encoding', bytes);
  return { contentLength: length === undefined ? undefined : Number(length), isChunked: coding !== undefined };
}

interface Chunks {
  readonly body: Buffer;
  /** The bytes from the start of the response to the end of the last complete chunk. */
  readonly length: number;
  /** True if the final chunk has arrived. */
  readonly isWhole: boolean;
}

/** Decodes the complete chunks, which have no extensions or trailers (RFC 9112, 7.1). */
function readChunks(bytes: Buffer, start: number): Chunks {
  const pieces: Buffer[] = [];
  const chunks = (length: number, isWhole: boolean): Chunks => ({ body: Buffer.concat(pieces), length, isWhole });
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return chunks(at, false);
    const line = bytes.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]{1,8}$/i.test(line)) throw new MalformedAnswerError('no chunk size', bytes.subarray(at));
    const [begin, size] = [lineEnd + 2, parseInt(line, 16)];
    if (begin + size + 2 > bytes.length) return chunks(at, false);
    if (bytes.toString('latin1', begin + size, begin + size + 2) !== '\r\n')
      throw new MalformedAnswerError('chunk longer than its size', bytes.subarray(at));
    at = begin + size + 2;
    if (size === 0) return chunks(at, true);
    pieces.push(bytes.subarray(begin, begin + size));
  }
}

function readHeaders(lines: readonly string[], bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (!KNOWN.has(key)) throw new MalformedAnswerError(`unexpected header line ${JSON.stringify(line)}`, bytes);
    if (headers.has(key)) throw new MalformedAnswerError(`duplicate header ${key}`, bytes);
    headers.set(key, value);
  }
  return headers;
}

/** @param begin tells a body from the next response when the method is unknown */
function hasBody(bytes: Buffer, start: number, status: number, method: SentMethod, begin: RegExp): boolean {
  if (WITHOUT_BODY.includes(status) || method === 'HEAD') return false;
  return method === 'other' || begin.test(bytes.toString('latin1', start, start + 1));
}

/** A 304 may leave out the length that the answer would have had (RFC 9110, 8.6). */
const WITHOUT_BODY = [204, 304];

/** No body begins as the next response does: with `HTTP/`. */
const BODY_BEGIN = /^[^H]/;
const CHUNK_BEGIN = /^[0-9a-f]/;

/** The headers that the service sends. Any other was injected by a client. */
const KNOWN = new Set([
  'www-authenticate',
  'accept-encoding',
  'accept-query',
  'allow',
  'cache-control',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'etag',
  'idempotent-replayed',
  'keep-alive',
  'location',
  'retry-after',
  'transfer-encoding',
  'vary',
  'x-accel-buffering',
  'x-content-type-options',
  'x-request-id',
]);
