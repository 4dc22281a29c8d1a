import type { LogPosition } from '../model/log-position.ts';
import type { Reads } from './unit-of-work.ts';

/** Log positions of a storage that has replicas or can be replaced by one. Other storages do not implement this. */
export interface Positions {
  /**
   * Grows with each failover to a replica. Writes that had not reached the replica are lost, and their versions are assigned again.
   * @returns undefined until it is known
   */
  timeline(): number | undefined;
  /**
   * Reads that also show every write up to a position.
   * @param position from `currentPosition`, perhaps of another process; undefined: no further requirement
   */
  readsSince(position: LogPosition | undefined): Reads;
  /**
   * A position that covers every write completed before the call.
   * @returns undefined if every read shows them anyway
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  currentPosition(): Promise<LogPosition | undefined>;
}
