import Router from '@koa/router';
import Koa from 'koa';
import { checkSize } from './atomic/check-size.ts';
import { commonHeaders } from './common-headers.ts';
import { isConditional } from './conditions/conditions.ts';
import { epochMarks } from './conditions/entity-tag.ts';
import type { Api, ServiceName } from './handlers/handler.ts';
import type { KeyedOutcome, KeyLimits } from './idempotency/key-limits.ts';
import { keyedRequest } from './idempotency/keyed-request.ts';
import { asksForCursors } from './jsonapi/cursor/cursor-profile.ts';
import { openCursors } from './jsonapi/cursor/cursors.ts';
import { atomic } from './jsonapi/documents/dialect.ts';
import { linksBelow } from './jsonapi/documents/links.ts';
import { prefersHtml } from './jsonapi/documents/media-type.ts';
import type { QueryLimits } from './jsonapi/query/known-parameters.ts';
import type { Log } from './log.ts';
import { allowOrigins, type AllowedOrigins } from './middleware/allow-origins.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { answerUnmatched } from './middleware/answer-unmatched.ts';
import { checkRequest, type HeadLimits } from './middleware/check-request.ts';
import { limitLoad } from './middleware/limit-load.ts';
import { negotiate } from './middleware/negotiate.ts';
import { observeRequest, type Observation } from './middleware/observe-request.ts';
import { bodyReader, bodyReceiver, type BodyLimits, type ReadBody, type ReceiveBody } from './middleware/read-body.ts';
import { respond, type StreamLimits } from './middleware/respond.ts';
import type { Middleware, RequestState } from './middleware/state.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { readRequestHeaders, type HeaderRules } from './request-headers.ts';
import { apiRoutes, type Route } from './routes.ts';
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
  const receive = bodyReceiver(limits);
  const bodies = { receive, read: bodyReader(receive, limits) };
  for (const route of [...apiRoutes(api), ...(hasPages ? pageRoutes() : [])])
    router.register(route.path, [route.method], answerOn(route, bodies, limits, log), { name: route.name });

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

interface Bodies {
  readonly receive: ReceiveBody;
  readonly read: ReadBody;
}

function answerOn(
  { offers, readsBody, handler, page, ...headerUse }: Route,
  bodies: Bodies,
  limits: HeaderRules & StreamLimits,
  log: Log,
): Middleware {
  return async (ctx) => {
    const isPage = page !== undefined && prefersHtml(ctx.req.headers.accept);
    negotiate(ctx.req, isPage ? 'file' : offers, readsBody);
    const { conditions, key, since } = readRequestHeaders(ctx.req, headerUse, limits);
    ctx.state.conditions = conditions;
    ctx.state.hasKey = key !== undefined;
    if (offers === 'atomic') ctx.state.dialect = atomic;
    const document = readsBody ? await bodies.read(ctx, offers === 'atomic' ? checkSize : undefined) : noBody;
    // What a route ignores still tells a repetition from another request.
    if (key !== undefined && !readsBody) await bodies.receive(ctx);
    const keyed = key === undefined ? undefined : keyedRequest(ctx, key);
    const [id = ''] = Object.values(ctx['params'] as Readonly<Record<string, string>>);
    const { path, querystring: queryString } = ctx;
    const documentFirst = isConditional(conditions) || keyed !== undefined;
    const cursors = offers === 'list' && { asksForCursors: asksForCursors(ctx.req.headers.accept) };
    const request = { path, id, queryString, document, conditions, documentFirst, keyed, since, ...cursors };
    const answer = await (isPage ? page : handler)(request);
    await respond(ctx, answer, limits, log);
  };
}

function noBody(): never {
  throw new Error('a route that reads no body was asked for one');
}
