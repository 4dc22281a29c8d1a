import { resourceTypes, type ResourceType } from '#domain/schema';
import type { ActorFeed } from '../access/actor-feed.ts';
import type { FeedPlace } from '../model/feed-place.ts';
import type { ChangeFeed, ChangeSubject, KeptChange } from '../ports/change-feed.ts';

/** The most changes that one page examines, even if it shows few of them. */
const MOST_LOOKED_AT = 10_000;
/** The number to examine at once, after the first look has not filled the page. */
const AT_ONCE = 1000;

export interface ChangePage {
  readonly entries: readonly FeedEntry[];
  /** How far the page has read. */
  readonly place: FeedPlace;
  /** True if no change follows the place. */
  readonly isEnd: boolean;
}

/** One entry of a page. A change leads to the change itself, then to the types to read again. Each has its own place. */
export interface FeedEntry {
  /** The change as stored. */
  readonly kept: KeptChange;
  readonly told: ToldEntry;
  /** The place after this entry. */
  readonly place: FeedPlace;
}

/** The change as the actor sees it, or a type to read again. */
export type ToldEntry =
  { readonly kind: 'change'; readonly shown: KeptChange } | { readonly kind: 'refetch'; readonly type: ResourceType };

export interface ChangesWanted {
  /** As in `ChangeQuery`. */
  readonly after: FeedPlace | undefined;
  /** Only changes of this type, or of this resource. */
  readonly of: ChangeSubject | undefined;
  /** The most entries: changes and types to read again. */
  readonly size: number;
  /** True if the client sees something of the change. */
  readonly shows: (change: KeptChange) => boolean;
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
        for (const entry of this.#entriesOf(kept, wanted, after)) {
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

  /** The entries of a change that come after a place. */
  #entriesOf(
    kept: KeptChange,
    { of, shows }: Pick<ChangesWanted, 'of' | 'shows'>,
    after: FeedPlace | undefined,
  ): readonly FeedEntry[] {
    const isAsked = of === undefined || (kept.type === of.type && kept.id === (of.id ?? kept.id));
    const seen = isAsked ? this.#actorFeed.shownOf(kept) : undefined;
    const refetched = this.#actorFeed.refetchedBy(kept);
    const last = orderOf(refetched.at(-1));
    const isBegun = after?.seq === kept.place.seq && after.told === kept.name.n;
    const start = isBegun ? (after.within ?? NOTHING) : NOTHING;
    const entryOf = (told: ToldEntry): readonly FeedEntry[] => {
      const within = orderOf(told.kind === 'refetch' ? told.type : undefined);
      if (within <= start) return [];
      return [{ kept, told, place: within === last ? kept.place : { ...kept.place, told: kept.name.n, within } }];
    };
    return [
      ...(seen !== undefined && shows(seen) ? entryOf({ kind: 'change', shown: seen }) : []),
      ...refetched
        .filter((type) => of === undefined || type === of.type)
        .flatMap((type) => entryOf({ kind: 'refetch', type })),
    ];
  }
}

const NOTHING = 0;

/** The order of the entries of any change: the change, then the types as they are declared. */
function orderOf(refetch: ResourceType | undefined): number {
  return NOTHING + 1 + (refetch === undefined ? 0 : 1 + resourceTypes.indexOf(refetch));
}
