import type { Change, ChangeAction } from '#domain/changes';
import type { ResourceType } from '#domain/schema';
import type { Origin } from '../model/origin.ts';
import type { FeedPlace } from '../model/feed-place.ts';
import type { FilterByType, ResourceIdentifier } from '../model/query.ts';

/** Keeps the changes of one transaction. They become visible with the rest of it, or not at all. */
export interface ChangeWriter {
  /**
   * Keeps all changes of the transaction. Called at most once, at its end, because the order in which writes are told is decided here.
   * @param changes at least one, in the order in which to tell them
   */
  write(changes: readonly Change[], origin: Origin): Promise<void>;
}

/**
 * Reads the changes of all writes in one order. Who has seen a write before another one began finds them in this order, and the versions of a resource
 * follow each other. Nothing ever appears before a place that has been returned.
 */
export interface ChangeFeed {
  /**
   * Looks at the changes behind a place. Every write that was acknowledged before the call is among them.
   * @throws FeedOffError, PositionExpiredError, StorageUnavailableError, QueryTimeoutError
   */
  look(query: ChangeQuery): Promise<LookedAt>;
  /**
   * The place behind all changes.
   * @throws FeedOffError, StorageUnavailableError, QueryTimeoutError
   */
  end(): Promise<FeedPlace>;
  /**
   * A random text that is stored with the feed, and stays the same when it restarts.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  secret(): Promise<string>;
  /**
   * Makes the writes that nobody has read yet part of the order. Readers do it themselves; call it regularly, so that little is left where nobody reads.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  settle(): Promise<void>;
  /**
   * Removes up to `limit` changes that are older than `seconds`, the oldest first, by the clock of the storage.
   * @returns how many; fewer than `limit` if none is left
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
  /** The writes that have waited for their place in the order for more than 10 s; at most 1000. */
  readonly pending: number;
  /** The age of the oldest change that is told; 0 if there is none. */
  readonly oldestSeconds: number;
}

export interface ChangeQuery {
  /** Undefined: before the oldest change that is kept. */
  readonly after: FeedPlace | undefined;
  /** The most changes to look at. */
  readonly most: number;
  /** Only changes of these; by default all. */
  readonly of?: readonly ChangeSubject[] | undefined;
  /** Conditions by which the storage judges the rows of a type as they were before and after each change. By default it judges none. */
  readonly rows?: FilterByType | undefined;
}

/** A type, or one resource of it. */
export interface ChangeSubject {
  readonly type: ResourceType;
  readonly id?: string | undefined;
}

export interface LookedAt {
  /** Those that match, in order. */
  readonly changes: readonly KeptChange[];
  /** Behind the last change that was looked at, whether it matches or not. */
  readonly place: FeedPlace;
  /** True if no change is behind the place. */
  readonly isEnd: boolean;
}

/** A change as it was kept. */
export interface KeptChange extends Change, ResourceIdentifier {
  readonly action: ChangeAction;
  /** The write that it is part of, its place in it, and a random number that is the same in all changes of the write. */
  readonly name: { readonly write: string; readonly n: number; readonly mark: string };
  /** When it was written: RFC 3339, to the millisecond. */
  readonly at: string;
  /** Of the resource: after it, and before a deletion. */
  readonly version: number;
  /** Behind it. */
  readonly place: FeedPlace;
  /**
   * Whether the row met the condition of the query for its type before and after the change. A row that does not exist meets none, nor does one of which an
   * attribute of the condition is not known. Undefined if there is no condition, or if the content of the change was erased.
   */
  readonly met?: { readonly before: boolean; readonly after: boolean } | undefined;
}
