import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer, FileContent, Piece } from '../answer/answer.ts';
import { isCurrent } from '../answer/entity-tags.ts';
import { answerTo } from '../answer/error-answers.ts';
import type { StreamLimits } from '../api/limits.ts';
import { MEDIA_TYPE } from '../api/media-types.ts';
import type { EveryResource } from '../api/resource-description.ts';
import type { Conditions } from '../request/conditions.ts';
import { isSafe } from '../request/headers.ts';
import type { Log } from './log.ts';
import type { Context } from './request-state.ts';

interface StreamOptions {
  readonly limits: StreamLimits;
  /** A client that reads nothing from an event stream for this long is cut off. */
  readonly stalledMillis?: number;
  readonly resources: EveryResource;
  readonly log: Log;
}

/** Hands an answer to Koa. A stream that is not sent (HEAD, 304, 412) is ended, since reading may have begun. */
export async function respond(
  ctx: Context,
  answer: Answer,
  conditions: Conditions,
  options: StreamOptions,
): Promise<void> {
  let isStreamed = false;
  try {
    const coding = 'file' in answer ? codingFor(ctx) : undefined;
    const tag = 'file' in answer ? fileTag(answer.file, coding) : (answer.headers?.['ETag'] ?? '');
    const isKnown = isRead(ctx, answer) && !('events' in answer) && isCurrent(conditions, tag);
    const isLong = 'pieces' in answer || 'events' in answer;
    isStreamed = isLong && !isKnown && ctx.method !== 'HEAD';
    if (isLong && isStreamed) return await respondWithStream(ctx, answer, options);
    setHead(ctx, answer);
    if ('file' in answer) ctx.set('ETag', tag);
    if (isKnown) ctx.status = 304;
    else if ('file' in answer) await sendFile(ctx, answer.file, coding);
    else if ('text' in answer) ctx.body = answer.text;
    else if (isLong) setNoPieces(ctx);
  } finally {
    if ('pieces' in answer && !isStreamed) await end(answer.pieces[Symbol.asyncIterator]());
  }
}

/** Answers HEAD with the headers of the stream. */
function setNoPieces(ctx: Context): void {
  // Node sets this header only if there is a body.
  if (ctx.req.httpVersion === '1.1') ctx.set('Transfer-Encoding', 'chunked');
  ctx.body = Readable.from([]);
}

function isRead({ method }: Context, { status }: Answer): boolean {
  return status === 200 && isSafe(method);
}

function codingFor(ctx: Context): string | false {
  ctx.vary('Accept-Encoding');
  return ctx.acceptsEncodings('gzip', 'identity');
}

/** A file has a strong entity tag for each coding (RFC 9110, 8.8.3.3). */
function fileTag({ digest }: FileContent, coding: string | false | undefined): string {
  return coding === 'gzip' ? `"${digest}-gzip"` : `"${digest}"`;
}

async function sendFile(
  ctx: Context,
  { bytes, gzipped }: FileContent,
  coding: string | false | undefined,
): Promise<void> {
  if (coding === 'gzip') ctx.set('Content-Encoding', 'gzip');
  ctx.body = coding === 'gzip' ? await gzipped() : bytes;
}

function setHead(ctx: Context, { status, headers }: Answer): void {
  ctx.status = status;
  // Not `ctx.type`, which may add a charset: JSON:API allows no parameter.
  ctx.set({ ...(status !== 204 && { 'Content-Type': MEDIA_TYPE }), ...headers });
}

/**
 * Streams a document as fast as the client reads. An error before the first piece is thrown as usual. After it, the
 * status has been sent, so the connection is reset, which keeps the client from taking a part for the whole. If the client
 * disconnects, the source is ended.
 */
async function respondWithStream(
  ctx: Context,
  answer: LongAnswer,
  { limits: { streamTimeoutMillis }, stalledMillis = STALLED_MILLIS, resources, log }: StreamOptions,
): Promise<void> {
  const { requestId } = ctx.state;
  const breakOff = (level: 'warn' | 'error', error: unknown): void => {
    if (ctx.res.closed) return;
    ctx.state.isBroken = true;
    log[level]({ requestId, error }, 'answer broken off');
    ctx.req.socket.resetAndDestroy();
  };
  const source = sourceOf(ctx, answer, (reason) => breakOff('warn', new Error(reason)))[Symbol.asyncIterator]();
  const first = await source.next();
  setHead(ctx, answer);
  const body = Readable.from(resume(first, source, AsyncLocalStorage.snapshot()), { objectMode: false });
  const isLive = 'events' in answer;
  if (isLive) beLive(ctx, stalledMillis);
  const deadline = isLive
    ? undefined
    : setTimeout(() => {
        breakOff('warn', new Error(`sending the response took longer than ${streamTimeoutMillis} ms`));
      }, streamTimeoutMillis);
  body.once('error', (error) => breakOff(isExpected(error, resources) ? 'warn' : 'error', error));
  body.once('close', () => {
    clearTimeout(deadline);
    // The generator would not end the source: it does not even start if the client has already disconnected.
    end(source).catch((error: unknown) => log.error({ requestId, error }, 'a stream did not end cleanly'));
  });
  ctx.body = body;
}

/** A response that is generated while it is sent. */
type LongAnswer = Extract<Answer, { readonly pieces: unknown } | { readonly events: unknown }>;

function sourceOf({ res }: Context, answer: LongAnswer, cut: (reason: string) => void): AsyncIterable<Piece> {
  if ('pieces' in answer) return answer.pieces;
  const closed = new AbortController();
  if (res.closed) closed.abort();
  else res.once('close', () => closed.abort());
  return answer.events({ closed: closed.signal, cut });
}

/** Longer than the time between two comments. */
const STALLED_MILLIS = 30_000;

/** Replaces the server's timeouts: a stream ends by itself, and its comments keep it from being idle. */
function beLive(ctx: Context, stalledMillis: number): void {
  const { socket } = ctx.req;
  socket.setTimeout(stalledMillis);
  ctx.set('Connection', 'close');
  ctx.state.isLive = true;
  if (socket.readableEnded) probe(ctx);
  else socket.once('end', () => probe(ctx));
}

/** A comment in an event stream. */
const COMMENT = ':\n\n';
/** The delays of the probes after a FIN, in milliseconds. The first write provokes a reset, and only a later write notices it. */
const PROBES = [10, 100, 1000];

/** Finds out if the client has gone after a FIN, or only has nothing more to send. A client that has gone answers a write with a reset. */
function probe({ res }: Context): void {
  for (const millis of PROBES)
    setTimeout(() => {
      if (!res.writableEnded && !res.destroyed) res.write(COMMENT);
    }, millis).unref();
}

async function end(source: AsyncIterator<unknown, unknown>): Promise<void> {
  await source.return?.();
}

/** True for a failure that has a response, false for a bug. */
function isExpected(error: unknown, resources: EveryResource): boolean {
  return answerTo(error, { source: { parameter: 'id' }, resources }) !== undefined;
}

/** Continues reading in the request's async context, so that the statements count as the request's. */
async function* resume(
  first: IteratorResult<Piece, unknown>,
  source: AsyncIterator<Piece, unknown>,
  inRequest: ReturnType<typeof AsyncLocalStorage.snapshot>,
): AsyncGenerator<Piece, void, undefined> {
  for (let piece = first; piece.done !== true; piece = await inRequest(() => source.next())) {
    yield piece.value;
    // Keeps a fast client from starving the others.
    await nextTurn();
  }
}
