import type { Middleware } from './state.ts';

/**
 * Brings the request target into one form: a path with its query string. A client may send scheme and host before it, which do not
 * matter (RFC 9112, 3.2.2). Taken off here they need no URL parser, of which Koa's throws when a host is malformed.
 */
export const readTarget: Middleware = async ({ req }, next) => {
  const target = (req.url ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  req.url = target.startsWith('/') ? target : `/${target}`;
  await next();
};
