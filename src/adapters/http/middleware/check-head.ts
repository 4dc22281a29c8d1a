import { ApiError, errorObject } from '../jsonapi/errors.ts';
import type { Check } from './state.ts';

export interface HeadLimits {
  /** Bytes of the request target. */
  readonly maxUrlBytes: number;
  /** Bytes of all header lines. */
  readonly maxHeaderBytes: number;
}

/** Refuses requests whose target or headers are too long, that are not HTTP/1, or that do not name one host as HTTP/1.1 wants. */
export function checkHead({ maxUrlBytes, maxHeaderBytes }: HeadLimits): Check {
  return ({ req }) => {
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
    if (req.httpVersion === '1.1' && countHosts(req.rawHeaders) !== 1)
      throw new ApiError([errorObject('malformed-request', 'A HTTP/1.1 request has exactly one Host header')]);
  };
}

/** Names and values with `: ` and the line's end, as they came over the wire. */
function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (const part of rawHeaders) bytes += part.length + 2;
  return bytes;
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}
