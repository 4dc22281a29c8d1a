import Router from '@koa/router';
import Koa from 'koa';
import { computerRoutes } from './computer-routes.ts';
import type { Api } from './handlers.ts';
import type { Log } from './log.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { answerUnmatched } from './middleware/answer-unmatched.ts';
import { checkHead, type HeadLimits } from './middleware/check-head.ts';
import { lookUpRoute } from './middleware/look-up-route.ts';
import { observeRequest, type Observation } from './middleware/observe-request.ts';
import { negotiate } from './middleware/negotiate.ts';
import { parseBody, readBody, type BodyLimits } from './middleware/read-body.ts';
import { shedLoad } from './middleware/shed-load.ts';
import { readTarget } from './middleware/read-target.ts';
import { respondStream, type StreamLimits } from './middleware/respond-stream.ts';
import { respond } from './middleware/respond.ts';
import type { Check, Middleware, RequestState } from './middleware/state.ts';
import { linksBelow } from './jsonapi/links.ts';
import type { QueryLimits } from './jsonapi/query/query-limits.ts';
import { personRoutes } from './person-routes.ts';
import { rootRoute, type ServiceName } from './root-route.ts';
import type { Route } from './route.ts';
import type { UseCases } from './use-cases.ts';

export type HttpLimits = QueryLimits & BodyLimits & HeadLimits & StreamLimits;

export interface AppOptions {
  readonly service: ServiceName;
  /** Prefix of every link; undefined: links are paths. */
  readonly publicUrl: string | undefined;
  readonly limits: HttpLimits;
  readonly log: Log;
  readonly observation: Observation;
  /** Whether requests are refused at the moment, because those already here take too long. */
  readonly isOverloaded: () => boolean;
}

export type HttpApp = Koa<RequestState>;

/** The API as a Koa application: routes, and around them what all requests have in common. */
export function createApp(use: UseCases, options: AppOptions): HttpApp {
  const { service, publicUrl, limits, log, observation, isOverloaded } = options;
  const linkTo = linksBelow(publicUrl);
  const { findResource, findResources, streamResources } = use;
  const api: Api = { findResource, findResources, streamResources, limits, linkTo };
  const routes = [rootRoute(service, linkTo), ...personRoutes(api, use), ...computerRoutes(api, use)];
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const answered = routes.map((route) => ({ ...route, answer: answerOn(route, limits, log) }));
  for (const { method, path, name, answer } of answered) router.register(path, [method], answer, { name });

  const app: HttpApp = new Koa<RequestState>();
  app.on('error', (error: unknown) => {
    if (!isDisconnection(error)) log.error({ error }, 'response failed');
  });
  app.use(observeRequest(observation));
  app.use(answerErrors(log));
  app.use(run([shedLoad(isOverloaded), checkHead(limits), readTarget]));
  app.use(lookUpRoute(answered));
  app.use(router.routes());
  app.use(answerUnmatched(router));
  return app;
}

function run(checks: readonly Check[]): Middleware {
  return (ctx, next) => {
    for (const check of checks) check(ctx);
    return next();
  };
}

/** Clients may go away; the line of their request says so. */
function isDisconnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code));
}

/** What answers on a route. */
function answerOn({ readsBody, handler }: Route, limits: HttpLimits, log: Log): Middleware {
  const read = readsBody ? readBody(limits) : undefined;
  return async (ctx) => {
    negotiate(ctx.req, readsBody);
    if (read !== undefined) await read(ctx);
    const params = ctx['params'] as Readonly<Record<string, string>>;
    const given = await handler({
      path: ctx.path,
      id: params['id'] ?? params['computer_id'] ?? '',
      queryString: ctx.querystring,
      document: readsBody ? parseBody(ctx, limits) : noBody,
    });
    if ('pieces' in given) return respondStream(ctx, given.pieces, limits, log);
    const { status, document, location } = given;
    respond(ctx, status, document, location === undefined ? undefined : { Location: location });
  };
}

function noBody(): never {
  throw new Error('a route that reads no body was asked for one');
}
