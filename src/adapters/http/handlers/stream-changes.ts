// GET on the changes feed, for clients that accept a stream.
import { PositionExpiredError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { ListeningClient } from '../answer/answer.ts';
import { FeedFrames } from '../answer/feed-frames.ts';
import { RenderedParts } from '../answer/rendered-parts.ts';
import { isTold, renderEntry, type FeedObject } from '../answer/render-changes.ts';
import { EVENT_STREAM } from '../api/media-types.ts';
import { CONSISTENCY_TOKEN } from '../request/consistency-token.ts';
import { parseChangesRequest } from '../request/changes.ts';
import type { Fieldsets } from '../request/query/fieldsets.ts';
import { isPlaceText } from '../request/feed-texts.ts';
import { viewerOf } from '../request/read-rules.ts';
import { expired, placeIn } from './changes.ts';
import type { Api, Handler } from './handler.ts';
import { BUG, endCodeOf, StreamEnd, STOPPING } from './stream-end.ts';
import { tokenHeader } from './transact.ts';

const HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'private, no-cache, no-transform',
  // Asks nginx not to buffer.
  'X-Accel-Buffering': 'no',
};

/** Frames are joined into pieces of about this length, in characters. */
const PIECE = 64 * 1024;

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
    const render = (entry: FeedEntry, writeShared: typeof writePlace): FeedObject =>
      renderEntry(entry, shown, { writeName: texts.writeName, writePlace: writeShared }, mark).object;
    const wanted = { of: asked.of, shows: (change: FeedEntry['kept']) => isTold(change, shown) };
    const writer = rendered.writerFor(renditionOf(view, asked.fieldsets), { render, writePlace });

    async function* events({ closed, cut }: ListeningClient): AsyncGenerator<string, void> {
      const subscription = api.subscribers.join(api.isPublic ? undefined : actor.subject, closed);
      const end = new StreamEnd(api, request, subscription.signal, cut);
      const frames = new FeedFrames(writer, place, performance.now());
      try {
        yield frames.opening();
        for await (const part of follow.execute(place, wanted, end.signal)) {
          if (part.entries.length > 0) {
            mark = await api.epochMark();
            await writer.prepare(part);
          }
          if (end.reason() !== undefined) break;
          for (const piece of packed(frames.next(part, performance.now()))) {
            yield piece;
            // A slow client can take long to read one part.
            if (end.reason() !== undefined) break;
          }
        }
        yield* frames.end(end.reason() ?? STOPPING, performance.now());
      } catch (error) {
        const code = endCodeOf(error, api);
        end.end(code);
        yield* frames.end(code, performance.now());
        if (code === BUG) throw error;
      } finally {
        end.close();
        subscription.leave();
      }
    }
    return { status: 200, headers: { ...HEADERS, ...(await tokenHeader(api.use.positions)) }, events };
  };
}

/** A text that is equal for streams that show changes the same way: to the same view, with the same fields. */
function renditionOf(view: string | undefined, fieldsets: Fieldsets): string {
  return JSON.stringify([view, [...fieldsets].map(([type, names]) => [type, ...[...names].toSorted()]).toSorted()]);
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
