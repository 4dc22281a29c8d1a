import type { LogPosition } from '../model/log-position.ts';
import type { Reads } from './unit-of-work.ts';

/** Where a storage is in its history. Only one that has replicas, or can be replaced by one, has this. */
export interface Positions {
  /**
   * Grows when a replica takes the place of the primary: what had not reached that one is lost, and versions are given again.
   * @returns undefined as long as it is not known
   */
  timeline(): number | undefined;
  /**
   * Reads that show everything up to a position as well.
   * @param position that `currentPosition` gave, perhaps to another process; undefined: no more than without
   */
  readsSince(position: LogPosition | undefined): Reads;
  /**
   * A position that all writes precede that have ended before the call.
   * @returns undefined if all reads show all of them
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  currentPosition(): Promise<LogPosition | undefined>;
}
