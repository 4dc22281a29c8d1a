import type { IncomingMessage } from 'node:http';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import type { Middleware } from './state.ts';

export interface HeadLimits {
  /** Bytes of the request target. */
  readonly maxUrlBytes: number;
  /** Bytes of all header lines. */
  readonly maxHeaderBytes: number;
}

/** Checks every request before it is routed. */
export function checkRequest(limits: HeadLimits, isOverloaded: () => boolean): Middleware {
  return (ctx, next) => {
    if (isOverloaded()) throw overloaded();
    checkHead(ctx.req, limits);
    normalizeTarget(ctx.req);
    return next();
  };
}

/** Late answers help nobody, and refusing is cheap. */
function overloaded(): ApiError {
  const detail = 'The service is overloaded; nothing was changed';
  return new ApiError([errorObject('service-unavailable', detail)], { 'Retry-After': '1' });
}

/** Refuses a target or headers that are too long, what is not HTTP/1, and what does not name one host as HTTP/1.1 wants. */
function checkHead(req: IncomingMessage, { maxUrlBytes, maxHeaderBytes }: HeadLimits): void {
  if ((req.url ?? '').length > maxUrlBytes) {
    const detail = `The request target is longer than ${maxUrlBytes} bytes`;
    throw new ApiError([errorObject('uri-too-long', detail, undefined, { limit: maxUrlBytes })]);
  }
  if (headerBytes(req.rawHeaders) > maxHeaderBytes) {
    const detail = `The request headers are longer than ${maxHeaderBytes} bytes`;
    throw new ApiError([errorObject('headers-too-large', detail, undefined, { limit: maxHeaderBytes })]);
  }
  // Node's parser takes 0.9 and 2.0 for granted, and answers in HTTP/1.1.
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0')
    throw new ApiError([errorObject('malformed-request', 'The request must be HTTP/1.0 or HTTP/1.1')]);
  if (req.httpVersion === '1.1' && req.headersDistinct['host']?.length !== 1)
    throw new ApiError([errorObject('malformed-request', 'A HTTP/1.1 request has exactly one Host header')]);
}

/** Names and values with `: ` and the line's end, as they came over the wire. */
function headerBytes(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((bytes, part) => bytes + part.length + 2, 0);
}

/**
 * Brings the request target into one form: a path with its query string. A client may send scheme and host before it, which do not
 * matter (RFC 9112, 3.2.2). Taken off here they need no URL parser, of which Koa's throws when a host is malformed.
 */
function normalizeTarget(req: IncomingMessage): void {
  const url = req.url ?? '';
  if (url.startsWith('/') && !url.includes('#')) return;
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  req.url = target.startsWith('/') ? target : `/${target}`;
}
