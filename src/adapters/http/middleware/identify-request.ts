import { requestIdOf } from '../request-id.ts';
import type { Middleware } from './state.ts';

/** Gives every request an id. */
export const identifyRequest: Middleware = (ctx, next) => {
  ctx.state.requestId = requestIdOf(ctx.req);
  return next();
};
