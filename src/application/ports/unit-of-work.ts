import type { IdempotencyStore } from './idempotency-store.ts';
import type { Repositories } from './repository.ts';
import type { ResourceReader, StreamingReader } from './resource-reader.ts';

/** What a write works with. */
export interface Transaction {
  readonly repositories: Repositories;
  /** Sees what the transaction has written. */
  readonly reader: ResourceReader;
  readonly answers: IdempotencyStore;
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
   * Streams what `work` reads. Starts with the first item requested; ends with the last one, or when the caller returns the iterator. Other
   * requests are served meanwhile. Without a snapshot (`isSnapshot`), records deleted meanwhile are left out.
   * @throws StorageUnavailableError, also if there are too many streams; QueryTimeoutError
   */
  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item>;
}

/** Read directly, it shows every write that this service has answered. */
export interface UnitOfWork extends Reads {
  /**
   * A random text of `[0-9a-f]` that identifies this history of the data: an identifier at a version means the same state only within one epoch.
   * The first call reads it; it stays the same until the process ends, but for one that a replica told while there was no primary.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  epoch(): Promise<string>;
  /**
   * Runs a write transaction once: all or nothing.
   * @throws whatever `work` throws, after rolling back
   * @throws CollisionError if another transaction stood in the way, so that it is worth trying again
   * @throws StorageUnavailableError, QueryTimeoutError, CommitOutcomeUnknownError
   * @example await unitOfWork.write(({ repositories }) => repositories.person.lock(['1']))
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Removes some of the stored answers whose time is over, and waits for nobody.
   * @returns how many; fewer than `limit` when no more are left
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  purgeAnswers(limit: number): Promise<number>;
}
