import type { CollisionError } from '../errors.ts';
import type { OwnedRepositories, PersonRepository } from './repository.ts';
import type { ResourceReader, StreamingReader } from './resource-reader.ts';

/** What one write works with. */
export interface Transaction extends OwnedRepositories {
  readonly persons: PersonRepository;
  /** Sees what the transaction has written. */
  readonly reader: ResourceReader;
  /** Why the same work had to start again before, oldest first. */
  readonly collisions: readonly CollisionError[];
}

export interface UnitOfWork {
  /** Reads outside any transaction: each `find` is a snapshot of its own. */
  readonly reader: ResourceReader;
  /**
   * Reads of one snapshot: all questions of `work` see the same state.
   * @throws StorageUnavailableError, QueryTimeoutError
   */
  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result>;
  /**
   * What `work` reads, as the caller asks for it. Begins with the first item and ends when the caller takes no more, who has to say so
   * (`return` of the iterator), or at the end. Others are served meanwhile, however long it takes. A storage that cannot keep a snapshot
   * for so long says so by `isSnapshot`: what is read later is seen as it is then, and a record that is gone by then is left out.
   * @throws StorageUnavailableError, also when too many streams are under way; QueryTimeoutError
   */
  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item>;
  /**
   * One write transaction: everything or nothing. When it collides with another one, `work` runs again from the start, so it must have
   * no effect outside the transaction.
   * @throws whatever `work` throws, after everything is undone
   * @throws StorageUnavailableError, QueryTimeoutError, CommitOutcomeUnknownError
   * @example await unitOfWork.write(({ persons }) => persons.add({ name: 'Ada', email: null, birthDate: null }))
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}
