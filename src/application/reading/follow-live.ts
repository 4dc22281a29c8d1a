import type { ActorFeed } from '../access/actor-feed.ts';
import { comparePlaces, type FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed } from '../ports/change-feed.ts';
import { entriesOf, type EntriesWanted, type FeedEntry } from './feed-entries.ts';
import { lookAfter, type LiveView, type Watch, type Window } from './feed-tail.ts';
import { isAway, type LiveFeed } from './live-feed.ts';

/** The entries since the previous part; none if the reader was only woken. */
export interface LivePart {
  readonly entries: readonly FeedEntry[];
  /** The place up to which the part has read. */
  readonly place: FeedPlace;
  /** The window that the entries come from. Readers who share it get the same object. */
  readonly window?: Window;
}

/** The maximum number of changes to examine at once for a reader that lags. A slow reader keeps them in memory while its client takes them. */
export const MOST_BEHIND = 200;

/** Follows the feed as an actor sees it, until the reader stops. */
export class FollowLive {
  readonly #feed: ChangeFeed;
  readonly #live: LiveFeed;
  readonly #actorFeed: ActorFeed;

  constructor(feed: ChangeFeed, live: LiveFeed, actorFeed: ActorFeed) {
    this.#feed = feed;
    this.#live = live;
    this.#actorFeed = actorFeed;
  }

  /**
   * Finds the place to begin at.
   * @param after a place that the service gave out earlier
   * @throws FeedOffError, PositionExpiredError, StorageUnavailableError, QueryTimeoutError
   */
  async begin(after: FeedPlace | 'oldest' | 'now'): Promise<FeedPlace> {
    if (after === 'now') return this.#feed.end();
    if (after !== 'oldest') {
      await this.#feed.look({ after, most: 0 });
      return after;
    }
    const { changes, place } = await this.#feed.look({ after: undefined, most: 1 });
    const [oldest] = changes;
    return oldest === undefined ? place : { ...oldest.place, told: oldest.name.n };
  }

  /**
   * Follows the feed. Yields at least once a second, so that the caller can do periodic work.
   * @param after the result of `begin`
   * @throws FeedOffError, PositionExpiredError if the feed was restarted or turned off
   */
  async *execute(after: FeedPlace, wanted: EntriesWanted, signal: AbortSignal): AsyncGenerator<LivePart> {
    const view = this.#actorFeed.queryFor(undefined);
    const watch = this.#live.watch(view);
    const close = (): void => watch.close();
    signal.addEventListener('abort', close);
    try {
      for (let place = after; !signal.aborted;) {
        const { version } = watch;
        const window = watch.windowAfter(place) ?? (yield* this.#lookBehind(place, view, watch, signal));
        if (window === undefined) {
          await watch.change(version);
          yield { entries: [], place };
          continue;
        }
        const start = place;
        const entries = window.changes.flatMap((kept) => entriesOf(kept, this.#actorFeed, wanted, start));
        place = window.place;
        yield { entries, place, window };
      }
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  /**
   * Reads from the storage for a reader that lags the shared windows, or is not at the start of one. Also yields whenever the reader is woken.
   * @returns undefined if nothing follows, or the storage is unavailable
   */
  async *#lookBehind(
    place: FeedPlace,
    view: LiveView,
    watch: Watch,
    signal: AbortSignal,
  ): AsyncGenerator<LivePart, Window | undefined> {
    if (watch.isHead(place)) return undefined;
    const looked = this.#look(place, view, watch).then((window) => ({ window }));
    for (;;) {
      const turn = watch.change(watch.version).then(() => undefined);
      const done = await Promise.race([looked, turn]);
      if (done !== undefined || signal.aborted) return done?.window;
      yield { entries: [], place };
    }
  }

  /** Cuts the window where a shared one begins, so that the reader can continue with that. */
  async #look(place: FeedPlace, view: LiveView, watch: Watch): Promise<Window | undefined> {
    try {
      const window = await lookAfter(this.#feed, { ...view, after: place, most: MOST_BEHIND, settling: 'skip' });
      const end = window && watch.boundaryIn(place, window.place);
      if (window === undefined || end === undefined) return window;
      const changes = window.changes.filter((each) => comparePlaces(each.place, end) <= 0);
      return { after: place, changes, place: end, examined: changes.length };
    } catch (error) {
      if (isAway(error)) return undefined;
      throw error;
    }
  }
}
