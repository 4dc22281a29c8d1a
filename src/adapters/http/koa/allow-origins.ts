import cors from '@koa/cors';
import type { ApiConfig } from '../api/api-config.ts';
import { CONSISTENCY_TOKEN } from '../request/consistency-token.ts';
import type { Context, Middleware } from './request-state.ts';

/** The origins whose pages may call the service, as browsers send them; `*` allows all. */
export type AllowedOrigins = '*' | ReadonlySet<string>;

/**
 * CORS (https://fetch.spec.whatwg.org/#http-cors-protocol). Responses to an allowed origin get its headers at any status; any other
 * origin gets none. Browser credentials are never allowed: the page itself sets the header that identifies the client.
 *
 * A preflight is handled like any OPTIONS request, and CORS headers are added to a 204. It therefore lists the methods of its path, and
 * unknown paths still get 404. `@koa/cors` alone would answer 204 everywhere, with one list of methods.
 */
export function allowOrigins(
  origins: AllowedOrigins,
  { hasTokens, isPublic }: Pick<ApiConfig, 'hasTokens' | 'isPublic'>,
): Middleware {
  const exposed = hasTokens ? `${EXPOSED}, ${CONSISTENCY_TOKEN}` : EXPOSED;
  const accepted = [ACCEPTED, ...(hasTokens ? [CONSISTENCY_TOKEN] : []), ...(isPublic ? [] : ['Authorization'])].join(
    ', ',
  );
  const shared = { origin: (ctx: Pick<Context, 'get'>) => allowedOrigin(origins, ctx), keepHeadersOnError: false };
  const completeAnswer = cors({ ...shared, exposeHeaders: exposed });
  return async (ctx, next) => {
    if (ctx.method !== 'OPTIONS') {
      await completeAnswer(ctx, next);
      return;
    }
    await next();
    if (ctx.status === 204 && isPreflight(ctx)) {
      const allowMethods = ctx.response.get('Allow');
      await cors({ ...shared, allowMethods, allowHeaders: accepted, maxAge: MAX_AGE_SECONDS })(ctx, done);
      return;
    }
    // The library sets no headers for an OPTIONS request that is not a preflight.
    ctx.vary('Origin');
    const origin = allowedOrigin(origins, ctx);
    if (origin !== '') ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
  };
}

/** The headers that pages may read, besides those that browsers always expose. */
const EXPOSED = 'Location, ETag, Retry-After, Idempotent-Replayed, X-Request-Id';
const ACCEPTED = 'Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID';
/** The longest time for which Chromium caches a preflight response. */
const MAX_AGE_SECONDS = 7200;

/** @returns an empty text for an origin that is not allowed */
function allowedOrigin(origins: AllowedOrigins, ctx: Pick<Context, 'get'>): string {
  if (origins === '*') return '*';
  const origin = ctx.get('Origin');
  return origins.has(origin) ? origin : '';
}

function isPreflight(ctx: Context): boolean {
  return ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';
}

async function done(): Promise<void> {
  // The response is already complete.
}
