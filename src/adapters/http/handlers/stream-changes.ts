// GET on the feed of changes by clients that want a stream.
import type { Actor } from '#application/model/actor';
import { PositionExpiredError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import type { FeedEntry } from '#application/reading/feed-entries';
import { answerTo } from '../answer/error-answers.ts';
import { FeedFrames } from '../answer/feed-frames.ts';
import { RenderedParts } from '../answer/rendered-parts.ts';
import { isTold, renderEntry, type FeedObject } from '../answer/render-changes.ts';
import type { ErrorCode } from '../api/errors.ts';
import { EVENT_STREAM } from '../api/media-types.ts';
import { CONSISTENCY_TOKEN } from '../request/consistency-token.ts';
import { parseChangesRequest } from '../request/changes.ts';
import { isPlaceText } from '../request/feed-texts.ts';
import { mayRead } from '../request/permission.ts';
import { viewerOf } from '../request/read-rules.ts';
import { expired, placeIn } from './changes.ts';
import type { Api, Handler, ReceivedRequest } from './handler.ts';
import { tokenHeader } from './transact.ts';

const HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'private, no-cache, no-transform',
  // Asks nginx not to buffer.
  'X-Accel-Buffering': 'no',
};

/** The credentials are checked again this often. */
const CHECK_MILLIS = 1000;
/** Frames are sent together up to this length, in characters. */
const PIECE = 64 * 1024;
/** Streams that begin together end up to this part of their time earlier. */
const SPREAD = 0.1;

/** The changes after a place, and those to come. */
export function streamChanges(api: Api): Handler {
  const rendered = new RenderedParts(async () => (await tokenHeader(api.use.positions))[CONSISTENCY_TOKEN]);
  return async (request) => {
    const { actor, queryString, lastEventId } = request;
    const asked = parseChangesRequest(queryString, api.set, api.limits, isPlaceText, 'stream');
    const texts = await api.feedTexts();
    const view = viewerOf(api, actor);
    const follow = api.use.by(actor).followLive;
    const begin = async (): Promise<FeedPlace> => {
      const place = placeIn(lastEventId ?? asked.after ?? 'now', texts, view);
      return follow.begin(place ?? 'oldest');
    };
    const place = await begin().catch((error: unknown) => {
      throw error instanceof PositionExpiredError ? expired(error.reason, api, lastEventId !== undefined) : error;
    });
    // It changes when another server becomes the primary.
    let mark = await api.epochMark();
    const shown = { set: api.set, fieldsets: asked.fieldsets };
    const writePlace = (each: FeedPlace): string => texts.writePlace(each, view);
    const render = (entry: FeedEntry): FeedObject =>
      renderEntry(entry, shown, { writeName: texts.writeName, writePlace }, mark).object;
    const wanted = { of: asked.of, shows: (change: FeedEntry['kept']) => isTold(change, shown) };
    const write = rendered.writerFor(
      JSON.stringify([view, [...asked.fieldsets].map(([type, names]) => [type, ...names])]),
      render,
    );

    async function* events(closed: AbortSignal): AsyncGenerator<string, void> {
      const subscription = api.subscribers.join(api.isPublic ? undefined : actor.subject, closed);
      const end = endOf(api, request, subscription.signal);
      const frames = new FeedFrames({ writePlace, writeEntry: write.entry }, place, performance.now());
      try {
        yield frames.opening();
        for await (const part of follow.execute(place, wanted, subscription.signal)) {
          if (part.entries.length > 0) {
            mark = await api.epochMark();
            await write.prepare(part);
          }
          const pieces = packed(frames.next(part, performance.now()));
          // A slow reader may take long for one part.
          for (;;) {
            const code = await end();
            if (code !== undefined) {
              yield* frames.end(code, performance.now());
              return;
            }
            const next = pieces.next();
            if (next.done === true) break;
            yield next.value;
          }
        }
        yield* frames.end(STOPPING, performance.now());
      } catch (error) {
        const code = codeOf(error, api);
        yield* frames.end(code, performance.now());
        if (code === BUG) throw error;
      } finally {
        subscription.leave();
      }
    }
    return { status: 200, headers: { ...HEADERS, ...(await tokenHeader(api.use.positions)) }, events };
  };
}

/** Joins frames, so that many short ones are few pieces. */
function* packed(frames: Iterable<string>): Generator<string, void> {
  let piece = '';
  for (const frame of frames) {
    piece += frame;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** The code of the last frame: that of the error that the next request gets, or one of these. */
type EndCode = ErrorCode | 'stream-timeout';
const STOPPING: EndCode = 'service-unavailable';
const BUG: EndCode = 'internal-error';

/** Says, as often as it is asked, why the stream must end now. */
function endOf(
  api: Api,
  { actor, identifyAgain }: Pick<ReceivedRequest, 'actor' | 'identifyAgain'>,
  signal: AbortSignal,
): () => Promise<EndCode | undefined> {
  const endsAt = performance.now() + api.limits.changesStreamSeconds * 1000 * (1 - SPREAD * Math.random());
  let checkedAt = performance.now();
  return async () => {
    const now = performance.now();
    if (signal.aborted) return STOPPING;
    if (now >= endsAt) return 'stream-timeout';
    if (now - checkedAt < CHECK_MILLIS) return undefined;
    checkedAt = now;
    try {
      return differenceOf(api, actor, await identifyAgain());
    } catch (error) {
      return codeOf(error, api);
    }
  };
}

/** The error of a request with a position that was given out to the first actor, if the second makes it. */
function differenceOf(api: Api, before: Actor, now: Actor): EndCode | undefined {
  const role = api.roleOf(now);
  if (role === undefined || !mayRead(role.permissions)) return 'forbidden';
  return viewerOf(role, now) === viewerOf(api, before) ? undefined : 'position-expired';
}

function codeOf(error: unknown, { resources }: Pick<Api, 'resources'>): EndCode {
  if (error instanceof PositionExpiredError) return 'position-expired';
  const answer = answerTo(error, { source: { parameter: 'page[after]' }, resources });
  return answer?.errors[0]?.code ?? BUG;
}
