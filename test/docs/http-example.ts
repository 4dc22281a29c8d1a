import { atomicFormat, plainFormat, type DocumentFormat } from '#adapters/http/api/media-types';
import type { ApiRequest } from './api-request.ts';

/** Introduces the summary of an answer. */
export const ARROW = '→ ';

/**
 * Parses the request of an `http` block: `GET /path?query`, without percent-encoding, possibly wrapped over several lines. The body, if
 * any, follows an empty line; it is sent with the media type of JSON:API, or of lists of operations.
 * @param lines of the block; one that starts with an arrow is the answer
 */
export function parseHttpExample(lines: readonly string[]): ApiRequest {
  const requestLines = lines.filter((line) => !line.startsWith(ARROW));
  const end = requestLines.includes('') ? requestLines.indexOf('') : requestLines.length;
  const body = requestLines.slice(end + 1).join('\n');
  const target = requestLines.slice(0, end).map((line) => line.trim());
  const parsed = parseTarget(target.join(''));
  return {
    ...parsed,
    ...(body === '' ? NO_BODY : withBody(body, parsed.path === '/operations' ? atomicFormat : plainFormat)),
  };
}

const NO_BODY = { headers: {}, body: undefined };

function withBody(body: string, { mediaType }: DocumentFormat): Pick<ApiRequest, 'headers' | 'body'> {
  return { headers: { 'Content-Type': mediaType }, body };
}

function parseTarget(text: string): Pick<ApiRequest, 'method' | 'path'> {
  const [, method, path, query] = /^(GET|POST|PATCH|DELETE) (\/[^?]*)(?:\?(.*))?$/.exec(text) ?? [];
  if (method === undefined || path === undefined) throw new Error(`not a request: ${text}`);
  return { method, path: query === undefined ? path : `${path}?${encodeQuery(query)}` };
}

function encodeQuery(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    return [pair.slice(0, end), pair.slice(end + 1)].map(encodeURIComponent).join('=');
  });
  return pairs.join('&');
}
