// GET on the feed of changes, for clients that accept a stream.
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

/** How often the credentials are checked again. */
const CHECK_MILLIS = 1000;
/** Frames are joined into pieces of about this length, in characters. */
const PIECE = 64 * 1024;
/** Streams end earlier by a random part of their duration, up to this, so that clients do not all reconnect at once. */
const SPREAD = 0.1;

/** Streams the changes after a place, then new ones as they happen. */
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
    // The mark changes when another server becomes the primary.
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
          // Check before each piece, because a slow reader can take long for one part.
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

/** Joins many short frames into few pieces. */
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

/** The code of the last frame: either that of the error that the next request would get, or one of the constants below. */
type EndCode = ErrorCode | 'stream-timeout';
const STOPPING: EndCode = 'service-unavailable';
const BUG: EndCode = 'internal-error';

/** Returns a function that gives the reason why the stream must end now, or undefined. */
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

/** The error if the actor as it is now sends a position that it received before. */
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
