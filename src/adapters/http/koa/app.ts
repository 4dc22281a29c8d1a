import Router from '@koa/router';
import Koa from 'koa';
import { everythingAllowed } from '#application/model/permissions';
import type { Policy } from '#application/ports/policy';
import type { UseCases } from '#application/use-cases';
import { epochMarks } from '../answer/entity-tags.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { commonHeaders } from '../api/common-headers.ts';
import type { Resources } from '../api/resource-description.ts';
import { resources as everyResource } from '../api/resources.ts';
import type { Api, KeyedOutcome, RoleView } from '../handlers/handler.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import { openCursors } from '../request/query/cursors.ts';
import { allowOrigins, type AllowedOrigins } from './allow-origins.ts';
import { answerRequest, bodyReceiver } from './answer-request.ts';
import { answerErrors, answerUnmatched } from './catch-errors.ts';
import { checkRequest } from './check-request.ts';
import { limitLoad, type LoadShedder } from './load-shedder.ts';
import { guardedEntrance, openEntrance } from './entrance.ts';
import type { IdentifyOptions } from './identify.ts';
import type { Log } from './log.ts';
import { observeRequest, type Observation } from './observe-request.ts';
import type { RequestState } from './request-state.ts';
import { apiRoutes } from './routes.ts';

export interface AppOptions {
  readonly config: ApiConfig;
  /** Undefined: none, and no answer differs by the origin. */
  readonly corsOrigins: AllowedOrigins | undefined;
  /** Encrypts cursors; undefined: the epoch does. */
  readonly cursorKey: string | undefined;
  readonly log: Log;
  readonly observation: Observation;
  readonly load: LoadShedder;
  readonly onKeyedAnswer: (outcome: KeyedOutcome) => void;
  /** Undefined: everybody may do everything. */
  readonly access: Access | undefined;
  /** What clients see where everybody may do everything; by default every resource. */
  readonly resources?: Resources;
}

/** Who may come in, and what each role has. */
export interface Access extends IdentifyOptions, Policy {
  readonly roles: ReadonlyMap<string, RoleView>;
}

export type HttpApp = Koa<RequestState>;

/** The API as a Koa application. */
export function createApp(use: UseCases, options: AppOptions): HttpApp {
  const {
    config,
    corsOrigins,
    cursorKey,
    log,
    observation,
    load,
    onKeyedAnswer,
    access,
    resources = everyResource,
  } = options;
  const { limits } = config;
  const cursors = openCursors(cursorKey, use.epoch);
  const { isOpen } = config;
  const shared = { ...config, use, openCursors: cursors, epochMark: epochMarks(use, !isOpen), onKeyedAnswer };
  const everything: Api = { ...shared, resources, permissions: everythingAllowed };
  const routes = [...apiRoutes(everything), ...(config.hasPages ? pageRoutes(config.service.name) : [])];
  const entrance =
    access === undefined ? openEntrance : guardedEntrance(access, routes, (view) => apiRoutes({ ...shared, ...view }));
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const answering = { limits, log, receiveBody: bodyReceiver(limits), isOpen, identify: entrance.identify };
  for (const route of routes)
    router.register(route.path, [route.method], (ctx) => answerRequest(ctx, route, answering), { name: route.name });

  const headers = isOpen ? commonHeaders : { ...commonHeaders, Vary: 'Accept, Authorization' };
  const app: HttpApp = new Koa<RequestState>();
  app.on('error', (error: unknown, ctx?: Koa.ParameterizedContext<RequestState>) => {
    const { isBroken = false, requestId } = ctx?.state ?? {};
    if (!isBroken && !isDisconnection(error)) log.error({ requestId, error }, 'response failed');
  });
  app.use(observeRequest(observation));
  app.use((ctx, next) => {
    ctx.set(headers);
    return next();
  });
  if (corsOrigins !== undefined) app.use(allowOrigins(corsOrigins, config));
  app.use(answerErrors(log));
  app.use(limitLoad(load));
  app.use(checkRequest(limits));
  app.use(router.routes());
  app.use(answerUnmatched(router, entrance.hasRoute));
  return app;
}

/** A client that disconnects is no failure; the line of its request reports it. */
function isDisconnection(error: unknown): boolean {
  const codes = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
