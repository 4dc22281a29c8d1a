import type Router from '@koa/router';
import { answerTo, internalError } from '../answer/error-answers.ts';
import { modernError } from '../answer/modern-errors.ts';
import { renderErrors } from '../answer/render-document.ts';
import { quote } from '../api/error-wording.ts';
import { ApiError, errorObject } from '../api/errors.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { bareFormat, plainFormat, type DocumentFormat } from '../api/media-types.ts';
import { notFoundPage } from '../pages/not-found-page.ts';
import { PAGE_HEADERS } from '../pages/served-file.ts';
import { ACCEPT_QUERY, negotiate, prefers, versionAsked } from '../request/negotiation.ts';
import type { Log } from './log.ts';
import type { Context, Middleware } from './request-state.ts';

/** The one place that catches errors: each becomes an error document, and unexpected ones are logged under the request's id. */
export function answerErrors(log: Log, { resources, linkTo }: Pick<ApiConfig, 'resources' | 'linkTo'>): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { requestId } = ctx.state;
      const hasKey = ctx.req.headers['idempotency-key'] !== undefined;
      const answer = answerTo(error, { source: { parameter: idParameter(ctx) }, hasKey, resources });
      if (answer === undefined) log.error({ requestId, error }, 'unexpected error');
      else if (answer.status >= 500 && answer !== error) log.warn({ requestId, error }, 'request failed');
      const { status, errors, omitted, headers } = answer ?? internalError(requestId);
      const format = formatOf(ctx, status);
      const request = { sent: ctx.state.sent, pathParameters: pathParametersOf(ctx), linkTo };
      const shown = format.jsonapi.version === '1.0' ? errors : errors.map((each) => modernError(each, request));
      ctx.status = status;
      ctx.set({ 'Content-Type': format.mediaType, ...headers });
      ctx.body = JSON.stringify(renderErrors(shown, omitted, format, linkTo));
    }
  };
}

/** 406 is sent in JSON:API 1.0, because the client accepts no format that the route offers. */
function formatOf({ req, state }: Context, status: number): DocumentFormat {
  if (status === 406) return plainFormat;
  return state.errorFormat ?? bareFormat({ version: versionAsked(req.headers) });
}

/** The name of the path parameter, by which an error refers to it. */
function idParameter(ctx: Context): string {
  const [name = 'id'] = pathParametersOf(ctx);
  return name;
}

function pathParametersOf(ctx: Context): readonly string[] {
  return Object.keys((ctx['params'] as object | undefined) ?? {});
}

/**
 * Answers requests without a route: OPTIONS and other methods on known paths, CONNECT, and unknown paths.
 * @param hasRoute returns a test for the routes of a request's actor, by name. OPTIONS is open to everyone and lists every method.
 */
export function answerUnmatched(
  router: Router,
  hasRoute: HasRoute,
  { service, hasPages }: Pick<ApiConfig, 'service' | 'hasPages'>,
): Middleware {
  return async (ctx) => {
    const isDescribed = ctx.method === 'OPTIONS' ? always : await hasRoute(ctx);
    // The target of CONNECT is a host, not a path.
    const allowed = ctx.method === 'CONNECT' ? METHODS : allowedMethods(router, ctx.path, isDescribed);
    if (ctx.originalUrl === '*') throw new ApiError([errorObject('not-found', NO_ASTERISK)]);
    if (allowed.length === 0) {
      if (!hasPages || !asksForPage(ctx)) throw nothingAt(ctx.path);
      ctx.status = 404;
      ctx.set(PAGE_HEADERS);
      ctx.body = notFoundPage(service.name, ctx.path);
      return;
    }
    const headers = { Allow: allowed.join(', ') };
    if (ctx.method !== 'OPTIONS') {
      const detail = `${ctx.method} is not allowed here. Allowed methods: ${headers.Allow}`;
      throw new ApiError([errorObject('method-not-allowed', detail)], headers);
    }
    negotiate(ctx.req, 'document', 'none');
    ctx.set({ ...headers, ...(allowed.includes('QUERY') && ACCEPT_QUERY) });
    ctx.status = 204;
  };
}

/** True for a browser. */
function asksForPage({ method, req }: Context): boolean {
  return (method === 'GET' || method === 'HEAD') && prefers(req.headers.accept, 'text/html');
}

const NO_ASTERISK = 'The request target * is not supported; use a path, such as /';

type HasRoute = (ctx: Context) => Promise<(name: string) => boolean>;

const always = (): boolean => true;

export function nothingAt(path: string): ApiError {
  return new ApiError([errorObject('not-found', `There is nothing at ${quote(path)}`)]);
}

function allowedMethods(router: Router, path: string, has: (name: string) => boolean): readonly string[] {
  const layers = router.match(path, 'OPTIONS').path.filter(({ name }) => has(name ?? ''));
  const methods = new Set(layers.flatMap((layer) => layer.methods));
  if (methods.size === 0) return [];
  return METHODS.filter((method) => methods.has(method) || method === 'OPTIONS');
}

/** The methods that the service supports. */
export const METHODS = ['GET', 'HEAD', 'QUERY', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];
