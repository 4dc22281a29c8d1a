import { randomUUID } from 'node:crypto';
import type { Middleware } from './state.ts';

/** Gives every request an id, its own when it brings a decent one, and every response the headers that all have. */
export const identifyRequest: Middleware = async (ctx, next) => {
  const sent = ctx.get('X-Request-Id');
  ctx.state.requestId = REQUEST_ID.test(sent) ? sent : randomUUID();
  ctx.set('X-Request-Id', ctx.state.requestId);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Vary', 'Accept');
  await next();
};

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
