// The steps that answer a request: its head, its body, the handler, the response. docs/errors.md lists the checks in their order.
import type { IncomingMessage } from 'node:http';
import bodyParser from 'koa-bodyparser';
import type { Actor } from '#application/model/actor';
import type { ApiConfig } from '../api/api-config.ts';
import { ApiError, errorObject, type ErrorObject } from '../api/errors.ts';
import type { BodyLimits, StreamLimits } from '../api/limits.ts';
import { atomicFormat, bareFormat, MEDIA_TYPE } from '../api/media-types.ts';
import type { Route } from '../handlers/handler.ts';
import { checkSize, parseBody, type ParsedBody } from '../request/body.ts';
import { readContentCoding } from '../request/content-coding.ts';
import { isSafe, readRequestHeaders } from '../request/headers.ts';
import { keyedRequest } from '../request/idempotency-key.ts';
import { decidesVersion, negotiate, prefers } from '../request/negotiation.ts';
import { readQueryString } from '../request/syntax/query-string.ts';
import { nothingAt } from './catch-errors.ts';
import type { Log } from './log.ts';
import type { Context } from './request-state.ts';
import { respond } from './respond.ts';

/** Shared by all routes. */
export interface AnswerOptions extends Pick<ApiConfig, 'resources'> {
  readonly identify: Identify;
  /** Authenticates the client again, without counting it in the metrics. */
  readonly identifyAgain: (ctx: Context, route: Route) => Promise<Actor>;
  /** True if there is no policy, so every request is allowed. */
  readonly isPublic: boolean;
  readonly limits: BodyLimits & StreamLimits;
  readonly log: Log;
  readonly receiveBody: ReceiveBody;
  /** Receives the body of a QUERY. */
  readonly receiveQuery: ReceiveBody;
}

/** Identifies the actor of a request, and finds the route in the actor's view of the API; undefined if it is not there. */
export type Identify = (
  ctx: Context,
  route: Route,
) => Promise<{ readonly actor: Actor; readonly route: Route | undefined }>;

export async function answerRequest(ctx: Context, addressed: Route, options: AnswerOptions): Promise<void> {
  const { actor, route } = await options.identify(ctx, addressed);
  if (route === undefined) throw nothingAt(ctx.path);
  const { offers, handler } = representationFor(ctx.req, route);
  const isQuery = ctx.method === 'QUERY';
  const dialect = negotiate(ctx.req, offers, isQuery ? 'form' : route.body === undefined ? 'none' : 'document');
  ctx.state.errorFormat = offers === 'atomic' ? atomicFormat : bareFormat(dialect);
  if (dialect.version === '1.1' && isSafe(ctx.method) && decidesVersion(ctx.req.headers)) ctx.vary('Content-Type');
  const { headerUse, refusal } = route;
  const resumes = headerUse.resumes && handler === route.other?.handler;
  const { conditions, key, since, lastEventId } = readRequestHeaders(ctx.req, { ...headerUse, resumes }, refusal);
  const queryString = isQuery ? await receiveQuery(ctx, options.receiveQuery) : ctx.querystring;
  // With a key, even a body that the route ignores is received: it distinguishes a repetition from another request.
  const bytes = route.body === undefined && key === undefined ? NOTHING : await options.receiveBody(ctx);
  const body = parsed(bytes, route, ctx);
  if ('document' in body && route.body !== undefined) checkSize(body.document, route.body, options.limits);
  const owner = options.isPublic ? undefined : actor.subject;
  const { path } = ctx;
  const target =
    offers === 'atomic' || dialect.version === '1.0' ? ctx.originalUrl : [path, decoded(queryString), dialect];
  const keyed = key === undefined ? undefined : keyedRequest(ctx.req, target, bytes, { key, owner });
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
    dialect,
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

/** Parses the body if the route reads one, and keeps it in the state for error objects. */
function parsed(bytes: Buffer, { body: kind }: Route, { state }: Pick<Context, 'state'>): ParsedBody {
  if (kind === undefined) return { document: null };
  const body = parseBody(bytes);
  if ('document' in body) state.sent = body.document;
  return body;
}

/**
 * Receives the body of a QUERY, which is its query string.
 * @returns the query string with one character per byte, as Node returns that of a URL
 * @throws ApiError 400 if the URL has a query string too, or the body cannot be decoded; 413 if it is too large
 */
async function receiveQuery(ctx: Context, receive: ReceiveBody): Promise<string> {
  if (ctx.querystring !== '') {
    const detail = 'A QUERY sends its query string in the body, so its URL must not have one';
    throw new ApiError([errorObject('invalid-parameter', detail)]);
  }
  return (await receive(ctx)).toString('latin1');
}

/** A text that is the same for query strings that differ only in their escapes. */
function decoded(queryString: string): string {
  return JSON.stringify(readQueryString(queryString).parameters);
}

/** The identifier in the path; empty if there is none. Not taken from `params`, because the router decodes every escape there. */
function idIn(ctx: Context): string {
  const [id = ''] = ctx['captures'] as readonly string[];
  return id;
}

/** Receives the body of a request: its decoded bytes, none if it has no body. */
type ReceiveBody = (ctx: Context) => Promise<Buffer>;

// The errors for a body that cannot be decoded.
const BROKEN = 'The request body is truncated or does not match its Content-Encoding';
export const BROKEN_DOCUMENT = errorObject('malformed-json', BROKEN, { pointer: '' });
export const BROKEN_QUERY = errorObject('invalid-parameter', BROKEN);

/**
 * Receives bodies with koa-bodyparser, as bytes: its own decoding would silently replace invalid UTF-8. With the encoding `binary`, each
 * character of its result is one byte.
 * @param broken the error for a body that cannot be decoded
 */
export function bodyReceiver({ maxBodyBytes }: Pick<BodyLimits, 'maxBodyBytes'>, broken: ErrorObject): ReceiveBody {
  const parse = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: [MEDIA_TYPE] },
    encoding: 'binary',
    textLimit: String(maxBodyBytes),
    onerror: (error) => {
      throw refusal(error, maxBodyBytes, broken);
    },
  });
  return async (ctx) => {
    const { headers } = ctx.req;
    // The type has been checked already, and the parser would reject it if a parameter is an unquoted URI.
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

function refusal(error: Error, limit: number, broken: ErrorObject): ApiError {
  const status = 'status' in error ? error.status : undefined;
  if (status !== 413) return new ApiError([broken]);
  const detail = `The request body is larger than ${limit} bytes`;
  return new ApiError([errorObject('body-too-large', detail, undefined, { limit })]);
}
