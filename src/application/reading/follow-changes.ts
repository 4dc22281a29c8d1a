import type { ResourceType } from '#domain/schema';
import type { ActorFeed } from '../access/actor-feed.ts';
import type { FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed, ChangeSubject, KeptChange } from '../ports/change-feed.ts';

/** The most changes that one page looks at, however few of them it shows. */
const MOST_LOOKED_AT = 10_000;
/** The fewest to look at once it turns out that not all are shown. */
const AT_ONCE = 1000;

export interface ChangePage {
  readonly entries: readonly FeedEntry[];
  /** How far was looked. */
  readonly place: FeedPlace;
  /** True if no change is behind the place. */
  readonly isEnd: boolean;
}

/** What is told because of one change. */
export interface FeedEntry {
  /** As it was kept. */
  readonly kept: KeptChange;
  /** As the actor sees it; undefined if it is not shown. */
  readonly shown: KeptChange | undefined;
  /** The types to read again, as far as the page has not told it before. */
  readonly refetch: readonly ResourceType[];
}

export interface ChangesWanted {
  /** As in `ChangeQuery`. */
  readonly after: FeedPlace | undefined;
  /** Only changes of this type, or of this resource. */
  readonly of: ChangeSubject | undefined;
  /** The most to tell: changes, and types to read again. What one change leads to stays together, even if it is more. */
  readonly size: number;
  /** True if the client sees something of the change. */
  readonly shows: (change: KeptChange) => boolean;
}

/** Reads pages of the feed, as an actor may see it. */
export class FollowChanges {
  readonly #feed: ChangeFeed;
  readonly #actorFeed: ActorFeed;

  constructor(feed: ChangeFeed, actorFeed: ActorFeed) {
    this.#feed = feed;
    this.#actorFeed = actorFeed;
  }

  /**
   * Reads the changes behind a place. A page can be empty although more follow.
   * @throws FeedOffError, PositionExpiredError
   */
  async execute({ after, size, ...wanted }: ChangesWanted): Promise<ChangePage> {
    const query = this.#actorFeed.queryFor(wanted.of);
    const told = new Set<ResourceType>();
    const entries: FeedEntry[] = [];
    let place = after;
    let room = size;
    let left = MOST_LOOKED_AT;
    for (let most = size; ; most = AT_ONCE) {
      const looked = await this.#feed.look({ ...query, after: place, most: Math.min(most, left) });
      left -= Math.min(most, left);
      for (const kept of looked.changes) {
        const entry = this.#entryOf(kept, wanted, told);
        const objects = (entry.shown === undefined ? 0 : 1) + entry.refetch.length;
        if (objects === 0) continue;
        const last = entries.at(-1);
        if (objects > room && last !== undefined) return { entries, place: last.kept.place, isEnd: false };
        entries.push(entry);
        for (const type of entry.refetch) told.add(type);
        room -= objects;
        if (room > 0) continue;
        const isEnd = looked.isEnd && kept === looked.changes.at(-1);
        return { entries, place: isEnd ? looked.place : kept.place, isEnd };
      }
      if (looked.isEnd || left === 0) return { entries, place: looked.place, isEnd: looked.isEnd };
      place = looked.place;
    }
  }

  /** @throws FeedOffError */
  end(): Promise<FeedPlace> {
    return this.#feed.end();
  }

  #entryOf(
    kept: KeptChange,
    { of, shows }: Pick<ChangesWanted, 'of' | 'shows'>,
    told: ReadonlySet<ResourceType>,
  ): FeedEntry {
    const isAsked = of === undefined || (kept.type === of.type && kept.id === (of.id ?? kept.id));
    const seen = isAsked ? this.#actorFeed.shownOf(kept) : undefined;
    const refetch = this.#actorFeed.refetchedBy(kept);
    return {
      kept,
      shown: seen !== undefined && shows(seen) ? seen : undefined,
      refetch: refetch.filter((type) => (of === undefined || type === of.type) && !told.has(type)),
    };
  }
}
