import Router from '@koa/router';
import Koa from 'koa';
import type { Actor } from '#application/model/actor';
import { everythingAllowed } from '#application/model/permissions';
import type { Policy } from '#application/ports/policy';
import type { UseCases } from '#application/use-cases';
import { memoizeOnSuccess } from '../answer/answer.ts';
import { epochMarks } from '../answer/entity-tags.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { commonHeaders } from '../api/common-headers.ts';
import { MAX_QUERY_BYTES } from '../api/limits.ts';
import type { Resources } from '../api/resource-description.ts';
import type { Api, RoleApi } from '../handlers/handler.ts';
import type { Subscribers } from '../handlers/subscribers.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import { feedTexts } from '../request/feed-texts.ts';
import { openCursors } from '../request/query/cursors.ts';
import { newReadCache, readerOfRequests } from '../request/read-cache.ts';
import { allowOrigins, type AllowedOrigins } from './allow-origins.ts';
import { answerRequest, bodyReceiver, BROKEN_DOCUMENT, BROKEN_QUERY } from './answer-request.ts';
import { answerErrors, answerUnmatched, METHODS } from './catch-errors.ts';
import { checkRequest } from './check-request.ts';
import { limitLoad, type LoadShedder } from './load-shedder.ts';
import { guardedEntrance, publicEntrance } from './entrance.ts';
import type { IdentifyOptions } from './identify.ts';
import type { Log } from './log.ts';
import { observeRequest, type ObserveOptions } from './observe-request.ts';
import type { RequestState } from './request-state.ts';
import { apiRoutes } from './routes.ts';

export interface AppOptions extends ObserveOptions {
  readonly config: ApiConfig;
  /** Undefined: no origin is allowed, and responses do not depend on it. */
  readonly corsOrigins: AllowedOrigins | undefined;
  /** The secret that encrypts cursors; by default the epoch. */
  readonly cursorKey: string | undefined;
  readonly log: Log;
  readonly load: LoadShedder;
  readonly subscribers: Subscribers;
  /** Undefined: the service has no policy, so every request is allowed. */
  readonly access: Access | undefined;
  /** The resources that a service without a policy shows; all by default. */
  readonly set?: Resources;
}

/** The means to identify actors, and each role's view of the API. */
export interface Access extends IdentifyOptions, Policy {
  readonly roles: ReadonlyMap<string, RoleApi>;
}

export type HttpApp = Koa<RequestState>;

/** The API as a Koa application. */
export function createApp(use: UseCases, options: AppOptions): HttpApp {
  const { config, corsOrigins, cursorKey, log, load, observe, access, subscribers } = options;
  const { limits, isPublic, resources } = config;
  const cursors = openCursors(cursorKey, use.epoch, resources);
  const reads = newReadCache();
  const open: RoleApi = { set: options.set ?? resources, permissions: everythingAllowed };
  const shared = {
    ...config,
    use,
    epochMark: epochMarks(use, !isPublic),
    feedTexts: memoizeOnSuccess(async () => feedTexts(await use.feedSecret())),
    observe,
    subscribers,
    roleOf: ({ role }: Pick<Actor, 'role'>) => (access === undefined ? open : access.roles.get(role ?? '')),
  };
  const apiOf = (role: RoleApi): Api => ({
    ...shared,
    ...role,
    read: readerOfRequests({ ...config, ...role }, cursors, reads),
  });
  const everything = apiOf(open);
  const routes = [...apiRoutes(everything), ...pageRoutes(config)];
  const entrance =
    access === undefined
      ? publicEntrance
      : guardedEntrance({ ...access, observe }, routes, (role) => apiRoutes(apiOf(role)));
  const router = new Router<RequestState>({ sensitive: true, strict: true, methods: [...METHODS] });
  const answering = {
    limits,
    resources,
    log,
    receiveBody: bodyReceiver(limits, BROKEN_DOCUMENT),
    receiveQuery: bodyReceiver({ maxBodyBytes: Math.min(MAX_QUERY_BYTES, limits.maxBodyBytes) }, BROKEN_QUERY),
    isPublic,
    identify: entrance.identify,
    identifyAgain: entrance.identifyAgain,
  };
  for (const route of routes)
    router.register(route.path, [...route.methods], (ctx) => answerRequest(ctx, route, answering), {
      name: route.name,
    });

  const headers = isPublic ? commonHeaders : { ...commonHeaders, Vary: 'Accept, Authorization' };
  const app: HttpApp = new Koa<RequestState>();
  app.on('error', (error: unknown, ctx?: Koa.ParameterizedContext<RequestState>) => {
    const { isBroken = false, requestId } = ctx?.state ?? {};
    if (!isBroken && !isDisconnection(error)) log.error({ requestId, error }, 'response failed');
  });
  app.use(observeRequest(options));
  app.use((ctx, next) => {
    ctx.set(headers);
    return next();
  });
  if (corsOrigins !== undefined) app.use(allowOrigins(corsOrigins, config));
  app.use(answerErrors(log, config));
  app.use(limitLoad(load));
  app.use(checkRequest(limits));
  app.use(router.routes());
  app.use(answerUnmatched(router, entrance.hasRoute, config));
  return app;
}

/** True if a client disconnected. That is not a failure, and its request's log line reports it. */
function isDisconnection(error: unknown): boolean {
  const codes = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
