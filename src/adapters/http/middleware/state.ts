import type Koa from 'koa';
import type { Json } from '../jsonapi/documents/read-json.ts';

/** What the middleware learn of a request. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  /** The body, once it is parsed. */
  document?: Json;
  /** The answer was broken off after its first byte. */
  isBroken?: boolean;
}

export type Middleware = Koa.Middleware<RequestState>;
export type Context = Parameters<Middleware>[0];
