import type { ChangeFeed, ChangeWriter } from './change-feed.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { Repositories } from './repository.ts';
import type { ResourceReader, StreamingReader } from './resource-reader.ts';

/** The repositories and reader of one write transaction. */
export interface Transaction {
  readonly repositories: Repositories;
  /** Sees what the transaction has written. */
  readonly reader: ResourceReader;
  readonly answers: IdempotencyStore;
  readonly changes: ChangeWriter;
}

/** Reads what has been committed. */
export interface Reads {
  /** Reads without a transaction: each `find` has its own snapshot. */
  readonly reader: ResourceReader;
  /**
   * Reads from one snapshot: every query of `work` sees the same state.
   * @param work may run again from the start, so it must have no effects
   * @example await unitOfWork.read(async (reader) => [await reader.find(persons), await reader.find(computers)])
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result>;
  /**
   * Streams what `work` yields. It starts when the first item is requested, and ends with the last one or when the
   * caller returns the iterator, without blocking other requests. Without a snapshot (`isSnapshot`), records
   * deleted during the stream are left out.
   * @throws StorageUnavailableError, also if there are too many streams; QueryTimeoutError
   */
  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item>;
}

/** Its own reads show every write that this service has acknowledged. */
export interface UnitOfWork extends Reads {
  /** Reads the changes that `write` has stored. */
  readonly changes: ChangeFeed;
  /**
   * A random text of `[0-9a-f]` that identifies this history of the data. An identifier and a version identify one state only within an epoch.
   * Read once and cached for the life of the process, unless it came from a replica while there was no primary.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  epoch(): Promise<string>;
  /**
   * Runs a write transaction once: all or nothing.
   * @throws any error of `work`, after rolling back
   * @throws CollisionError if it collided with another transaction, so a retry may succeed
   * @throws StorageUnavailableError, QueryTimeoutError, CommitOutcomeUnknownError
   * @example await unitOfWork.write(({ repositories }) => repositories.person.lock(['1']))
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Removes up to `limit` expired stored responses, without waiting for locks.
   * @returns the number removed; fewer than `limit` if none are left
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  purgeAnswers(limit: number): Promise<number>;
}
