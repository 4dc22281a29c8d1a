// The steps that answer a request: its head, its body, the handler, the response. docs/api.md lists the checks in their order.
import type { IncomingMessage } from 'node:http';
import bodyParser from 'koa-bodyparser';
import type { Actor } from '#application/model/actor';
import type { ApiConfig } from '../api/api-config.ts';
import { ApiError, errorObject } from '../api/errors.ts';
import type { BodyLimits, StreamLimits } from '../api/limits.ts';
import { atomicFormat, MEDIA_TYPE } from '../api/media-types.ts';
import type { Route } from '../handlers/handler.ts';
import { checkSize, parseBody, type ParsedBody } from '../request/body.ts';
import { readContentCoding } from '../request/content-coding.ts';
import { readRequestHeaders } from '../request/headers.ts';
import { keyedRequest } from '../request/idempotency-key.ts';
import { askedProfiles, negotiate, prefers } from '../request/negotiation.ts';
import { nothingAt } from './catch-errors.ts';
import type { Log } from './log.ts';
import type { Context } from './request-state.ts';
import { respond } from './respond.ts';

/** Shared by all routes. */
export interface AnswerOptions extends Pick<ApiConfig, 'resources'> {
  readonly identify: Identify;
  /** Authenticates the client again, without counting it in the metrics. */
  readonly identifyAgain: (ctx: Context, route: Route) => Promise<Actor>;
  /** True if everybody may do everything. */
  readonly isPublic: boolean;
  readonly limits: BodyLimits & StreamLimits;
  readonly log: Log;
  readonly receiveBody: ReceiveBody;
}

/** Says who makes a request to a route, and what the route is for them; undefined: there is none at this path. */
export type Identify = (
  ctx: Context,
  route: Route,
) => Promise<{ readonly actor: Actor; readonly route: Route | undefined }>;

export async function answerRequest(ctx: Context, addressed: Route, options: AnswerOptions): Promise<void> {
  const { actor, route } = await options.identify(ctx, addressed);
  if (route === undefined) throw nothingAt(ctx.path);
  const { offers, handler } = representationFor(ctx.req, route);
  negotiate(ctx.req, offers, route.body !== undefined);
  const { headerUse, refusal } = route;
  const resumes = headerUse.resumes && handler === route.other?.handler;
  const { conditions, key, since, lastEventId } = readRequestHeaders(ctx.req, { ...headerUse, resumes }, refusal);
  if (offers === 'atomic') ctx.state.dialect = atomicFormat;
  // With a key, even a body that the route ignores is received: it distinguishes a repetition from another request.
  const bytes = route.body === undefined && key === undefined ? NOTHING : await options.receiveBody(ctx);
  const body = parsed(bytes, route, options.limits);
  const owner = options.isPublic ? undefined : actor.subject;
  const keyed = key === undefined ? undefined : keyedRequest(ctx.req, ctx.originalUrl, bytes, { key, owner });
  const { path, querystring: queryString } = ctx;
  const asksFor = askedProfiles(ctx.req.headers.accept, offers);
  const answer = await handler({
    requestId: ctx.state.requestId,
    actor,
    path,
    id: idIn(ctx),
    queryString,
    body,
    conditions,
    since,
    lastEventId,
    identifyAgain: () => options.identifyAgain(ctx, addressed),
    keyed,
    asksFor,
  });
  await respond(ctx, answer, conditions, options);
}

/** The representation of a route that the client prefers. */
function representationFor(
  { headers }: IncomingMessage,
  { offers, handler, other }: Route,
): Pick<Route, 'offers' | 'handler'> {
  return other !== undefined && prefers(headers.accept, other.type)
    ? { offers: 'file', handler: other.handler }
    : { offers, handler };
}

const NOTHING = Buffer.alloc(0);

/** @throws ApiError 413 if the document asks for too much */
function parsed(bytes: Buffer, { body: kind }: Route, limits: BodyLimits): ParsedBody {
  if (kind === undefined) return { document: null };
  const body = parseBody(bytes);
  if ('document' in body) checkSize(body.document, kind, limits);
  return body;
}

/** The identifier in the path; empty if there is none. Not taken from `params`, because the router decodes every escape there. */
function idIn(ctx: Context): string {
  const [id = ''] = ctx['captures'] as readonly string[];
  return id;
}

/** Receives the body of a request: its decoded bytes, none if it has no body. */
type ReceiveBody = (ctx: Context) => Promise<Buffer>;

/**
 * Receives bodies with koa-bodyparser, as bytes: its own decoding would silently replace invalid UTF-8. With `binary` each character of its
 * result is one byte.
 */
export function bodyReceiver({ maxBodyBytes }: Pick<BodyLimits, 'maxBodyBytes'>): ReceiveBody {
  const parse = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: [MEDIA_TYPE] },
    encoding: 'binary',
    textLimit: String(maxBodyBytes),
    onerror: (error) => {
      throw refusal(error, maxBodyBytes);
    },
  });
  return async (ctx) => {
    const { headers } = ctx.req;
    // It is checked already, and the parser rejects it if a parameter is an unquoted URI.
    headers['content-type'] = MEDIA_TYPE;
    // The parser expects a single name in lower case.
    headers['content-encoding'] = readContentCoding(headers['content-encoding']);
    await parse(ctx, done);
    // Undefined when no body was sent.
    const rawBody = ctx.request.rawBody as string | undefined;
    return Buffer.from(rawBody ?? '', 'binary');
  };
}

const done = async (): Promise<void> => undefined;

function refusal(error: Error, limit: number): ApiError {
  const status = 'status' in error ? error.status : undefined;
  if (status === 413) {
    const detail = `The request body is larger than ${limit} bytes`;
    return new ApiError([errorObject('body-too-large', detail, undefined, { limit })]);
  }
  const detail = 'The request body is cut short or not encoded as its Content-Encoding says';
  return new ApiError([errorObject('malformed-json', detail, { pointer: '' })]);
}
