import type { ResourceType } from '#domain/schema';
import type { ActorFeed } from '../access/actor-feed.ts';
import type { FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed } from '../ports/change-feed.ts';
import { entriesOf, type EntriesWanted, type FeedEntry } from './feed-entries.ts';

/** The most changes that one page examines, even if it shows few of them. */
const MOST_LOOKED_AT = 10_000;
/** The number of changes to examine at once if the first look does not fill the page. */
const AT_ONCE = 1000;

export interface ChangePage {
  readonly entries: readonly FeedEntry[];
  /** The place up to which the page has read. */
  readonly place: FeedPlace;
  /** True if no change follows the place. */
  readonly isEnd: boolean;
}

export interface ChangesWanted extends EntriesWanted {
  /** As in `ChangeQuery`. */
  readonly after: FeedPlace | undefined;
  /** The most entries: changes and types to read again. */
  readonly size: number;
}

/** Reads pages of the feed as an actor sees it. */
export class FollowChanges {
  readonly #feed: ChangeFeed;
  readonly #actorFeed: ActorFeed;

  constructor(feed: ChangeFeed, actorFeed: ActorFeed) {
    this.#feed = feed;
    this.#actorFeed = actorFeed;
  }

  /**
   * Reads the changes after a place. A page can be empty although more changes follow.
   * @throws FeedOffError, PositionExpiredError
   */
  async execute({ after, size, ...wanted }: ChangesWanted): Promise<ChangePage> {
    const query = this.#actorFeed.queryFor(wanted.of);
    const told = new Set<ResourceType>();
    const entries: FeedEntry[] = [];
    let place = after;
    let left = MOST_LOOKED_AT;
    for (let most = size; ; most = AT_ONCE) {
      const looked = await this.#feed.look({ ...query, after: place, most: Math.min(most, left) });
      left -= Math.min(most, left);
      for (const kept of looked.changes) {
        for (const entry of entriesOf(kept, this.#actorFeed, wanted, after)) {
          if (entry.told.kind === 'refetch') {
            if (told.has(entry.told.type)) continue;
            told.add(entry.told.type);
          }
          entries.push(entry);
          if (entries.length < size) continue;
          const isEnd = looked.isEnd && kept === looked.changes.at(-1) && entry.place === kept.place;
          return { entries, place: isEnd ? looked.place : entry.place, isEnd };
        }
      }
      if (looked.isEnd || left === 0) return { entries, place: looked.place, isEnd: looked.isEnd };
      place = looked.place;
    }
  }

  /** @throws FeedOffError */
  end(): Promise<FeedPlace> {
    return this.#feed.end();
  }
}
