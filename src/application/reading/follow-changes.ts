import type { FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed, ChangeQuery, KeptChange } from '../ports/change-feed.ts';

/** The most changes that one page looks at, however few of them it shows. */
const MOST_LOOKED_AT = 10_000;
/** The fewest to look at once it turns out that not all are shown. */
const AT_ONCE = 1000;

export interface ChangePage {
  readonly changes: readonly KeptChange[];
  /** How far was looked. */
  readonly place: FeedPlace;
  /** True if no change is behind the place. */
  readonly isEnd: boolean;
}

export interface ChangesWanted extends Pick<ChangeQuery, 'after' | 'of'> {
  /** The most changes to show. */
  readonly size: number;
  /** True if the change is to be shown. */
  readonly shows: (change: KeptChange) => boolean;
}

/** Reads pages of the feed. */
export class FollowChanges {
  readonly #feed: ChangeFeed;

  constructor(feed: ChangeFeed) {
    this.#feed = feed;
  }

  /**
   * Reads the changes behind a place. A page can be empty although more follow.
   * @throws FeedOffError, PositionExpiredError
   */
  async execute({ after, of, size, shows }: ChangesWanted): Promise<ChangePage> {
    const shown: KeptChange[] = [];
    let place = after;
    let left = MOST_LOOKED_AT;
    for (let most = size; ; most = AT_ONCE) {
      const looked = await this.#feed.look({ after: place, most: Math.min(most, left), of });
      left -= Math.min(most, left);
      for (const change of looked.changes) {
        if (!shows(change)) continue;
        shown.push(change);
        if (shown.length < size) continue;
        const isEnd = looked.isEnd && change === looked.changes.at(-1);
        return { changes: shown, place: isEnd ? looked.place : change.place, isEnd };
      }
      if (looked.isEnd || left === 0) return { changes: shown, place: looked.place, isEnd: looked.isEnd };
      place = looked.place;
    }
  }

  /** @throws FeedOffError */
  end(): Promise<FeedPlace> {
    return this.#feed.end();
  }
}
