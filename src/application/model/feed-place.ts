/** A place in the changes feed, after a change that has been read. */
export interface FeedPlace {
  /** Identifies the feed between two restarts. */
  readonly restart: string;
  /** The number of the write that contains the place, in feed order. */
  readonly seq: number;
  /** The number of this write's changes before the place. */
  readonly told: number | 'all';
  /** The number of entries of the next change that have been read; see `FeedEntry`. Default: none. */
  readonly within?: number;
  /** The mark of the write's number. If the number was lost and assigned again, the mark differs. */
  readonly mark: string;
}

export function isSamePlace(one: FeedPlace, other: FeedPlace): boolean {
  return one.restart === other.restart && one.mark === other.mark && comparePlaces(one, other) === 0;
}

/** Negative if the first place is before the second. Both must belong to the same history. */
export function comparePlaces(one: FeedPlace, other: FeedPlace): number {
  return one.seq - other.seq || difference(toldIn(one), toldIn(other)) || (one.within ?? 0) - (other.within ?? 0);
}

function toldIn({ told }: FeedPlace): number {
  return told === 'all' ? Infinity : told;
}

/** Works for two infinities as well. */
function difference(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
