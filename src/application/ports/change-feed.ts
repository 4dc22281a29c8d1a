import type { Change, ChangeAction } from '#domain/changes';
import type { ResourceType } from '#domain/schema';
import type { Origin } from '../model/origin.ts';
import type { FeedPlace } from '../model/feed-place.ts';
import type { FilterByType, ResourceIdentifier } from '../model/query.ts';

/** Stores the changes of one transaction. They become visible with the rest of it, or not at all. */
export interface ChangeWriter {
  /**
   * Stores all changes of the transaction. Called at most once, at its end, because this call decides the order of writes in the feed.
   * @param changes at least one, in their order in the feed
   */
  write(changes: readonly Change[], origin: Origin): Promise<void>;
}

/**
 * Reads the changes of all writes in a single order. A write that was visible before another began comes before it, and the versions of a resource
 * ascend. Nothing ever appears before a place that has been returned.
 */
export interface ChangeFeed {
  /**
   * Examines the changes after a place, by default including every write acknowledged before the call.
   * @throws FeedOffError, PositionExpiredError, StorageUnavailableError, QueryTimeoutError
   */
  look(query: ChangeQuery): Promise<LookedAt>;
  /**
   * The place after the last change.
   * @throws FeedOffError, StorageUnavailableError, QueryTimeoutError
   */
  end(): Promise<FeedPlace>;
  /**
   * A random text that is stored with the feed, and stays the same when it restarts.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  secret(): Promise<string>;
  /**
   * Assigns unread writes their place in the order. Reading does this as well; call it regularly, so that little accumulates without readers.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  settle(): Promise<void>;
  /**
   * Removes up to `limit` changes that are older than `seconds`, the oldest first, by the clock of the storage.
   * @returns the number removed; fewer than `limit` if none are left
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  purge(seconds: number, limit: number): Promise<number>;
  /**
   * Measures the feed.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  measure(): Promise<FeedFigures>;
}

export interface FeedFigures {
  /** The number of writes that have waited more than 10 s for their place in the order; at most 1000. */
  readonly pending: number;
  /** The age of the oldest change in the feed; 0 if there is none. */
  readonly oldestSeconds: number;
}

export interface ChangeQuery {
  /** Undefined: before the oldest stored change. */
  readonly after: FeedPlace | undefined;
  /** The maximum number of changes to examine. 0 only verifies the place. */
  readonly most: number;
  /** Only changes of these; by default all. */
  readonly of?: readonly ChangeSubject[] | undefined;
  /** Conditions that the storage tests on the rows of a type, as they were before and after each change. By default none. */
  readonly rows?: FilterByType | undefined;
  /** `wait` by default. */
  readonly settling?: Settling | undefined;
}

/**
 * The treatment of writes that have no place in the order yet: `wait` assigns them one, `try` does so unless another call is doing it,
 * and `skip` leaves them out. With `try` and `skip`, acknowledged writes can be missing at the end and appear in a later call.
 */
export type Settling = 'wait' | 'try' | 'skip';

/** A type, or one resource of it. */
export interface ChangeSubject {
  readonly type: ResourceType;
  readonly id?: string | undefined;
}

export interface LookedAt {
  /** The changes that match, in order. */
  readonly changes: readonly KeptChange[];
  /**
   * The place after the last change examined, even if it does not match. If none was examined, it is the given place, or the one before the oldest
   * change.
   */
  readonly place: FeedPlace;
  /** True if no change follows the place. */
  readonly isEnd: boolean;
}

/** A change as it was stored. */
export interface KeptChange extends Change, ResourceIdentifier {
  readonly action: ChangeAction;
  /** The write that it belongs to, its place in that write, and a random number that all changes of the write share. */
  readonly name: { readonly write: string; readonly n: number; readonly mark: string };
  /** The time of the write, per RFC 3339, to the millisecond. */
  readonly at: string;
  /** The version of the resource after the change; for a deletion, before it. */
  readonly version: number;
  /** The place after this change. */
  readonly place: FeedPlace;
  /**
   * True if the row met the query's condition for its type, before and after the change. A row that does not exist does not meet it, nor does one
   * that lacks an attribute of the condition. Undefined if there is no condition, or if the content of the change was erased.
   */
  readonly met?: { readonly before: boolean; readonly after: boolean } | undefined;
}
