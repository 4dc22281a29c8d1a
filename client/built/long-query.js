// Long query strings are sent in the body of a QUERY (RFC 10008), because servers and proxies limit the length of a URL.
/** The maximum length of a GET's request target: path and query string. */
const LONGEST_TARGET = 4096;
/**
 * The QUERY to send instead of a GET whose URL is too long. Only the path and the query string count: servers limit their length, and a proxy
 * may have another host name.
 * @param url absolute
 * @returns undefined if the URL is short enough, or its route does not support QUERY
 */
export function queryFor(url) {
    const { origin, pathname, search } = new URL(url);
    const isLong = pathname.length + search.length > LONGEST_TARGET;
    if (!isLong || FEED.test(pathname))
        return undefined;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return { method: 'QUERY', url: origin + pathname, headers, body: search.slice(1) };
}
/** Matches the path of the changes feed, but not that of a relationship named `changes`. */
const FEED = /(?<!\/(?:[1-9]\d*|relationships))\/changes$/;
/** Turns a GET with a long URL into a QUERY, and returns any other request unchanged. */
export function withoutLongUrl(request) {
    const query = request.method === 'GET' ? queryFor(request.url) : undefined;
    if (query === undefined)
        return request;
    const { url, method, headers, body } = query;
    const sent = new Request(new Request(url, request), { method, body });
    for (const [name, value] of Object.entries(headers))
        sent.headers.set(name, value);
    // The Content-Type of a GET can ask for JSON:API 1.1; that of a QUERY cannot.
    if (HAS_PARAMETER.test(request.headers.get('Content-Type') ?? ''))
        sent.headers.append('Accept', MODERN_TYPE);
    return sent;
}
const HAS_PARAMETER = /;\s*(?:ext|profile)\s*=\s*"?[^\s";]/i;
/** JSON:API 1.1, with a profile that no server applies. */
const MODERN_TYPE = 'application/vnd.api+json;profile="https://jsonapi.org/format/1.1/"';
