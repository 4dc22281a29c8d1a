// Errors of the HTTP protocol, which Node reports before there is a request: error documents go straight to the socket.
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { renderErrors } from '../answer/render-document.ts';
import { commonHeaders } from '../api/common-headers.ts';
import { errorObject, type ErrorObject } from '../api/errors.ts';
import { MEDIA_TYPE } from '../api/media-types.ts';
import { newRequestId, requestIdOf } from './request-id.ts';

/** An error of Node's HTTP parser. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** @param maxUrlBytes a longer target is the reason why the head was too long */
export function protocolError(error: ParserError, maxUrlBytes: number): ErrorObject {
  const packet = error.rawPacket?.toString('latin1') ?? '';
  switch (error.code ?? '') {
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong(packet.slice(0, error.bytesParsed), maxUrlBytes)
        ? errorObject('uri-too-long', 'The request target is too long')
        : errorObject('headers-too-large', 'The request headers are too long');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorObject('request-timeout', 'The request took too long to arrive');
    case 'HPE_INVALID_METHOD':
      return isRequestLine(packet.slice(lineStart(packet, error.bytesParsed ?? 0)))
        ? errorObject('method-not-implemented', 'The request method is unknown')
        : errorObject('malformed-request', 'The request is not HTTP');
    case 'HPE_INVALID_URL':
      return errorObject('malformed-request', INVALID_URL);
    default:
      return errorObject('malformed-request', 'The request is not well-formed HTTP');
  }
}

const INVALID_URL =
  'The request target is not a valid URL; percent-encode non-ASCII characters as UTF-8, such as %C3%A9 for é';

/** Answers with an error document and ends the connection. */
export function endWithError(socket: Duplex, error: ErrorObject): void {
  const body = JSON.stringify(renderErrors([error]));
  const headers = headersOf(body, newRequestId());
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`, ...head, '', body].join('\r\n'));
}

/** Sends the same response for a request that did not arrive completely. */
export function answerWithError(response: ServerResponse, error: ErrorObject): void {
  const body = JSON.stringify(renderErrors([error]));
  response.writeHead(Number(error.status), headersOf(body, requestIdOf(response.req))).end(body);
}

function headersOf(body: string, requestId: string): Readonly<Record<string, string>> {
  return {
    'X-Request-Id': requestId,
    ...commonHeaders,
    'Content-Type': MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
}

/**
 * True if the target made a head too long.
 * @param parsed the parsed part of the last packet, which may start inside the target or a header: without a line end, only a header has spaces
 */
function isTargetTooLong(parsed: string, maxUrlBytes: number): boolean {
  const head = parsed.slice(parsed.lastIndexOf('\r\n\r\n') + 1).trimStart();
  const [line = '', ...headers] = head.split('\n');
  const target = /^[A-Z-]+ (.*?)(?: HTTP\/|$)/.exec(line)?.[1];
  if (target !== undefined) return target.length > maxUrlBytes;
  return headers.length === 0 && !line.includes(' ');
}

function lineStart(packet: string, position: number): number {
  return packet.lastIndexOf('\n', Math.max(0, position - 1)) + 1;
}

function isRequestLine(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} \S{1,16384} HTTP\/1\.[01]\r?\n/.test(text);
}
