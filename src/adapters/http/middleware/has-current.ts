/**
 * Whether an If-None-Match header names the tag of the answer (weak comparison, RFC 9110, 13.1.2), so that the client has it already. Koa's `fresh`
 * would send the answer all the same to a client that adds `Cache-Control: no-cache`, as `fetch` does with this header.
 * @example hasCurrent('"a", W/"b"', '"b"') // true
 */
export function hasCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const named = [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, opaque]) => opaque);
  return named.includes(tag);
}
