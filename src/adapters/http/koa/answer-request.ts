// How a request is answered, step by step: its head, its body, the handler, the answer. docs/api.md lists the checks in their order.
import type { IncomingMessage } from 'node:http';
import { keyedRequest } from '../idempotency/keyed-request.ts';
import { asksForCursors } from '../jsonapi/cursor/cursor-profile.ts';
import { atomic } from '../jsonapi/documents/dialect.ts';
import { prefersHtml } from '../jsonapi/documents/media-type.ts';
import type { Log } from '../log.ts';
import { negotiate } from '../middleware/negotiate.ts';
import { respond, type StreamLimits } from '../middleware/respond.ts';
import type { Context } from '../middleware/state.ts';
import { parseBody, type ParsedBody } from '../request/body.ts';
import { checkSize, type BodyLimits } from '../request/check-size.ts';
import { readRequestHeaders } from '../request/headers.ts';
import type { Route } from '../routes.ts';
import type { ReceiveBody } from './receive-body.ts';

/** What answering takes besides a request and its route. */
export interface AnswerOptions {
  readonly limits: BodyLimits & StreamLimits;
  readonly log: Log;
  readonly receiveBody: ReceiveBody;
}

export async function answerRequest(ctx: Context, route: Route, options: AnswerOptions): Promise<void> {
  const { offers, handler } = representationFor(ctx.req, route);
  negotiate(ctx.req, offers, route.body !== undefined);
  const { conditions, key, since } = readRequestHeaders(ctx.req, route.headerUse);
  if (offers === 'atomic') ctx.state.dialect = atomic;
  // What a route ignores still tells a repetition from another request.
  const bytes = route.body === undefined && key === undefined ? NOTHING : await options.receiveBody(ctx);
  const body = parsed(bytes, route, options.limits);
  const keyed = key === undefined ? undefined : keyedRequest(ctx.req, ctx.originalUrl, bytes, key);
  const { path, querystring: queryString } = ctx;
  const cursors = offers === 'list' && { asksForCursors: asksForCursors(ctx.req.headers.accept) };
  const answer = await handler({ path, id: idIn(ctx), queryString, body, conditions, since, keyed, ...cursors });
  await respond(ctx, answer, conditions, options);
}

/** The page of a route, for those who would rather have that. */
function representationFor(
  { headers }: IncomingMessage,
  { offers, handler, page }: Route,
): Pick<Route, 'offers' | 'handler'> {
  return page !== undefined && prefersHtml(headers.accept) ? { offers: 'file', handler: page } : { offers, handler };
}

const NOTHING = Buffer.alloc(0);

/** @throws ApiError 413 if the document asks for too much */
function parsed(bytes: Buffer, { body: kind }: Route, limits: BodyLimits): ParsedBody {
  if (kind === undefined) return { document: null };
  const body = parseBody(bytes);
  if ('document' in body) checkSize(body.document, kind, limits);
  return body;
}

/** The identifier in the path; empty if there is none. */
function idIn(ctx: Context): string {
  const [id = ''] = Object.values(ctx['params'] as Readonly<Record<string, string>>);
  return id;
}
