import type { Route } from '../route.ts';
import type { Middleware } from './state.ts';

/** A route and what answers on it. */
export type AnsweredRoute = Pick<Route, 'name' | 'method' | 'path'> & { readonly answer: Middleware };

/**
 * Runs the route of a path without the patterns of the router: by what stands before and behind the identifier. Sets what the router
 * would set, and leaves to the router what is not found here, and identifiers with escapes.
 */
export function lookUpRoute(routes: readonly AnsweredRoute[]): Middleware {
  const candidates = new Map<string, readonly Candidate[]>();
  for (const { method } of routes)
    candidates.set(method, routes.filter((route) => route.method === method).map(candidate));
  candidates.set('HEAD', candidates.get('GET') ?? []);
  return (ctx, next): unknown => {
    const { path } = ctx;
    for (const { name, before, behind, parameter, parameters, answer } of candidates.get(ctx.req.method ?? '') ?? []) {
      if (!path.startsWith(before) || !path.endsWith(behind)) continue;
      const id = path.slice(before.length, path.length - behind.length);
      if (parameter === undefined ? id !== '' : !PLAIN.test(id)) continue;
      const params: Record<string, string> = { ...parameters };
      if (parameter !== undefined) params[parameter] = id;
      ctx['params'] = params;
      ctx['_matchedRouteName'] = name;
      return answer(ctx, next);
    }
    return next();
  };
}

/** A route by the parts of its path around the identifier; one without an identifier is all `before`. */
interface Candidate {
  readonly name: string;
  readonly before: string;
  readonly behind: string;
  /** The name of the identifier. */
  readonly parameter: string | undefined;
  /** With that name, so that those of a request need only a copy. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly answer: Middleware;
}

/** One segment of a path, without escapes. */
const PLAIN = /^[^/%]+$/;

function candidate({ name, path, answer }: AnsweredRoute): Candidate {
  const [before = '', parameter, behind = '', ...others] = path.split(/:(\w+)/);
  if (others.length > 0) throw new Error(`${path}: a route has one identifier at most`);
  const parameters = parameter === undefined ? {} : { [parameter]: '' };
  return { name, before, behind, parameter, parameters, answer };
}
