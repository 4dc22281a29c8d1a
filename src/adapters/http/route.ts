import type { Handler } from './handlers.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One method of one path. GET answers HEAD, too. */
export interface Route {
  /** For logs and metrics. */
  readonly name: string;
  readonly method: Method;
  /** With the identifier, where there is one, as `:id` or `:computer_id`. */
  readonly path: string;
  /** Whether a body is read. Elsewhere it is ignored. */
  readonly readsBody: boolean;
  readonly handler: Handler;
}

/** A route that reads a body as its method usually does: POST and PATCH. */
export function route(method: Method, path: string, name: string, handler: Handler): Route {
  return { name, method, path, readsBody: method === 'POST' || method === 'PATCH', handler };
}

/** A DELETE on a relationship, whose body says what to unlink. */
export function unlinking(path: string, name: string, handler: Handler): Route {
  return { name, method: 'DELETE', path, readsBody: true, handler };
}
