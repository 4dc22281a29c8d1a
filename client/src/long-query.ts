// Long query strings are sent in the body of a QUERY (RFC 10008), because servers and proxies limit the length of a URL.

/** A QUERY, as the arguments of `fetch` have it. */
export interface QueryRequest {
  readonly method: 'QUERY';
  /** Without the query string. */
  readonly url: string;
  readonly headers: { readonly 'Content-Type': string };
  /** The query string, without `?`. */
  readonly body: string;
}

/** The longest path with query string of a GET, as it is sent. */
const LONGEST_TARGET = 4096;

/**
 * The QUERY to send instead of a GET, if its URL is too long. Counts the path and the query string (the request target), because these are
 * what servers limit; the host can be longer or shorter in front of a proxy.
 * @param url absolute
 * @returns undefined if the URL is short enough, or its route has no QUERY
 */
export function queryFor(url: string): QueryRequest | undefined {
  const { origin, pathname, search } = new URL(url);
  const isLong = pathname.length + search.length > LONGEST_TARGET;
  if (!isLong || pathname.endsWith('/changes')) return undefined;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { method: 'QUERY', url: origin + pathname, headers, body: search.slice(1) };
}

/** A GET with a long URL becomes a QUERY; any other request is returned as it is. */
export function withoutLongUrl(request: Request): Request {
  const query = request.method === 'GET' ? queryFor(request.url) : undefined;
  if (query === undefined) return request;
  const { url, method, headers, body } = query;
  const sent = new Request(new Request(url, request), { method, body });
  for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value);
  // The Content-Type of a GET can ask for JSON:API 1.1, that of a QUERY cannot.
  if (HAS_PARAMETER.test(request.headers.get('Content-Type') ?? '')) sent.headers.append('Accept', NEWER_TYPE);
  return sent;
}

const HAS_PARAMETER = /;\s*(?:ext|profile)\s*=\s*"?[^\s";]/i;
/** JSON:API 1.1, with a profile that no server applies. */
const NEWER_TYPE = 'application/vnd.api+json;profile="https://jsonapi.org/format/1.1/"';
