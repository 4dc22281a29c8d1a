import { MEDIA_TYPE } from '../jsonapi/media-type.ts';
import { commonHeaders } from '../common-headers.ts';
import type { Context } from './state.ts';

/** Answers with the text of a document. */
export function respond(
  ctx: Context,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = NONE,
): void {
  const length = Buffer.byteLength(body);
  const ofBody = ['Content-Type', MEDIA_TYPE, 'Content-Length', String(length)];
  // The same bytes where all is ASCII, as nearly always; Node then need not look for anything else.
  const encoding = length === body.length ? 'latin1' : 'utf8';
  send(ctx, status, headersOf(ctx, headers, ofBody), { body, encoding });
}

/** Answers without a body. */
export function respondEmpty(ctx: Context, status: 204, headers: Readonly<Record<string, string>>): void {
  send(ctx, status, headersOf(ctx, headers, []));
}

/** All headers of an answer, names and values in turn: what every answer has, what this one has, and those of its body. */
export function headersOf(
  { state }: Context,
  own: Readonly<Record<string, string>>,
  ofBody: readonly string[],
): string[] {
  const headers = ['X-Request-Id', state.requestId, ...commonHeaders];
  if (own !== NONE) headers.push(...Object.entries(own).flat());
  headers.push(...ofBody);
  if (state.serverTiming !== undefined) headers.push('Server-Timing', state.serverTiming());
  return headers;
}

const NONE = {};

interface Content {
  readonly body: string;
  readonly encoding: BufferEncoding;
}

/** Past Koa's `ctx.set` and `ctx.body`, which look at each header and at the body again: Node takes all of it at once. */
function send(ctx: Context, status: number, headers: string[], content?: Content): void {
  const { res } = ctx;
  ctx.respond = false;
  // Not writable: the client has gone away.
  const { writable } = ctx;
  if (writable) res.writeHead(status, headers);
  if (writable && content !== undefined && ctx.req.method !== 'HEAD') res.end(content.body, content.encoding);
  else res.end();
}
