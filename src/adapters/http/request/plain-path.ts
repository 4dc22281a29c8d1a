/**
 * Normalizes a path by decoding unreserved characters (RFC 3986, 2.3). Other escapes stay: `%2F` is not a
 * slash, and a decoded `%25` would begin another escape.
 * @example plainPath('/p%65rsons/%31%2F') // '/persons/1%2F'
 */
export function plainPath(path: string): string {
  return path.replace(UNRESERVED, decodeURIComponent);
}

/** Escapes of hyphen, dot, digits, letters, underscore and tilde. */
const UNRESERVED = /%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;
