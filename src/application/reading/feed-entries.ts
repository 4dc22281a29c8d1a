import { resourceTypes, type ResourceType } from '#domain/schema';
import type { ActorFeed } from '../access/actor-feed.ts';
import type { FeedPlace } from '../model/feed-place.ts';
import type { ChangeSubject, KeptChange } from '../ports/change-feed.ts';

/** One entry of the feed. A change has one entry for itself, then one for each type to read again. Each has its own place. */
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

/** The entries that a reader wants. */
export interface EntriesWanted {
  /** Selects the changes of this type or resource. */
  readonly of: ChangeSubject | undefined;
  /** True if the client sees any part of the change. */
  readonly shows: (change: KeptChange) => boolean;
}

/** The entries of a change after a place, as an actor sees them. */
export function entriesOf(
  kept: KeptChange,
  actorFeed: ActorFeed,
  { of, shows }: EntriesWanted,
  after: FeedPlace | undefined,
): readonly FeedEntry[] {
  const isAsked = of === undefined || (kept.type === of.type && kept.id === (of.id ?? kept.id));
  const seen = isAsked ? actorFeed.shownOf(kept) : undefined;
  const refetched = actorFeed.refetchedBy(kept);
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

const NOTHING = 0;

/** The position of an entry within a change: the change itself, then the types in the order of their declaration. */
function orderOf(refetch: ResourceType | undefined): number {
  return NOTHING + 1 + (refetch === undefined ? 0 : 1 + resourceTypes.indexOf(refetch));
}
