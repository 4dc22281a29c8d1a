/** A point in the history of a storage that has replicas. */
export interface LogPosition {
  /** Grows with each failover to a replica: writes that the old primary had not replicated by then are lost. */
  readonly timeline: number;
  /** Grows with every write of a timeline. */
  readonly offset: bigint;
}

/** True if one position covers all writes that another does. False for different timelines, which are incomparable. */
export function hasReached(at: LogPosition, earlier: LogPosition): boolean {
  return at.timeline === earlier.timeline && at.offset >= earlier.offset;
}

/** The later of two positions; one on a later timeline is always later. */
export function furthest(one: LogPosition | undefined, other: LogPosition | undefined): LogPosition | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.timeline !== other.timeline) return one.timeline > other.timeline ? one : other;
  return one.offset > other.offset ? one : other;
}
