import type Koa from 'koa';
import type { Json } from '../jsonapi/read-json.ts';

/** What the middleware learn of a request. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  /** The body, once it is parsed. */
  document?: Json;
  /** The value of the `Server-Timing` header at the moment; undefined when answers do not have one. */
  serverTiming?: () => string;
  /** The answer was broken off after its first byte. */
  isBroken?: boolean;
}

export type Middleware = Koa.Middleware<RequestState>;
export type Context = Parameters<Middleware>[0];

/** What is done with every request before its route is looked for: notes or corrects something, or throws what it is refused with. */
export type Check = (ctx: Context) => void;
