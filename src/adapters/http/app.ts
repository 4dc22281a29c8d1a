import Router from '@koa/router';
import Koa from 'koa';
import type { HeaderRules } from './api/header-use.ts';
import { commonHeaders } from './common-headers.ts';
import { epochMarks } from './conditions/entity-tag.ts';
import { answerRequest } from './koa/answer-request.ts';
import { bodyReceiver } from './koa/receive-body.ts';
import type { Api, ServiceName } from './handlers/handler.ts';
import type { KeyedOutcome, KeyLimits } from './idempotency/key-limits.ts';
import { openCursors } from './jsonapi/cursor/cursors.ts';
import { linksBelow } from './jsonapi/documents/links.ts';
import type { QueryLimits } from './jsonapi/query/known-parameters.ts';
import type { Log } from './log.ts';
import { allowOrigins, type AllowedOrigins } from './middleware/allow-origins.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { answerUnmatched } from './middleware/answer-unmatched.ts';
import { checkRequest, type HeadLimits } from './middleware/check-request.ts';
import { limitLoad } from './middleware/limit-load.ts';
import { observeRequest, type Observation } from './middleware/observe-request.ts';
import type { StreamLimits } from './middleware/respond.ts';
import type { RequestState } from './middleware/state.ts';
import { pageRoutes } from './pages/page-routes.ts';
import type { BodyLimits } from './request/check-size.ts';
import { apiRoutes } from './routes.ts';
import type { Load } from './server/load.ts';
import type { UseCases } from '../../application/use-cases.ts';

export type HttpLimits = QueryLimits & BodyLimits & HeadLimits & HeaderRules & KeyLimits & StreamLimits;

export interface AppOptions {
  readonly service: ServiceName;
  /** Prefix of every link; undefined: links are paths. */
  readonly publicUrl: string | undefined;
  /** Whether there are pages for people: `/docs/`, `/explorer/` and one at `/`. */
  readonly hasPages: boolean;
  /** Undefined: none, and no answer differs by the origin. */
  readonly corsOrigins: AllowedOrigins | undefined;
  /** Whether there are replicas, so that writes answer with a `Consistency-Token`. */
  readonly hasTokens: boolean;
  /** Encrypts cursors; undefined: the epoch does. */
  readonly cursorKey: string | undefined;
  readonly limits: HttpLimits;
  readonly log: Log;
  readonly observation: Observation;
  readonly load: Load;
  readonly onKeyedAnswer: (outcome: KeyedOutcome) => void;
}

export type HttpApp = Koa<RequestState>;

/** The API as a Koa application. */
export function createApp(use: UseCases, options: AppOptions): HttpApp {
  const {
    service,
    publicUrl,
    corsOrigins,
    hasPages,
    hasTokens,
    cursorKey,
    limits,
    log,
    observation,
    load,
    onKeyedAnswer,
  } = options;
  const linkTo = linksBelow(publicUrl);
  const cursors = openCursors(cursorKey, use.epoch);
  const epochMark = epochMarks(use);
  const api: Api = {
    service,
    use,
    limits,
    linkTo,
    openCursors: cursors,
    hasPages,
    hasTokens,
    epochMark,
    onKeyedAnswer,
  };
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const answering = { limits, log, receiveBody: bodyReceiver(limits) };
  for (const route of [...apiRoutes(api), ...(hasPages ? pageRoutes() : [])])
    router.register(route.path, [route.method], (ctx) => answerRequest(ctx, route, answering), { name: route.name });

  const app: HttpApp = new Koa<RequestState>();
  app.on('error', (error: unknown, ctx?: Koa.ParameterizedContext<RequestState>) => {
    const { isBroken = false, requestId } = ctx?.state ?? {};
    if (!isBroken && !isDisconnection(error)) log.error({ requestId, error }, 'response failed');
  });
  app.use(observeRequest(observation));
  app.use((ctx, next) => {
    ctx.set(commonHeaders);
    return next();
  });
  if (corsOrigins !== undefined) app.use(allowOrigins(corsOrigins, hasTokens));
  app.use(answerErrors(log));
  app.use(limitLoad(load));
  app.use(checkRequest(limits));
  app.use(router.routes());
  app.use(answerUnmatched(router));
  return app;
}

/** A client that disconnects is no failure; the line of its request reports it. */
function isDisconnection(error: unknown): boolean {
  const codes = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
