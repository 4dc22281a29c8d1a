import type { Middleware } from './state.ts';

/**
 * Brings the request target into one form: a path with its query string. A client may send scheme and host before it, which do not
 * matter (RFC 9112, 3.2.2). Taken off here they need no URL parser, of which Koa's throws when a host is malformed.
 */
export const readTarget: Middleware = ({ req }, next) => {
  const url = req.url ?? '';
  // Nearly all are in that form.
  if (!url.startsWith('/') || url.includes('#')) req.url = normalize(url);
  return next();
};

function normalize(url: string): string {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}
