import type Router from '@koa/router';
import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import { quote } from '../jsonapi/documents/messages.ts';
import { negotiate } from './negotiate.ts';
import type { Middleware } from './state.ts';

/** Answers what no route does: OPTIONS and other methods on known paths, CONNECT, and unknown paths. */
export function answerUnmatched(router: Router): Middleware {
  return (ctx) => {
    // The target of CONNECT is a host, not a path.
    const allowed = ctx.method === 'CONNECT' ? METHODS : allowedMethods(router, ctx.path);
    if (allowed.length === 0) throw new ApiError([errorObject('not-found', `There is nothing at ${quote(ctx.path)}`)]);
    const headers = { Allow: allowed.join(', ') };
    if (ctx.method !== 'OPTIONS') {
      const detail = `${ctx.method} is not possible here; possible are ${headers.Allow}`;
      throw new ApiError([errorObject('method-not-allowed', detail)], headers);
    }
    negotiate(ctx.req, 'document', false);
    ctx.set(headers);
    ctx.status = 204;
  };
}

function allowedMethods(router: Router, path: string): readonly string[] {
  const methods = new Set(router.match(path, 'OPTIONS').path.flatMap((layer) => layer.methods));
  if (methods.size === 0) return [];
  return METHODS.filter((method) => methods.has(method) || method === 'OPTIONS');
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];
