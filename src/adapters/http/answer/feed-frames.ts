// The change stream as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
import { comparePlaces, type FeedPlace } from '#application/model/feed-place';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { Window } from '#application/reading/feed-tail';
import type { LivePart } from '#application/reading/follow-live';
import type { ResourceType } from '#domain/schema';

/** Writes the texts in frames. */
export interface FrameTexts {
  readonly writePlace: (place: FeedPlace) => string;
  /** The object of an entry as JSON without line breaks. */
  readonly writeEntry: (entry: FeedEntry) => string;
}

/** How long a client should wait before it reconnects. */
const RETRY_MILLIS = 2000;
/** The shortest time between two `refetch` events of a type. */
const REFETCH_MILLIS = 1000;
/** A comment is sent after this much silence, so that proxies keep the connection open. */
const SILENT_MILLIS = 15_000;
/** The stream sends its position after this time, or this many changes, without a change to show. */
const UNSHOWN_MILLIS = 30_000;
const UNSHOWN_CHANGES = 1000;

/**
 * Makes the frames of one stream. While a `refetch` is delayed, the `id` of later frames is the place before it. A client cut off in this time
 * resumes there, and receives the `refetch` after all.
 */
export class FeedFrames {
  readonly #texts: FrameTexts;
  #place: FeedPlace;
  /** The last delayed `refetch` of each type, and the place before the first one. */
  readonly #waiting = new Map<ResourceType, { readonly entry: FeedEntry; readonly before: FeedPlace }>();
  readonly #refetchedAt = new Map<ResourceType, number>();
  #lastId = '';
  #writtenAt: number;
  #shownAt: number;
  #unshown = 0;

  /**
   * @param place where the stream begins
   * @param now in milliseconds, from `performance.now()`
   */
  constructor(texts: FrameTexts, place: FeedPlace, now: number) {
    this.#texts = texts;
    this.#place = place;
    this.#writtenAt = now;
    this.#shownAt = now;
  }

  /** The first frames, including the place where the stream begins. */
  opening(): string {
    return `retry: ${RETRY_MILLIS}\n\n${this.#position()}`;
  }

  /** The frames of a part, and any delayed `refetch`, position or comment that is due. */
  *next({ entries, place, window }: LivePart, now: number): Generator<string, void> {
    let shown: FeedEntry | undefined;
    for (const entry of [...this.#due(now), ...entries]) {
      const frame = this.#frameOf(entry, now);
      if (frame === undefined) continue;
      shown = entry;
      yield frame;
    }
    this.#advance(place);
    if (shown !== undefined) this.#shown(now);
    this.#unshown += window === undefined ? 0 : examinedAfter(window, shown);
    yield* this.#unshownFrames(now);
  }

  /** The last frames: each delayed `refetch`, the position of the stream, and the reason for its end. */
  *end(code: string, now: number): Generator<string, void> {
    const waiting = [...this.#waiting.values()];
    this.#refetchedAt.clear();
    for (const { entry } of waiting) yield this.#frameOf(entry, now) ?? '';
    if (this.#id() !== this.#lastId) yield this.#position();
    yield `event: end\ndata: ${JSON.stringify({ code })}\n\n`;
  }

  #due(now: number): readonly FeedEntry[] {
    return [...this.#waiting].filter(([type]) => !this.#isRecent(type, now)).map(([, { entry }]) => entry);
  }

  /** Undefined if the entry is delayed. */
  #frameOf(entry: FeedEntry, now: number): string | undefined {
    if (entry.told.kind === 'refetch') {
      const { type } = entry.told;
      if (this.#isRecent(type, now)) {
        const { before } = this.#waiting.get(type) ?? { before: this.#place };
        this.#waiting.set(type, { entry, before });
        this.#advance(entry.place);
        return undefined;
      }
      this.#refetchedAt.set(type, now);
      this.#waiting.delete(type);
    }
    this.#advance(entry.place);
    return this.#frame(entry.told.kind, this.#texts.writeEntry(entry));
  }

  #isRecent(type: ResourceType, now: number): boolean {
    return now - (this.#refetchedAt.get(type) ?? -Infinity) < REFETCH_MILLIS;
  }

  /** Never moves back: the stream is already past the place of a delayed `refetch`. */
  #advance(place: FeedPlace): void {
    if (comparePlaces(place, this.#place) > 0) this.#place = place;
  }

  *#unshownFrames(now: number): Generator<string, void> {
    const isLong = now - this.#shownAt >= UNSHOWN_MILLIS || this.#unshown >= UNSHOWN_CHANGES;
    if (isLong && this.#id() !== this.#lastId) {
      this.#shown(now);
      yield this.#position();
    } else if (now - this.#writtenAt >= SILENT_MILLIS) {
      this.#writtenAt = now;
      yield ':\n\n';
    }
  }

  #shown(now: number): void {
    this.#writtenAt = now;
    this.#shownAt = now;
    this.#unshown = 0;
  }

  #position(): string {
    return this.#frame('position', '{}');
  }

  #frame(event: 'change' | 'refetch' | 'position', data: string): string {
    this.#lastId = this.#id();
    return `id: ${this.#lastId}\nevent: ${event}\ndata: ${data}\n\n`;
  }

  #id(): string {
    const places = [this.#place, ...[...this.#waiting.values()].map(({ before }) => before)];
    return this.#texts.writePlace(places.reduce((one, other) => (comparePlaces(other, one) < 0 ? other : one)));
  }
}

/** The number of changes in a window that were examined after an entry; all of them if the entry is not in it. */
function examinedAfter({ changes, examined }: Window, entry: FeedEntry | undefined): number {
  const index = entry === undefined ? -1 : changes.lastIndexOf(entry.kept);
  return index < 0 ? examined : changes.length - 1 - index;
}
