import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { answerTo } from '../jsonapi/error-answers.ts';
import { MEDIA_TYPE } from '../jsonapi/media-type.ts';
import type { Log } from '../log.ts';
import { headersOf } from './respond.ts';
import type { Context } from './state.ts';

export interface StreamLimits {
  /** How long an answer may take from its first byte to its last, in milliseconds. */
  readonly streamTimeoutMillis: number;
}

/**
 * Answers with a document that is made while it is sent, as fast as the client takes it. An error before the first piece is thrown as usual.
 * After that the status has been sent: the connection is reset, so that the client cannot take a part for the whole. When the client goes
 * away no more pieces are asked for.
 */
export async function respondStream(
  ctx: Context,
  pieces: AsyncIterable<string>,
  { streamTimeoutMillis }: StreamLimits,
  log: Log,
): Promise<void> {
  if (ctx.method === 'HEAD') {
    // Which Node says by itself only where there is a body.
    beginAnswer(ctx, ctx.req.httpVersion === '1.1' ? ['Transfer-Encoding', 'chunked'] : []);
    ctx.res.end();
    return;
  }
  const source = pieces[Symbol.asyncIterator]();
  const first = await source.next();
  if (ctx.writable) beginAnswer(ctx, []);
  const breakOff = (report: Log['warn'], error: unknown): void => {
    if (ctx.res.closed) return;
    ctx.state.isBroken = true;
    report({ requestId: ctx.state.requestId, error }, 'answer broken off');
    ctx.req.socket.resetAndDestroy();
  };
  const deadline = setTimeout(() => {
    breakOff(log.warn.bind(log), new Error(`sending the answer took longer than ${streamTimeoutMillis} ms`));
  }, streamTimeoutMillis);
  try {
    await send(ctx.res, first, source);
  } catch (error) {
    breakOff(isForeseen(error) ? log.warn.bind(log) : log.error.bind(log), error);
  } finally {
    clearTimeout(deadline);
    await source.return?.();
  }
}

/** As opposed to a fault of the service. */
function isForeseen(error: unknown): boolean {
  return answerTo(error, { parameter: 'id', document: undefined }) !== undefined;
}

function beginAnswer(ctx: Context, framing: readonly string[]): void {
  ctx.respond = false;
  ctx.res.writeHead(200, headersOf(ctx, {}, ['Content-Type', MEDIA_TYPE, ...framing]));
}

async function send(
  response: ServerResponse,
  first: IteratorResult<string, unknown>,
  source: AsyncIterator<string, unknown>,
): Promise<void> {
  for (let piece = first; piece.done !== true; piece = await source.next()) {
    if (response.closed) return;
    if (!response.write(piece.value)) await drained(response);
    // What is written may be taken at once, and so on: others have their turn in any case.
    await turn();
  }
  response.end();
}

/** Resolves when the client has taken what was written, or has gone away. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    if (response.closed) resolve();
    else response.on('drain', done).on('close', done);
  });
}
