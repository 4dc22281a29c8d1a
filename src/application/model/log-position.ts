/** A point in the history of a storage that has replicas. */
export interface LogPosition {
  /** Grows whenever a replica takes the place of the primary: what that one had not passed on by then is lost. */
  readonly timeline: number;
  /** Grows with every write of a timeline. */
  readonly offset: bigint;
}

/** Whether all writes that precede one point are among those that precede the other. Points of different timelines say nothing of each other. */
export function hasReached(at: LogPosition, earlier: LogPosition): boolean {
  return at.timeline === earlier.timeline && at.offset >= earlier.offset;
}

/** The one that is further; of a later timeline is further than anything before. */
export function furthest(one: LogPosition | undefined, other: LogPosition | undefined): LogPosition | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.timeline !== other.timeline) return one.timeline > other.timeline ? one : other;
  return one.offset > other.offset ? one : other;
}
