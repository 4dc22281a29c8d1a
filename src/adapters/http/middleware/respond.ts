import type { Document } from '../jsonapi/document.ts';
import { MEDIA_TYPE } from '../jsonapi/media-type.ts';
import { commonHeaders } from '../common-headers.ts';
import type { Context } from './state.ts';

/** Answers with a document. */
export function respond(
  ctx: Context,
  status: number,
  document: Document,
  headers: Readonly<Record<string, string>> = NONE,
): void {
  const body = JSON.stringify(document);
  const length = String(Buffer.byteLength(body));
  send(ctx, status, headersOf(ctx, headers, ['Content-Type', MEDIA_TYPE, 'Content-Length', length]), body);
}

/** Answers without a body. */
export function respondEmpty(ctx: Context, status: 204, headers: Readonly<Record<string, string>>): void {
  send(ctx, status, headersOf(ctx, headers, []), undefined);
}

/** All headers of an answer, names and values in turn: what every answer has, what this one has, and those of its body. */
function headersOf(
  { state }: Context,
  own: Readonly<Record<string, string>>,
  ofBody: readonly string[],
): readonly string[] {
  const headers = ['X-Request-Id', state.requestId, ...commonHeaders];
  if (own !== NONE) headers.push(...Object.entries(own).flat());
  headers.push(...ofBody);
  if (state.serverTiming !== undefined) headers.push('Server-Timing', state.serverTiming());
  return headers;
}

const NONE = {};

/** Past Koa's `ctx.set` and `ctx.body`, which look at each header and at the body again: Node takes all of it at once. */
function send(ctx: Context, status: number, headers: readonly string[], body: string | undefined): void {
  const { res } = ctx;
  ctx.respond = false;
  // The client has gone away.
  if (!ctx.writable) res.end();
  else res.writeHead(status, headers as string[]).end(ctx.method === 'HEAD' ? undefined : body);
}
