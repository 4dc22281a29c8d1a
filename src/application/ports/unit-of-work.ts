import type { ComputerRepository } from './computer-repository.ts';
import type { PersonRepository } from './person-repository.ts';
import type { ResourceReader, StreamingReader } from './resource-reader.ts';

/**
 * What one write transaction works with. Its reader sees what the transaction has written. What is asked before the answer to an earlier
 * question has come is done after that all the same, and may save the time of waiting.
 */
export interface Transaction extends Repositories {
  readonly reader: ResourceReader;
  /**
   * Asks the last questions of the transaction, all without waiting for an answer, so that the storage may make it final together with them.
   * When one of them fails, all is undone; an error that the caller finds in the answers undoes nothing any more. Nothing may be asked afterwards.
   */
  readonly end: <Result>(ask: () => Promise<Result>) => Promise<Result>;
}

/** What changes the resources. */
export interface Repositories {
  readonly persons: PersonRepository;
  readonly computers: ComputerRepository;
}

export interface UnitOfWork {
  /** Reads outside any transaction: each `find` is a snapshot of its own. For what needs a single question. */
  readonly reader: ResourceReader;
  /** Reads of one snapshot: all questions of `work` see the same state. */
  read<Result>(work: (reader: ResourceReader) => Promise<Result>): Promise<Result>;
  /**
   * What `work` reads, as the caller asks for it. Begins with the first item and ends when the caller takes no more, who has to say so
   * (`return` of the iterator), or at the end. Others are served meanwhile, however long it takes. So where the storage has a single
   * connection, or none, there is no snapshot: what is read later is seen as it is then, and a record that is gone by then is left out.
   * @throws StorageUnavailableError, also when too many streams are under way; QueryTimeoutError
   */
  stream<Item>(work: (reader: StreamingReader) => AsyncIterable<Item>): AsyncIterable<Item>;
  /**
   * One write transaction: everything or nothing. When it collides with another one, `work` runs again from the start, so it must have
   * no effect outside the transaction.
   * @throws whatever `work` throws, after everything is undone; but see `Transaction.end`
   * @throws StorageUnavailableError, QueryTimeoutError, CommitOutcomeUnknownError
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * A write that is one call of one repository, and so needs no transaction around it. Otherwise like `write`.
   * @throws the same
   */
  writeAtOnce<Result>(work: (repositories: Repositories) => Promise<Result>): Promise<Result>;
}
