import type { IncomingMessage } from 'node:http';
import { ApiError, errorObject } from '../api/errors.ts';
import type { HeadLimits } from '../api/limits.ts';
import { plainPath } from '../request/plain-path.ts';
import type { Middleware } from './request-state.ts';

/** Checks every request before routing. */
export function checkRequest(limits: HeadLimits): Middleware {
  return (ctx, next) => {
    checkHead(ctx.req, limits);
    normalizeTarget(ctx.req);
    return next();
  };
}

/** Checks the length of target and headers, the HTTP version, and the one Host header that HTTP/1.1 requires (RFC 9112, 3.2). */
function checkHead(req: IncomingMessage, { maxUrlBytes, maxHeaderBytes }: HeadLimits): void {
  if ((req.url ?? '').length > maxUrlBytes) {
    const detail = `The request target is longer than ${maxUrlBytes} bytes`;
    throw new ApiError([errorObject('uri-too-long', detail, undefined, { limit: maxUrlBytes })]);
  }
  if (headerBytes(req.rawHeaders) > maxHeaderBytes) {
    const detail = `The request headers are longer than ${maxHeaderBytes} bytes`;
    throw new ApiError([errorObject('headers-too-large', detail, undefined, { limit: maxHeaderBytes })]);
  }
  // Node's parser accepts 0.9 and 2.0, and answers in HTTP/1.1.
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0')
    throw new ApiError([errorObject('malformed-request', 'The request must be HTTP/1.0 or HTTP/1.1')]);
  if (req.httpVersion === '1.1' && req.headersDistinct['host']?.length !== 1)
    throw new ApiError([errorObject('malformed-request', 'An HTTP/1.1 request must have exactly one Host header')]);
}

/** The size on the wire: names and values with `: ` and CRLF. */
function headerBytes(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((bytes, part) => bytes + part.length + 2, 0);
}

/**
 * Reduces the target to the normalized path and the query. A client may send an absolute URL (RFC 9112, 3.2.2), and Koa
 * throws if its host is malformed.
 */
function normalizeTarget(req: IncomingMessage): void {
  const url = req.url ?? '';
  if (url.startsWith('/') && !/[#%]/.test(url)) return;
  const [, sent = '', query = ''] = TARGET.exec(url) ?? [];
  const path = plainPath(sent);
  req.url = `${path.startsWith('/') ? '' : '/'}${path}${query}`;
}

/** Captures path and query, without scheme and authority. */
const TARGET = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i;
