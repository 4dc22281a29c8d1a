import type { Check } from './state.ts';

/**
 * Brings the request target into one form: a path with its query string. A client may send scheme and host before it, which do not
 * matter (RFC 9112, 3.2.2). Taken off here they need no URL parser, of which Koa's throws when a host is malformed.
 */
export const readTarget: Check = ({ req }) => {
  const url = req.url ?? '';
  // Nearly all are in that form.
  if (!url.startsWith('/') || url.includes('#')) req.url = normalize(url);
};

function normalize(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
