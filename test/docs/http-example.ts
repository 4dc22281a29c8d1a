import type { ApiRequest } from './api-request.ts';

/** What stands before the short form of an answer. */
export const ARROW = '→ ';

/**
 * The request of an `http` block: `GET /path?query`, shown without percent-encoding; further lines go on where the last one ended.
 * @param lines of the block; one that starts with an arrow is the answer
 */
export function parseHttpExample(lines: readonly string[]): ApiRequest {
  const text = lines
    .filter((line) => !line.startsWith(ARROW))
    .map((line) => line.trim())
    .join('');
  const [, path, query] = /^GET (\/[^?]*)(?:\?(.*))?$/.exec(text) ?? [];
  if (path === undefined) throw new Error(`not a GET request: ${text}`);
  return {
    method: 'GET',
    path: query === undefined ? path : `${path}?${encodeQuery(query)}`,
    headers: {},
    body: undefined,
  };
}

function encodeQuery(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    return [pair.slice(0, end), pair.slice(end + 1)].map(encodeURIComponent).join('=');
  });
  return pairs.join('&');
}
