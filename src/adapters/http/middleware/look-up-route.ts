import type { Route } from '../route.ts';
import type { Middleware } from './state.ts';

/** A route and what answers on it. */
export type AnsweredRoute = Pick<Route, 'name' | 'method' | 'path'> & { readonly answer: Middleware };

/**
 * Runs the route of a path without trying the patterns of all routes: by its segments, of which the second is the identifier. Sets what
 * the router would set, and leaves to the router what is not found here, and identifiers with escapes.
 */
export function lookUpRoute(routes: readonly AnsweredRoute[]): Middleware {
  const table = new Map(routes.flatMap(entriesOf));
  return (ctx, next): unknown => {
    const { shape, id } = takeApart(ctx.path);
    const entry = table.get(`${ctx.method} ${shape}`);
    if (entry === undefined || id === '' || id?.includes('%') === true) return next();
    ctx['params'] = id === undefined ? {} : { [entry.parameter]: id };
    ctx['_matchedRouteName'] = entry.name;
    return entry.answer(ctx, next);
  };
}

interface Entry {
  readonly name: string;
  /** The name of the identifier; empty where the path has none. */
  readonly parameter: string;
  readonly answer: Middleware;
}

function entriesOf({ name, method, path, answer }: AnsweredRoute): readonly (readonly [string, Entry])[] {
  const { shape, id } = takeApart(path);
  if (id?.startsWith(':') === false) throw new Error(`${path}: the second segment of a route is an identifier`);
  const entry = { name, parameter: id?.slice(1) ?? '', answer };
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  return methods.map((each) => [`${each} ${shape}`, entry]);
}

/** The second segment of a path, and the path with a `:` in its place: `/persons/:/computers`. */
function takeApart(path: string): { readonly shape: string; readonly id: string | undefined } {
  const start = path.indexOf('/', 1);
  if (start === -1) return { shape: path, id: undefined };
  const end = path.indexOf('/', start + 1);
  if (end === -1) return { shape: `${path.slice(0, start)}/:`, id: path.slice(start + 1) };
  return { shape: `${path.slice(0, start)}/:${path.slice(end)}`, id: path.slice(start + 1, end) };
}
